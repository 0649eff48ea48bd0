"""Several commands in one round trip: each reply is its own, whatever is printed."""

import pytest
from signal_shells import CannedShell, DeviceShell, device

from automotive_env.android.batch import refused, run_all
from automotive_env.android.shell import DeviceFault, ShellReply


def test_replies_come_in_order_with_their_status():
    shell = CannedShell({"a": "one\n", "b": "no newline", "d": ""})
    assert run_all(shell, ["a", "b", "c", "d"]) == [
        ShellReply("one\n"),
        ShellReply("no newline"),
        ShellReply("/system/bin/sh: c: inaccessible or not found\n", 127),
        ShellReply(""),
    ]
    assert shell.round_trips == 1


def test_one_or_none():
    assert run_all(CannedShell({"a": "one"}), ["a"]) == [ShellReply("one")]
    assert run_all(CannedShell({}), []) == []


def test_on_a_device():
    replies = run_all(DeviceShell(device()), ["echo -n one", "ls /nowhere", "echo --0--", "false"])
    assert (replies[0].text, replies[2].text, replies[3].status) == ("one", "--0--\n", 1)
    assert "nowhere" in replies[1].text
    assert replies[1].status != 0


def test_an_answer_that_was_cut_off_is_a_fault():
    class Cut:
        def run(self, command, *, timeout=10.0):
            return ShellReply("one\n--")

    with pytest.raises(DeviceFault, match="0 of 2"):
        run_all(Cut(), ["a", "b"])


def test_a_fault_quotes_no_more_than_is_read():
    assert len(str(refused("x" * 10_000, ShellReply("y" * 10_000)))) < 500
