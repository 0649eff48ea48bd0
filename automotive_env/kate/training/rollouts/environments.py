"""Where roll-outs are played, by the names that rows have, and the rows themselves."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from automotive_env.episode.faces import FACES, Face
from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.gold import items_of
from automotive_env.kate.training.rollouts import screen
from automotive_env.kate.training.rollouts.tool_class import RollOut
from automotive_env.kate.training.rollouts.vehicleworld import environment_of, modules_of, turn_class
from automotive_env.kate.training.row import ChatMessage, TrainingRow
from automotive_env.kate.training.rows import UNTOLD, TrainedAgent, gold_rows
from automotive_env.models.openai_request import openai_tool
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import Selection, Suite
from automotive_env.suites.vehicleworld.scenario import SUITE as VEHICLEWORLD

ENVIRONMENTS: Mapping[str, Face] = {
    screen.ENVIRONMENT if face == "screen" else f"{screen.ENVIRONMENT}:{face}": face for face in FACES
}
"""Environment of the tasks -> face on which they are played."""


def environment_class(name: str) -> type[RollOut]:
    """The class that a row's environment names.

    Raises:
        UsageError: there is none.
    """
    suite, _, devices = str(name).partition(":")
    if suite == VEHICLEWORLD and devices:
        return turn_class(tuple(devices.split("+")))
    if suite == screen.ENVIRONMENT and name in ENVIRONMENTS:
        return screen.screen_class(ENVIRONMENTS[name])
    raise UsageError(f"no roll-outs are played in {name!r:.60}: there are vehicleworld:DEVICE+DEVICE, {', '.join(ENVIRONMENTS)}")


async def rollout_rows(
    suite: Suite,
    selection: Selection,
    split: Split,
    left_out: Counter[str],
    pupil: TrainedAgent = UNTOLD,
) -> AsyncIterator[TrainingRow]:
    """A row for each roll-out that begins in a split: a turn of a scenario, or an instance of a task.

    Args:
        suite: vehicleworld or automotive.
        selection: what of it.
        split: of the tasks.
        left_out: counts, by why, what makes no row.
        pupil: who is taught; of vehicleworld always `fc_given`, and of automotive whoever uses tools.

    Raises:
        UsageError: the suite has no roll-outs, or nothing that is chosen is in the split.
    """
    if suite.name == VEHICLEWORLD:
        async for row in gold_rows(suite, selection, split, left_out, replace(pupil, agent="fc_given")):
            yield row.model_copy(update={"completion": (), "environment": environment_of(modules_of(row.tool_list()))})
    elif suite.name == screen.ENVIRONMENT:
        system = ChatMessage(role="system", content=screen.system_prompt())
        tools = tools_of(screen.screen_class())
        for item in items_of(suite, selection, split):
            instance = item.content
            if not screen.is_instance(item.task, instance):
                left_out["instances that their seed does not make again"] += 1
                continue
            yield TrainingRow(
                id=f"{item.task}/{item.instance}",
                suite=suite.name,
                task=item.task,
                query=instance.goal,
                prompt=(system, ChatMessage(role="user", content=f"## Goal\n{instance.goal}\n")),
                tools=tools,
                environment=screen.ENVIRONMENT,
                seed=instance.seed,
                ending=instance.ending,
            )
    else:
        raise UsageError(f"the suite {suite.name} has no roll-outs; vehicleworld and automotive have")


def tools_of(kind: type[RollOut]) -> str:
    """The tools of a class as JSON text, as rows have it."""
    return json.dumps([openai_tool(tool.name, tool.description, tool.parameters) for tool in kind.tools], ensure_ascii=False)
