"""Pairs of ports, between threads and between processes."""

import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE

import pytest
from fake_sdk import FIRST_PORT
from processes import started

from automotive_env.emulator.ports import take_ports
from automotive_env.errors import EnvironmentFault
from automotive_env.machine.locks import FileLock, lock_folder


@pytest.fixture
def pairs() -> range:
    """Four pairs that nobody listens on."""
    return range(FIRST_PORT + 20, FIRST_PORT + 28, 2)


def test_each_pair_is_given_once_and_again_when_it_is_released(tmp_path: Path, pairs: range) -> None:
    taken = [take_ports(tmp_path, pairs) for _ in pairs]
    assert [(pair.console, pair.adb) for pair in taken] == [(port, port + 1) for port in pairs]
    with pytest.raises(EnvironmentFault, match=f"{pairs[0]} to {pairs[-1]} are taken"):
        take_ports(tmp_path, pairs)
    taken[2].release()
    assert take_ports(tmp_path, pairs).console == taken[2].console


@pytest.mark.parametrize("busy", [0, 1])
def test_a_pair_of_which_one_port_is_in_use_is_passed_over(tmp_path: Path, pairs: range, busy: int) -> None:
    with socket.create_server(("127.0.0.1", pairs[0] + busy)):
        pair = take_ports(tmp_path, pairs)
    assert pair.console == pairs[1]


def test_what_another_process_holds_is_free_when_that_is_killed(tmp_path: Path, pairs: range) -> None:
    code = (
        "import sys, pathlib, time\nfrom automotive_env.emulator.ports import take_ports\n"
        f"pair = take_ports(pathlib.Path({str(tmp_path)!r}), {pairs!r})\nprint(pair.console, flush=True)\ntime.sleep(60)"
    )
    with started([sys.executable, "-c", code], stdout=PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == f"{pairs[0]}\n"
        assert take_ports(tmp_path, pairs).console == pairs[1]
        other.kill()
        other.wait()
    assert take_ports(tmp_path, pairs).console == pairs[0]


def test_the_lock_folder_is_the_users_own() -> None:
    folder = lock_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.rmdir()
    folder.symlink_to("/")
    with pytest.raises(EnvironmentFault, match="is not yours"):
        lock_folder()


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "x"), FileLock(tmp_path / "x")
    assert first.take()
    assert not second.take()
    assert not second.take(shared=True)
    first.release()
    assert second.take(wait=True)
    second.release()
    assert first.take(shared=True)
    assert second.take(shared=True)
    assert not FileLock(tmp_path / "x").take()


def test_the_last_holder_of_a_lock_takes_its_file_away(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "x"), FileLock(tmp_path / "x")
    assert first.take(shared=True)
    assert second.take(shared=True)
    first.release()
    assert not FileLock(tmp_path / "x").take()
    second.release()
    assert not list(tmp_path.iterdir())


def test_who_waited_for_a_lock_holds_the_file_that_others_see(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "x"), FileLock(tmp_path / "x")
    assert first.take()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(second.take, wait=True)
        first.release()
        assert waiting.result()
    assert not FileLock(tmp_path / "x").take()
