"""The actions of a face as tools of Inspect. They act on the car of the sample that is played, which `begin` sets up."""

from __future__ import annotations

from typing import Any

from inspect_ai.agent import Agent, AgentState, agent, react
from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, ToolDef, ToolParams
from inspect_ai.tool._tool_canonical import set_tool_canonical_arguments  # nothing public reads arguments before their check
from inspect_ai.util import store

from automotive_env.episode.action import fitted_fields
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import Limits
from automotive_env.errors import UsageError
from automotive_env.kate.training.rollouts.screen import ScreenRollOut, screen_class, system_prompt
from automotive_env.models.model import Tool as Offered
from automotive_env.text.spelling import find_spelling

KEY = "automotive_env:sample"
"""In the store of a sample: names its car."""
CARS: dict[str, ScreenRollOut] = {}
"""Name of a sample -> its car, while the sample is played; a store is written to the log and can hold none."""


@solver
def begin() -> Solver:
    """Set up the car of a sample; what is seen follows the goal."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        told = state.metadata
        car = screen_class(told["face"])()
        seen = car.reset(**{name: told[name] for name in ("task", "seed", "ending", "place")})
        CARS[state.uuid] = car
        state.store.set(KEY, state.uuid)
        state.user_prompt.text = f"## Goal\n{car.task.goal}\n{seen}"
        state.tools = tools(told["face"])
        return state

    return solve


async def leave(state: TaskState) -> None:
    """Put the car of a sample back."""
    if car := CARS.pop(state.store.get(KEY, ""), None):
        car.task.close()


def car_here() -> ScreenRollOut:
    """The car of the sample that is played.

    Raises:
        UsageError: none is.
    """
    car = CARS.get(store().get(KEY, ""))
    if car is None:
        raise UsageError("these tools work only while a sample of the task automotive_env/automotive is running")
    return car


def tools(face: Face = "screen") -> list[Tool]:
    """The actions of a face as tools, for any agent of Inspect that plays the task `automotive`."""
    return [_tool(one) for one in screen_class(face).tools]


def _tool(offered: Offered) -> Tool:
    async def act(**arguments: Any) -> str:
        said: str = getattr(car_here(), offered.name)(**arguments)
        return said

    return as_tool(offered, act)


def as_tool(offered: Offered, act: Any) -> Tool:
    """A tool of Inspect that is told by a JSON schema."""
    parameters = ToolParams.model_validate(dict(offered.parameters))
    for name, schema in parameters.properties.items():
        schema.description = schema.description or name
    made = ToolDef(act, offered.name, offered.description, parameters, parallel=False, max_output=0).as_tool()
    set_tool_canonical_arguments(made, lambda given: fitted_fields(offered.name, given))
    return made


def operate(face: Face = "screen") -> Agent:
    """Inspect's `react` with the actions of a face as its tools, until the task is ended."""
    return react(
        name="operate", prompt=system_prompt(face), model=_asked(), tools=tools(face), submit=False, on_continue=_goes_on
    )


@agent
def _asked() -> Agent:
    """The model that is evaluated; its calls name tools in any spelling, as everywhere, while Inspect knows one alone."""

    async def execute(state: AgentState, tools: list[Tool]) -> AgentState:
        state.output = await get_model().generate(state.messages, tools)
        names = [ToolDef(one).name for one in tools]
        for call in state.output.message.tool_calls or ():
            call.function = find_spelling(call.function, names) or call.function
        state.messages.append(state.output.message)
        return state

    return execute


async def _goes_on(state: AgentState) -> bool:
    """Whether the task goes on: not once it is ended, after a reply without a call, or after as many replies as a run allows."""
    car = car_here()
    replies = sum(message.role == "assistant" for message in state.messages)
    steps = Limits.for_task(car.task.task.steps).steps * (1 + len(car.task.instance.later))
    return bool(state.output.message.tool_calls) and not car.over and replies < steps
