"""The pages of MiniWoB++ in BrowserGym: Chromium driven by Playwright. It starts two browsers for each episode."""

from __future__ import annotations

import os
from functools import partialmethod
from pathlib import Path
from random import Random
from typing import Any

from automotive_env.scripts.peers.chromium import chromium
from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone

TASK, ROUND = "browsergym/miniwob.click-button", 5
"""What is played, and touches in an episode, unless one of them ends it."""
WIDTH, HEIGHT = 332, 214
"""Of the page in its own pixels; its picture is larger."""


def _worked(asked: PeerOptions) -> PeerWork:
    import miniwob

    pages = Path(miniwob.__file__).parent / "html" / "miniwob"
    os.environ["MINIWOB_URL"] = f"{pages.as_uri()}/"

    import browsergym.miniwob
    import gymnasium
    from browsergym.core.action.highlevel import HighLevelActionSet
    from playwright.sync_api import BrowserType

    # Of the two browsers it lets only one be chosen.
    BrowserType.launch = partialmethod(BrowserType.launch, executable_path=chromium())
    gymnasium.register_envs(browsergym.miniwob)
    env: Any = gymnasium.make(TASK, action_mapping=HighLevelActionSet(subsets=["coord"]).to_python_code)
    try:
        seen, _ = env.reset(seed=1)
        height, width, _ = seen["screenshot"].shape
        yield PeerWorkDone("start", elements=len(seen["axtree_object"]["nodes"]), picture=(width, height))
        random = Random(3)
        while True:
            taken, over = 0, False
            while taken < ROUND and not over:
                seen, _, over, _, _ = env.step(f"mouse_click({random.randrange(WIDTH)}, {random.randrange(HEIGHT)})")
                if seen["last_action_error"]:
                    raise RuntimeError(seen["last_action_error"])
                taken += 1
            yield PeerWorkDone("step", taken)
            env.reset(seed=random.randrange(1000))
            yield PeerWorkDone("reset")
    finally:
        env.close()


PEERS = (
    Peer(
        "browsergym",
        "BrowserGym's MiniWoB",
        "a touch; page, accessibility tree and picture, and its waits",
        _worked,
        "browsergym-miniwob",
        has_processes=True,
    ),
)
