"""The loop of models that play BFCL: ask, make the calls of the reply, tell what they answered, until a reply calls nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from anyio import to_thread

from automotive_env.agents.prompting import sendable
from automotive_env.models.model import CarFacts, Choice, Completion, ModelMessage, Tool
from automotive_env.suites.bfcl.calls import BfclCall, read_calls, read_tool_calls
from automotive_env.suites.bfcl.functions import BfclFunction
from automotive_env.suites.bfcl.judging import MAX_STEPS
from automotive_env.suites.bfcl.session import BfclInterface
from automotive_env.suites.vehicleworld.players import PlayedTurn
from automotive_env.suites.vehicleworld.players.conversation import PlayerKit

MAX_ANSWER_CHARACTERS = 200_000
"""Of an answer that a model is told; the longest to a right call has 32,000."""


class BfclCallForm(Protocol):
    """A way of making calls."""

    wants: Literal["calls", "tools"]

    def system(self, functions: Iterable[BfclFunction]) -> str:
        """What a model is told first; empty where nothing is."""
        ...

    def tools(self, functions: Iterable[BfclFunction]) -> tuple[Tool, ...]:
        """The tools that a request offers."""
        ...

    def read(self, choice: Choice, interface: BfclInterface) -> tuple[BfclCall, ...]:
        """The calls of a reply.

        Raises:
            ValueError: there are some that may not run, so that none does.
        """
        ...

    def told(self, choice: Choice, calls: Sequence[BfclCall], answers: Sequence[str]) -> list[ModelMessage]:
        """The messages that tell what calls answered."""
        ...


class BfclToolCalls:
    """Calls as tools of the model's interface."""

    wants: Literal["calls", "tools"] = "tools"

    def system(self, functions: Iterable[BfclFunction]) -> str:
        """Nothing: the tools say all, as in BFCL."""
        return ""

    def tools(self, functions: Iterable[BfclFunction]) -> tuple[Tool, ...]:
        """All functions."""
        return tuple(function.tool for function in functions)

    def read(self, choice: Choice, interface: BfclInterface) -> tuple[BfclCall, ...]:
        """The calls that the reply wants made."""
        return read_tool_calls(choice.tool_calls)

    def told(self, choice: Choice, calls: Sequence[BfclCall], answers: Sequence[str]) -> list[ModelMessage]:
        """A message for each call."""
        pairs = zip(choice.tool_calls, answers, strict=True)
        return [ModelMessage("tool", answer, tool_call_id=wanted.id) for wanted, answer in pairs]


class PythonTextCalls:
    """Calls as a list of Python calls in the reply."""

    wants: Literal["calls", "tools"] = "calls"

    def __init__(self, kit: PlayerKit) -> None:
        self._kit = kit

    def system(self, functions: Iterable[BfclFunction]) -> str:
        """The rules, and the documentation of the functions."""
        return self._kit.render("calls.system", functions=[function.line for function in functions])

    def tools(self, functions: Iterable[BfclFunction]) -> tuple[Tool, ...]:
        """None: the request offers text only."""
        return ()

    def read(self, choice: Choice, interface: BfclInterface) -> tuple[BfclCall, ...]:
        """The calls in the reply."""
        return read_calls(choice.text, interface.functions)

    def told(self, choice: Choice, calls: Sequence[BfclCall], answers: Sequence[str]) -> list[ModelMessage]:
        """One message of the user's."""
        lines = [f"{sendable(call.text)} -> {answer}" for call, answer in zip(calls, answers, strict=True)]
        return [ModelMessage("user", self._kit.render("results.user", lines=lines))]


class CallingPlayer:
    """Asks a model. A turn ends with a reply that calls nothing, or whose calls cannot be read, or with too many steps."""

    def __init__(self, name: str, kit: PlayerKit, protocol: BfclCallForm) -> None:
        self.name = name
        self._kit, self._protocol = kit, protocol
        self.reset()

    def reset(self) -> None:
        """Begin a scenario; nothing was said."""
        self._messages: list[ModelMessage] = []

    async def turn(self, query: str, interface: BfclInterface) -> PlayedTurn:
        """Do what the user says.

        Raises:
            ModelFault: the model could not be asked.
            AgentFault: calls took too long.
        """
        if not query and not interface.added:
            return PlayedTurn(reasoning="Nothing was said.")
        said = query or self._announcement(interface)
        if not self._messages and (system := self._protocol.system(interface.functions.values())):
            self._messages.append(ModelMessage("system", system))
        self._messages.append(ModelMessage("user", sendable(said)))
        rounds, error = 0, ""
        while True:
            choice = (await self._ask(said, interface)).choice
            rounds += 1
            self._messages.append(ModelMessage("assistant", sendable(choice.text), tool_calls=choice.tool_calls))
            try:
                calls = self._protocol.read(choice, interface)
            except ValueError as fault:
                calls, error = (), f"no call was made: {fault}"
            if not calls:
                self._messages += [ModelMessage("tool", error, tool_call_id=wanted.id) for wanted in choice.tool_calls]
                break
            made = await to_thread.run_sync(interface.call, calls)  # beside the event loop: some take seconds
            answers = [sendable(answer)[:MAX_ANSWER_CHARACTERS] for answer in made]
            self._messages += self._protocol.told(choice, calls, answers)
            if interface.steps > MAX_STEPS:
                break
        return PlayedTurn(reasoning=choice.text.strip()[:2_000], reply=choice.text, error=error, rounds=rounds)

    async def _ask(self, said: str, interface: BfclInterface) -> Completion:
        functions = interface.functions.values()
        named = tuple(Tool(f"{one.owner}.{one.name}", one.tool.description, one.tool.parameters) for one in functions)
        car = CarFacts(self._protocol.wants, apis=named, acted=interface.steps > 0, fenced=False)
        return await self._kit.ask("act", self._messages, said, car, self._protocol.tools(functions))

    def _announcement(self, interface: BfclInterface) -> str:
        documents = [] if self._protocol.wants == "tools" else [function.line for function in interface.added]
        return self._kit.render("added.user", functions=documents)
