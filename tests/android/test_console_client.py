"""The console client against a console that speaks as the emulator's does."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from automotive_env.android.console_client import ConsoleClient, EmulatorConsoleFault, console_token

BANNER = b"Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to authenticate\r\nOK\r\n"
HELP = b"Android Console: type 'help' for a list of commands\r\nOK\r\n"
SNAPSHOTS = (
    b"List of snapshots present on all disks:\r\n"
    b"ID        TAG                 VM SIZE                DATE\r\n"
    b"--        ready                  127M 2025-04-13 12:00:00\r\n"
    b"2         default_boot           1.2G 2025-04-13 12:00:00\r\n"
    b"List of partial (non-loadable) snapshots on 'cache':\r\n"
    b"--        broken                    0 2025-04-13 12:00:00\r\n"
    b"OK\r\n"
)


@contextmanager
def console(reply: Callable[[str], bytes], banner: bytes = BANNER) -> Iterator[tuple[int, list[str]]]:
    """A console; it hangs up after an empty reply."""
    heard: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    link, _ = listener.accept()
                except OSError:
                    return
                with suppress(ConnectionError), link, link.makefile("rb") as lines:
                    link.sendall(banner)
                    for line in lines:
                        heard.append(line.decode().rstrip("\n"))
                        answer = HELP if heard[-1] == "auth secret" else reply(heard[-1])
                        if not answer:
                            break
                        link.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1], heard
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(60)


def ok(line: str) -> bytes:
    return b"OK\r\n"


def test_a_command_is_given_after_signing_in() -> None:
    with console(lambda line: b"automotive\r\nOK\r\n") as (port, heard):
        assert ConsoleClient(port, "secret").send("avd name") == "automotive"
    assert heard == ["auth secret", "avd name"]


def test_a_console_without_a_token_is_not_signed_in_to() -> None:
    with console(ok, banner=b"Android Console: type 'help' for a list of commands\r\nOK\r\n") as (port, heard):
        assert ConsoleClient(port, "").send("avd status") == ""
    assert heard == ["avd status"]


def test_a_reply_may_come_in_pieces() -> None:
    with console(lambda line: b"line\r\n" * 50_000 + b"OK\r\n") as (port, _):
        assert len(ConsoleClient(port, "secret").send("help").splitlines()) == 50_000


def test_a_refusal_is_a_fault_that_says_why() -> None:
    with (
        console(lambda line: b"KO: no such snapshot\r\n") as (port, _),
        pytest.raises(EmulatorConsoleFault, match=r"refused 'avd snapshot load x': no such snapshot"),
    ):
        ConsoleClient(port, "secret").avd_snapshot_load("x")


def test_a_wrong_token_is_not_repeated_in_the_fault() -> None:
    with console(lambda line: b"KO: bad token\r\n") as (port, _), pytest.raises(EmulatorConsoleFault, match="'auth'") as fault:
        ConsoleClient(port, "hush-hush").send("avd name")
    assert "hush" not in str(fault.value)


def test_nobody_there_silence_and_babble_are_faults() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(EmulatorConsoleFault, match="timed out"):
            ConsoleClient(port, "", timeout=0.05).send("avd name")
    with pytest.raises(EmulatorConsoleFault, match="avd name"):
        ConsoleClient(port, "", timeout=0.5).send("avd name")
    with console(lambda line: b"x" * (2 << 20)) as (port, _), pytest.raises(EmulatorConsoleFault, match="endless"):
        ConsoleClient(port, "secret").send("avd name")


@pytest.mark.parametrize("command", ["", "geo fix 1 2\nkill", "avd name\r", "\0"])
def test_a_second_line_cannot_be_smuggled_in(command: str) -> None:
    with console(ok) as (port, heard), pytest.raises(EmulatorConsoleFault, match="one line"):
        ConsoleClient(port, "secret").send(command)
    assert heard == []


def test_geo_fix_says_longitude_first() -> None:
    with console(ok) as (port, heard):
        ConsoleClient(port, "secret").geo_fix(2.3522, 48.8566, altitude=35)
    assert heard[1::2] == ["geo fix 2.3522000 48.8566000 35.00"]


@pytest.mark.parametrize("place", [(48.0, 120.0), (200.0, 0.0), (float("nan"), 0.0), (0.0, 0.0, float("inf"))])
def test_geo_fix_refuses_what_is_not_on_earth(place: tuple[float, ...]) -> None:
    with pytest.raises(EmulatorConsoleFault, match="not a place on Earth"):
        ConsoleClient(1, "").geo_fix(*place)


def test_snapshots_are_saved_loaded_and_deleted_by_plain_names() -> None:
    with console(ok) as (port, heard):
        there = ConsoleClient(port, "secret")
        there.avd_snapshot_save("a-1")
        there.avd_snapshot_load("a-1")
        there.avd_snapshot_delete("a-1")
        with pytest.raises(EmulatorConsoleFault, match="the name of a snapshot"):
            there.avd_snapshot_save("a b")
    assert heard[1::2] == ["avd snapshot save a-1", "avd snapshot load a-1", "avd snapshot delete a-1"]


@pytest.mark.parametrize("reply", [b"OK: killing emulator, bye bye\r\n", b""])
def test_killing_is_done_whether_it_says_so_or_hangs_up(reply: bytes) -> None:
    with console(lambda line: reply) as (port, heard):
        ConsoleClient(port, "secret").kill()
    assert heard[-1] == "kill"


def test_a_refused_kill_is_a_fault() -> None:
    with console(lambda line: b"KO: no\r\n") as (port, _), pytest.raises(EmulatorConsoleFault, match="refused"):
        ConsoleClient(port, "secret").kill()


def test_the_token_is_read_from_the_home_folder(tmp_path: Path) -> None:
    assert console_token(tmp_path) == ""
    (tmp_path / ".emulator_console_auth_token").write_text("abc\n")
    assert console_token(tmp_path) == "abc"
