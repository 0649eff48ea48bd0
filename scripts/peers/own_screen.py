"""The package's Gymnasium environment: touches anywhere on the head unit."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone

TASK, PLACE, ROUND = "hvac.too_hot", "Dubai", 40
"""What is played, and touches in an episode."""


def _worked(asked: PeerOptions, observe: tuple[str, ...]) -> PeerWork:
    import gymnasium

    from automotive_env.adapters.gym import id_of
    from automotive_env.episode.action import ACTION_TYPES

    env: Any = gymnasium.make(id_of(TASK), place=PLACE, observe=observe, actions="structured", max_steps=2 * ROUND)
    seen, _ = env.reset(seed=1)
    pixels = seen.get("screenshot")
    picture = None if pixels is None else (pixels.shape[1], pixels.shape[0])
    yield PeerWorkDone("start", elements=int(seen["mask"].sum()), picture=picture)
    random = Random(3)
    while True:
        for _ in range(ROUND):
            point = random.randrange(1408), random.randrange(792)
            env.step({"type": ACTION_TYPES.index("click"), "element": -1, "point": point})
        yield PeerWorkDone("step", ROUND)
        env.reset(seed=1)
        yield PeerWorkDone("reset")


_TREE = ("text", "arrays")
PEERS = (
    Peer(
        "own-tree",
        "Automotive-ENV: tree",
        "a touch; the tree as text and arrays",
        partial(_worked, observe=_TREE),
        "automotive-env",
    ),
    Peer(
        "own-pixels",
        "Automotive-ENV: tree and picture",
        "a touch; the same with the picture",
        partial(_worked, observe=(*_TREE, "pixels")),
        "automotive-env",
    ),
)
