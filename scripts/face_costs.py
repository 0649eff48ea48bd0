"""What the tasks that can be played by calls cost T3A on each face if it makes no mistake: steps, and tokens of its prompts.

A model that is shown the task answers each prompt with the next action of the first solution. Where calls are offered it goes by
them, and begins with the look-ups that an agent needs if it does not know the APIs. Tokens are estimated, four characters each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum
from typing import Annotated

import anyio
import typer

from automotive_env.agents.agent import Agent, Decision, EpisodeContext, begin_turn
from automotive_env.agents.oracle import OracleAgent
from automotive_env.agents.t3a import t3a
from automotive_env.car.calls.catalogue import assistant_apis
from automotive_env.episode.action import Action, Answer, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Completion, ModelRequest, Sampling, Usage
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.suites.automotive.play import play
from automotive_env.suites.automotive.proving.playing import STEPS, instance
from automotive_env.tasks.kit.by_calls import call_plans, takes_calls
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import TASKS
from automotive_env.text.output import prepare_output

MEASURED = {
    "steps": "steps",
    "model_calls": "prompts",
    "tokens": "tokens",
    "prompt_tokens": "of prompts",
    "completion_tokens": "of replies",
}
"""Field of a record -> what the table calls it, on average an episode."""


@dataclass
class Prompter:
    """A model that says what it is told to; see `automotive_env.models.model.Model`.

    Attributes:
        action: what it answers when it is asked for an action.
    """

    action: Action = Answer(text="-")
    name: str = "faultless"

    async def complete(self, request: ModelRequest) -> Completion:
        """The action, or a word on what was done."""
        said = f"Reason: This is the next step.\nAction: {json.dumps(self.action.to_json())}"
        text = said if request.purpose == "act" else "The car did what was meant, and the goal is nearer."
        return Completion.of(text, Usage(len(request.text) // 4, len(text) // 4, calls=1))

    async def probe(self, sampling: Sampling) -> Abilities:
        """Nothing can be missing."""
        return Abilities()

    async def close(self) -> None:
        """There is nothing to release."""


class FaultlessT3A:
    """T3A, whose model always knows the next action."""

    name = "t3a"

    def __init__(self, prompter: Prompter, model: MeteredModel, plan: CallPlan | None) -> None:
        self._prompter = prompter
        self._agent: Agent = t3a.make(model)
        self._oracle = OracleAgent(plan)

    def brief(self, task: Task, instance: TaskInstance) -> None:
        """See the task."""
        self._oracle.brief(task, instance)

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode."""
        self._context = context
        self._oracle.reset(goal, context)
        self._agent.reset(goal, context)

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: the plan goes on."""
        self._oracle.hear(opening)
        begin_turn(self._agent, opening, self._context)

    async def act(self, observation: Observation) -> Decision:
        """What T3A decides when it is told what to."""
        decided = await self._oracle.act(observation)
        assert decided.action is not None, "a plan holds actions"
        self._prompter.action = decided.action
        return await self._agent.act(observation)

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """As T3A does."""
        return await self._agent.reflect(decision, outcome, after)


def looked_up(plan: CallPlan) -> CallPlan:
    """A plan with the look-ups of its devices before it; where it begins with waiting, they take their seconds of that."""
    modules = list(dict.fromkeys(api.partition(".")[0] for api in sorted(plan.apis) if api not in assistant_apis()))
    if not modules:
        return plan
    first = CallPlan().call("environment.search_module").call("environment.search_api", modules=modules)
    moves = plan.moves
    if isinstance(moves[0], Wait) and moves[0].seconds > len(first.moves):
        moves = (Wait(seconds=moves[0].seconds - len(first.moves)), *moves[1:])
    return replace(plan, moves=(*first.moves, *moves))


def episodes(face: Face, car: HeadlessController, tasks: Iterable[Task] = TASKS.values()) -> Iterator[EpisodeRecord]:
    """An episode of each ending of each task that can be played by calls."""
    for task in tasks:
        for ending in task.endings if takes_calls(task) else ():
            drawn = instance(task, 0, ending)
            plan = None if face == "screen" else looked_up(next(iter(call_plans(task, drawn))))
            prompter = Prompter()
            model = MeteredModel(prompter)
            agent = FaultlessT3A(prompter, model, plan)

            async def played(
                task: Task = task, drawn: TaskInstance = drawn, agent: Agent = agent, model: MeteredModel = model
            ) -> EpisodeRecord:
                limits = Limits(steps=STEPS)
                return (await play(task, drawn, car, agent, limits=limits, model=model, face=face, privileged=True)).record

            yield anyio.run(played)


def main(faults: Annotated[bool, typer.Option(help="List the episodes that do not pass.")] = False) -> None:
    """Print a table."""
    car = HeadlessController()
    print(f"| {' | '.join(('face', 'episodes', 'passed', *MEASURED.values()))} |")
    print(f"|---|{'--:|' * (2 + len(MEASURED))}")
    for face in FACES:
        found = list(episodes(face, car))
        means = [f"{fsum(getattr(record, field) for record in found) / len(found):,.1f}" for field in MEASURED]
        print(f"| {' | '.join((face, str(len(found)), str(sum(record.success for record in found)), *means))} |")
        for record in found if faults else ():
            if not record.success:
                print(f"{record.task} {record.ending}: {record.why}")


if __name__ == "__main__":
    prepare_output()
    typer.run(main)
