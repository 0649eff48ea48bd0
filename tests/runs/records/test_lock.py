"""One process owns a run folder; the lock ends with the process that holds it."""

import signal
import sys
from subprocess import PIPE

import pytest
from processes import started
from result_fakes import manifest

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder

HOLD = """
import sys
from automotive_env.runs.records.folder import RunFolder
with RunFolder.open(sys.argv[1]).owned():
    print("owned", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", manifest())


@pytest.fixture
def holder(folder):
    with started([sys.executable, "-c", HOLD, str(folder.path)], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout.readline() == "owned\n"
        yield process


def test_a_folder_has_one_owner_at_a_time(folder):
    with folder.owned():
        with pytest.raises(UsageError, match="is in use: another process records its run there"), folder.owned():
            pass
        assert RunFolder.open(folder.path).episodes() == []  # anybody may read
    with folder.owned():
        pass


def test_another_process_is_kept_out(folder, holder):
    with pytest.raises(UsageError, match="is in use"), folder.owned():
        pass


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.sweep)])
def test_the_lock_ends_with_its_holder_however_that_ends(folder, holder, how):
    holder.send_signal(how)
    holder.wait(timeout=30)
    with folder.owned():
        pass
