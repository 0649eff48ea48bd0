"""The examples for clusters ask for what there is."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from command_line import commands

CLUSTER = Path(__file__).parents[1] / "examples" / "cluster"


def command(text: str) -> list[str]:
    """The arguments of `automotive-env run` in a file, over several lines."""
    (found,) = re.findall(r"^ *automotive-env run ((?:.*\\\n|.*--.*\n)+)", text, re.MULTILINE)
    return shlex.split(found.replace("\\\n", " "))


@pytest.mark.parametrize(
    ("name", "given"), [("run.sbatch", {"$@": "--agent=t3a", "${where[@]}": "--out=runs/x"}), ("rayjob.yaml", {})]
)
def test_the_command_is_understood(name: str, given: dict[str, str]) -> None:
    words = [given.get(word, word) for word in command((CLUSTER / name).read_text())]
    workers = words.index("--workers") + 1
    while not words[workers + 1].startswith("--"):
        words.pop(workers + 1)  # arithmetic of the shell
    words[workers] = "30"
    context = commands().commands["run"].make_context("run", words)
    assert (context.params["executor"], context.params["concurrency"]) == ("ray", 50)


def test_the_batch_file_is_bash() -> None:
    subprocess.run(["bash", "-n", CLUSTER / "run.sbatch"], check=True, timeout=30)
