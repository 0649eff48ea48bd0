"""The suites as tasks of Inspect, `automotive_env/NAME`; none needs a sandbox, since the car is in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError  # nothing public does the same; evaluations of its makers use it, too

from automotive_env.adapters.inspect.players import player
from automotive_env.adapters.inspect.samples import samples
from automotive_env.adapters.inspect.scoring import verdict
from automotive_env.adapters.inspect.tools import begin, leave, operate
from automotive_env.episode.faces import Face
from automotive_env.errors import UsageError
from automotive_env.suites.suite import Selection
from automotive_env.version import TASK_SET_VERSION

TaskNames: TypeAlias = str | list[str] | None
"""Names or patterns such as "hvac.*", or several with commas; all without any."""


class InspectUsageError(PrerequisiteError, UsageError):
    """Wrong usage, of which the command line of Inspect shows the message alone, without a traceback."""


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        raise InspectUsageError(str(error)) from None


@task
def automotive(tasks: TaskNames = None, face: Face = "screen", seed: int = 0, instances: int = 1, place: str = "random") -> Task:
    """The tasks of this benchmark, with the actions of a face as tools; `--solver automotive_env/player` plays our agents.

    Args:
        tasks: which of them.
        face: how the car is reached: screen, calls or both.
        seed: what instances are drawn from.
        instances: of each task.
        place: a city, "LATITUDE,LONGITUDE" or "random".
    """
    with _refusing():
        return Task(
            samples("automotive", Selection(_names(tasks), instances=instances, seed=seed, place=place, face=(face,))),
            setup=begin(),
            solver=operate(face),
            cleanup=leave,
            scorer=verdict(),
            version=TASK_SET_VERSION,
        )


@task
def vehicleworld(tasks: TaskNames = None, agent: str = "fc") -> Task:
    """Scenarios of VehicleWorld, which our players play with the model that is evaluated.

    Args:
        tasks: which of them.
        agent: who plays: fc, sfc, ...
    """
    return _scenarios("vehicleworld", tasks, agent)


@task
def conversations(tasks: TaskNames = None, agent: str = "fc") -> Task:
    """Conversations with a scripted person, which our players hold with the model that is evaluated.

    Args:
        tasks: which of them.
        agent: who plays.
    """
    return _scenarios("conversations", tasks, agent)


def _scenarios(suite: str, tasks: TaskNames, agent: str) -> Task:
    with _refusing():
        planned = samples(suite, Selection(_names(tasks)))
    return Task(planned, solver=player(agent), scorer=verdict(), version=TASK_SET_VERSION)


def _names(tasks: TaskNames) -> tuple[str, ...]:
    given = tasks.split(",") if isinstance(tasks, str) else tasks or ()
    return tuple(name.strip() for name in given)
