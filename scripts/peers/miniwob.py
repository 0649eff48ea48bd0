"""MiniWoB++: small web pages in Chromium, driven by Selenium."""

from __future__ import annotations

import os
from functools import partial
from random import Random
from typing import Any

from automotive_env.scripts.peers.chromium import chromium, driver
from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone

TASK, ROUND = "miniwob/click-button-v1", 5
"""What is played, and touches in an episode, unless one of them ends it."""


def _worked(asked: PeerOptions, pictures: bool) -> PeerWork:
    import gymnasium
    import miniwob
    from miniwob.action import ActionTypes

    os.environ |= {"MINIWOB_CHROME_BINARY": chromium(), "MINIWOB_CHROMEDRIVER": driver()}
    gymnasium.register_envs(miniwob)
    env: Any = gymnasium.make(TASK)
    try:
        seen, _ = env.reset(seed=1, options={"record_screenshots": pictures})
        height, width, _ = seen["screenshot"].shape
        yield PeerWorkDone("start", elements=len(seen["dom_elements"]), picture=(width, height) if pictures else None)
        random = Random(3)
        while True:
            taken, over = 0, False
            while taken < ROUND and not over:
                point = [random.uniform(0, width - 1), random.uniform(0, height - 1)]
                action = env.unwrapped.create_action(ActionTypes.CLICK_COORDS, coords=point)
                _, _, over, _, _ = env.step(action)
                taken += 1
            yield PeerWorkDone("step", taken)
            env.reset(seed=random.randrange(1000))
            yield PeerWorkDone("reset")
    finally:
        env.close()


def _peer(name: str, title: str, step: str, pictures: bool) -> Peer:
    return Peer(name, title, step, partial(_worked, pictures=pictures), "miniwob", has_processes=True)


PEERS = (
    _peer("miniwob-tree", "MiniWoB++: tree", "a touch; the page's elements", pictures=False),
    _peer("miniwob", "MiniWoB++: tree and picture", "a touch; the same with the picture", pictures=True),
)
