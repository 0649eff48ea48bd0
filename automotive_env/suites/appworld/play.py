"""One task of AppWorld, whose code runs in a process of its own."""

from __future__ import annotations

import os
import shutil
import uuid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anyio import to_thread

from automotive_env.errors import AgentFault, EnvironmentFault, LimitReached
from automotive_env.models.metered import MeteredModel
from automotive_env.runs.records.calls import ModelCallLog
from automotive_env.runs.records.records import ObservationRecord, OutcomeRecord, StepRecord
from automotive_env.suites.appworld.players import NoopCodePlayer
from automotive_env.suites.appworld.tasks import SUITE, AppWorldTask
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.suites.playing import play_turns
from automotive_env.suites.rpc_process import RpcProcess, RpcProcessLost
from automotive_env.validators.criterion import Criterion, every

MAX_STEPS = 40
MAX_CODE = 20_000
SECONDS = 180.0
"""For which a step may run, or a world be made; AppWorld's own bound is 100 s a step."""


def process(root: Path, home: str) -> RpcProcess:
    """A process for AppWorld, in the Python that APPWORLD_PYTHON names, or else in this one; its home is the given folder."""
    environ = {"APPWORLD_ROOT": str(root), "HOME": home}
    program = ("-s", str(Path(__file__).with_name("world.py")))  # packages of its home may be what a task's code left there
    return RpcProcess(program, seconds=SECONDS, python=os.environ.get("APPWORLD_PYTHON", ""), environ=environ)


class AppWorldEvaluation:
    """What AppWorld's own tests say, once they were made."""

    def __init__(self) -> None:
        self.criteria: list[Criterion] = []
        self.perfect = False

    def scores(self) -> dict[str, float]:
        """The share of its tests that pass."""
        return {"tests": round(sum(map(bool, self.criteria)) / len(self.criteria), 4)} if self.criteria else {}


async def play(
    task: AppWorldTask,
    player: NoopCodePlayer,
    *,
    model: MeteredModel | None = None,
    trial: int = 0,
) -> PlayedEpisode:
    """Play a task; never raises on what goes wrong in it. Arguments are those of the other suites of scenarios."""
    evaluated = AppWorldEvaluation()

    async def turns(asked: ModelCallLog, steps: list[StepRecord]) -> None:
        await _turns(task, player, evaluated, asked, steps)

    def further() -> dict[str, Any]:
        return {"verdict": every(*evaluated.criteria).to_json() if evaluated.criteria else {}}

    return await play_turns(task, player, turns, SUITE, evaluated, model, trial, further)


async def _turns(
    task: AppWorldTask, player: NoopCodePlayer, evaluated: AppWorldEvaluation, asked: ModelCallLog, steps: list[StepRecord]
) -> None:
    named = {"task": task.id, "experiment": f"automotive-env-{uuid.uuid4().hex}"}
    with TemporaryDirectory() as home:
        world, judge = process(task.root, home), process(task.root, home)
        try:
            player.reset(task.instruction, await _ask(world, EnvironmentFault, do="open", **named))
            ended = await _steps(world, player, asked, steps)
            await _ask(world, AgentFault, do="close")
            found = await _ask(judge, EnvironmentFault, do="evaluate", **named)
        finally:
            world.end()
            judge.end()
            shutil.rmtree(task.root / "experiments" / "outputs" / named["experiment"], ignore_errors=True)
    for met, key in ((True, "passes"), (False, "failures")):
        evaluated.criteria += [Criterion(name, name, "so" if met else "otherwise", met=met) for name in found[key]]
    if not ended:
        raise LimitReached(f"the task has more than {MAX_STEPS} steps")
    evaluated.perfect = found["success"] is True


async def _steps(world: RpcProcess, player: NoopCodePlayer, asked: ModelCallLog, steps: list[StepRecord]) -> bool:
    """Let the player write code until it has nothing more to do; whether it came to that within the limit."""
    output = ""
    for number in range(1, MAX_STEPS + 1):
        code = await player.code(output)
        run: dict[str, Any] = {"output": "", "completed": True}
        if len(code) > MAX_CODE:
            run = {"output": f"Execution failed. The code has more than {MAX_CODE} characters.", "completed": False}
        elif code:
            run = await _ask(world, AgentFault, do="execute", code=code)
        output = str(run["output"])
        steps.append(
            StepRecord(
                step=number,
                observation=ObservationRecord(id=number, app="", driving_state="", time="", gps="", elements=()),
                calls=asked.take(),
                action={"action_type": "code", "code": code[:MAX_CODE]} if code else None,
                outcome=OutcomeRecord(done=not output.startswith("Execution failed"), message=output) if code else None,
            )
        )
        if run["completed"]:
            return True
    return False


async def _ask(child: RpcProcess, blamed: type[Exception], **question: Any) -> dict[str, Any]:
    """An answer; where there is none, somebody is blamed for it."""
    try:
        found = await to_thread.run_sync(child.ask, question)
    except RpcProcessLost as lost:
        raise blamed(f"{question['do']} of AppWorld: {lost}") from None
    if fault := found.get("fault"):
        raise blamed(f"{question['do']} of AppWorld: {fault}")
    return found
