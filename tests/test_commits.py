"""Subjects of commits: imperative, short, without a full stop."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cases import cases

ROOT = Path(__file__).parent.parent
NEWEST = 30
LONGEST = 72
NOT_IMPERATIVE = re.compile(r"\w+(?:ed|ing)")
IMPERATIVE = frozenset({"Bring", "Embed", "Feed", "Need", "Seed", "Shed", "Speed", "Spring", "String", "Swing"})
"""Imperatives that end like other forms."""


def faults(subject: str) -> list[str]:
    """What is wrong with the subject of a commit."""
    first = subject.split(" ")[0]
    wrong = {
        f"has more than {LONGEST} characters": len(subject) > LONGEST,
        "begins with a small letter": subject[:1].islower(),
        "ends with a full stop": subject.endswith("."),
        f"{first!r} is no imperative": bool(NOT_IMPERATIVE.fullmatch(first)) and first not in IMPERATIVE,
    }
    return [fault for fault, holds in wrong.items() if holds]


@cases(
    "subject,fault",
    [
        ("Refuse links in run folders", ""),
        ("Seed every generator", ""),
        ("Refused links in run folders", "no imperative"),
        ("Refusing links", "no imperative"),
        ("refuse links", "small letter"),
        ("Refuse links.", "full stop"),
        ("Refuse " + "links " * 20, "72 characters"),
    ],
)
def test_a_subject_is_judged(subject: str, fault: str) -> None:
    assert [fault in found for found in faults(subject)] == ([True] if fault else [])


def test_the_newest_commits_have_good_subjects() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and the history of the checkout")
    told = [git, "-c", "safe.directory=*", "-C", str(ROOT), "log", "--no-merges", f"-{NEWEST}", "--format=%s"]
    subjects = subprocess.run(told, capture_output=True, text=True, check=True).stdout.splitlines()
    assert {subject: found for subject in subjects if (found := faults(subject))} == {}
