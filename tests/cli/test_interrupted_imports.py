"""Ctrl-C ends a command without a traceback, also while modules are imported."""

import os
import signal
import subprocess
import sys

import pytest

from automotive_env.__main__ import INTERRUPTED

pytestmark = pytest.mark.posix
INTERRUPT = f"import os\nos.kill(os.getpid(), {int(signal.SIGINT)})\nsum(range(10**7))\n"


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("typer", ["--help"]),
        ("own_agent", ["run", "--agent", "own_agent:agent"]),
        pytest.param("pydantic", ["run", "--agent", "noop", "--tasks", "hvac.loud_fan"], marks=pytest.mark.sweep),
        pytest.param("own_suite", ["run", "--suite", "own_suite:suite"], marks=pytest.mark.sweep),
        pytest.param("own_task", ["tasks", "show", "own_task:Task"], marks=pytest.mark.sweep),
    ],
)
@pytest.mark.at_once(1)
def test_ctrl_c_while_a_module_is_imported(tmp_path, module, arguments):
    (tmp_path / f"{module}.py").write_text(INTERRUPT)
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "automotive_env", *arguments]
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=80
    )
    assert (done.returncode, "Traceback" in done.stderr) == (INTERRUPTED, False)
