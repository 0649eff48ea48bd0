"""android_env's fake simulator: a phone of which there are only noise as pictures and answers to ADB."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWork, PeerWorkDone

WIDTH, HEIGHT = 1408, 792
"""As large as our display."""
ROUND = 40
TOUCH = 0
"""Number of the action in its action space."""


def _worked(asked: PeerOptions) -> PeerWork:
    import numpy as np
    from android_env import loader
    from android_env.components import config_classes as config

    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder, "task.textproto")
        task.write_text('id: "touches"\n', encoding="utf-8", newline="\n")
        fake = config.FakeSimulatorConfig(screen_dimensions=(HEIGHT, WIDTH))
        env = loader.load(config.AndroidEnvConfig(task=config.FilesystemTaskConfig(path=str(task)), simulator=fake))
    try:
        height, width, _ = env.reset().observation["pixels"].shape
        yield PeerWorkDone("start", picture=(width, height))
        random = Random(3)
        while True:
            for _ in range(ROUND):
                point = np.array([random.random(), random.random()], dtype=np.float32)
                env.step({"action_type": np.array(TOUCH, dtype=np.int32), "touch_position": point})
            yield PeerWorkDone("step", ROUND)
            env.reset()
            yield PeerWorkDone("reset")
    finally:
        env.close()


_STEP = "a touch that does nothing; a picture of noise"
PEERS = (Peer("android-fake", "android_env's fake", _STEP, _worked, "android-env"),)
