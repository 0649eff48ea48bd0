"""Connecting to a device of a host, as the documents show it."""

import re
from pathlib import Path

import pytest

from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.errors import UsageError

DOCUMENT = Path(__file__).parents[3] / "docs" / "android.md"


def test_the_example_in_the_documents_works(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"<!-- controller example -->\n```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert example
    exec(compile(example[1], "example", "exec"), {"__name__": "__main__"})
    said = capsys.readouterr().out
    assert said.startswith("0 ImageView")
    assert "Outcome(done=True" in said


def test_a_device_that_a_host_does_not_have() -> None:
    with pytest.raises(UsageError, match="has not been started"):
        AndroidController.virtual(VirtualHost())
    with VirtualHost() as host, pytest.raises(UsageError, match="no device 1: the host has the devices 0 to 0"):
        AndroidController.virtual(host, 1)
