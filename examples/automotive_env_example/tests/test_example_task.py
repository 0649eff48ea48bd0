"""The task passes the gates that the tasks of the benchmark pass."""

from automotive_env_example.tasks import MistedMirrors

from automotive_env.suites.automotive.proving.gates import faults


def test_the_task_can_be_trusted() -> None:
    assert faults(MistedMirrors()) == []
