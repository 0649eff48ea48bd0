"""A fake SDK, and lock files that no other test shares."""

import tempfile
from pathlib import Path

import pytest
from fake_sdk import make_sdk

from automotive_env.emulator.sdk import Sdk


@pytest.fixture(autouse=True)
def _own_lock_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("tmp")))


@pytest.fixture
def sdk(tmp_path: Path) -> Sdk:
    return make_sdk(tmp_path / "sdk")
