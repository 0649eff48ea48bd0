"""How a model makes calls: as Python text, or as tools of its interface. Both reach the same APIs of the car."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from anyio import to_thread

from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import to_json
from automotive_env.car.calls.api import CallResult
from automotive_env.car.calls.catalogue import api_name, tool_name
from automotive_env.car.calls.look_ups import LOOK_UPS, SHARED_STATE, SearchableEnvironment
from automotive_env.car.core.world import all_apis
from automotive_env.models.model import Choice, ModelMessage, Tool, ToolCall
from automotive_env.suites.vehicleworld.players import sandbox
from automotive_env.suites.vehicleworld.players.calls import CallRunner
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit, code_in
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.release import ReleaseCall
from automotive_env.text.lenient_json import read_arguments

MAX_RESULT_CHARACTERS = 2_000
"""Characters that are told of what the car answered to a call."""
MAX_ROUND_CHARACTERS = 50_000
"""Characters that are told of all calls of a reply: enough for the APIs of six devices, not for all."""
MAX_TOOL_CALLS = 50
"""Calls in one reply that are carried out."""
MAX_TOOLS = 128
"""Tools that servers take at a time; what was looked up last has precedence."""
SHARED = f"{SearchableEnvironment.module}.{SHARED_STATE}"
LOOK_UP_TOOLS = tuple(
    Tool(tool_name(api), api.summary, api.schema())
    for api in map(SearchableEnvironment.apis.__getitem__, ("search_module", "search_api", "to_dict"))
)


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """What became of one reply.

    Attributes:
        calls: the calls that it made, and what the car answered.
        error: why its program ended early, or empty.
        only_looked: whether it did nothing but look up what there is.
        results: what the model is told.
    """

    calls: tuple[tuple[ReleaseCall, CallResult], ...]
    error: str
    only_looked: bool
    results: tuple[ModelMessage, ...]


class CallProtocol(Protocol):
    """A way of making calls."""

    def tools(self, interface: VehicleWorldInterface, modules: Iterable[str], *, looks_up: bool) -> tuple[Tool, ...]:
        """The tools that a request offers, where some modules are known."""
        ...

    async def carry_out(self, choice: Choice, caller: CallRunner, *, last: bool) -> ReplyOutcome | None:
        """Make the calls of a reply; None where it makes none.

        Args:
            choice: the reply.
            caller: makes the calls.
            last: whether the model cannot look at the results in this turn any more, if it acts.
        """
        ...


class TextCallProtocol:
    """Calls as Python text in a block."""

    def __init__(self, kit: PlayerKit) -> None:
        sandbox.start()
        self._kit = kit

    def tools(self, interface: VehicleWorldInterface, modules: Iterable[str], *, looks_up: bool) -> tuple[Tool, ...]:
        """None: the request offers text only."""
        return ()

    async def carry_out(self, choice: Choice, caller: CallRunner, *, last: bool) -> ReplyOutcome | None:
        """Run the blocks of a reply as one program."""
        code = code_in(choice.text)
        if not code:
            return None
        run = await to_thread.run_sync(caller.run, code)
        long = self._kit.options.long_state
        lines = bounded(f"{call_text(call)} -> {answer_text(call, result, long=long)}" for call, result in run.calls)
        looks_again = not run.only_looked and (not last or not run.calls)
        told = self._kit.render(
            "results.user", lines=lines, output=sendable(run.ran.output), error=run.ran.error, reflects=looks_again
        )
        return ReplyOutcome(run.calls, run.ran.error, run.only_looked, (ModelMessage("user", told),))


class ToolCallProtocol:
    """Calls as tools of the model's interface."""

    def __init__(self, *, long: bool = False) -> None:
        self._long = long

    def tools(self, interface: VehicleWorldInterface, modules: Iterable[str], *, looks_up: bool) -> tuple[Tool, ...]:
        """The functions, the look-ups, and the APIs of the known modules."""
        first = (*interface.functions.values(), *(LOOK_UP_TOOLS if looks_up else ()))
        apis = [api for module in modules for api in interface.apis(module).values() if f"{module}.{api.name}" not in LOOK_UPS]
        known = [Tool(tool_name(api), api.summary, api.schema()) for api in apis]
        return first + tuple(known[-(MAX_TOOLS - len(first)) :])

    async def carry_out(self, choice: Choice, caller: CallRunner, *, last: bool) -> ReplyOutcome | None:
        """Make the calls that a reply wants, beside the event loop, as programs do: a question may wait for its answer."""
        return await to_thread.run_sync(self._carried_out, choice, caller) if choice.tool_calls else None

    def _carried_out(self, choice: Choice, caller: CallRunner) -> ReplyOutcome:
        caller.made, answers, faults = [], [], []
        for number, wanted in enumerate(choice.tool_calls):
            try:
                if number >= MAX_TOOL_CALLS:
                    raise ValueError(f"only {MAX_TOOL_CALLS} calls a reply are made")
                answers.append(_called(wanted, caller, self._long))
            except ValueError as fault:
                faults.append(str(fault))
                answers.append(str(fault))
        calls = tuple(caller.made)
        only_looked = bool(calls) and not faults and all(call.name in LOOK_UPS for call, _ in calls)
        told = zip(choice.tool_calls, bounded(answers), strict=True)
        results = tuple(ModelMessage("tool", answer, tool_call_id=wanted.id) for wanted, answer in told)
        return ReplyOutcome(calls, "; ".join(faults)[:500], only_looked, results)


def _called(wanted: ToolCall, caller: CallRunner, long: bool) -> str:
    """Make a call; returns what a model is told of it.

    Raises:
        ValueError: there is no such tool, or its arguments are no object.
    """
    try:
        name, arguments = _read(wanted, caller)
    except ValueError as fault:
        caller.interface.refuse(wanted.name, str(fault))
        raise
    result = caller.call(name, (), arguments)
    return answer_text(caller.made[-1][0], result, long=long)


def _read(wanted: ToolCall, caller: CallRunner) -> tuple[str, dict[str, Any]]:
    """The full name and the arguments of a call.

    Raises:
        ValueError: there is no such tool, or its arguments are no object.
    """
    name = caller.interface.name_of(wanted.name)
    usage = ""
    if name not in caller.interface.functions:
        usage = all_apis()[api_name(name)].usage()
    try:
        return name, read_arguments(wanted.arguments)
    except ValueError as fault:
        raise ValueError(f"{wanted.name} was not called: {fault}. {usage}".strip()) from None


def call_text(call: ReleaseCall) -> str:
    """A call as results name it: "radio.radio_volume_set(value=30)"."""
    return f"{call.name}({', '.join(f'{name}={to_json(value)}' for name, value in call.arguments.items())})"[:400]


def answer_text(call: ReleaseCall, result: CallResult, *, long: bool = False) -> str:
    """What the car answered, as a model is told; what was looked up is told whole, as text.

    Args:
        call: what was called.
        result: what the car answered.
        long: whether shared state is told with types and descriptions.
    """
    if call.name == SHARED and isinstance(result.data, Mapping):
        return to_json(result.data) if long else "\n".join(f"{n} = {to_json(node['value'])}" for n, node in result.data.items())
    if call.name in LOOK_UPS and result.success:
        data = result.data
        return data if isinstance(data, str) else "\n".join(f"{name}: {about}" for name, about in dict(data).items())
    text = to_json(result.to_json())
    return text if len(text) <= MAX_RESULT_CHARACTERS else f"{text[: MAX_RESULT_CHARACTERS - 1]}…"


def bounded(answers: Iterable[str]) -> list[str]:
    """Answers, all of them together within a bound; what does not fit says so."""
    told, left = [], MAX_ROUND_CHARACTERS
    for answer in answers:
        told.append(answer if len(answer) <= left else f"{answer[: min(left, 200)]}… (too long to be told; ask for less at once)")
        left -= min(left, len(answer))
    return told
