"""Run folders that were changed harm nobody: a round of the script that changes them."""

import pytest

from automotive_env.scripts.mutated_folders import MUTATIONS, try_all


@pytest.mark.posix
@pytest.mark.sweep
def test_no_command_raises_or_touches_files_of_the_user():
    found = try_all(len(MUTATIONS))
    assert found.faults == []
    assert {name for name, _ in found.statuses} == {mutation.__name__ for mutation in MUTATIONS}
