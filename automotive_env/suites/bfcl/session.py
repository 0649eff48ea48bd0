"""An episode's instances, as seen from here: calls are made, and compared, in another process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any, Self

from automotive_env.errors import AgentFault, EnvironmentFault
from automotive_env.suites.bfcl.calls import BfclCall, to_json
from automotive_env.suites.bfcl.functions import BfclFunction, functions_by_name
from automotive_env.suites.bfcl.package import CLASSES
from automotive_env.suites.bfcl.scenario import BfclScenario, BfclTurn
from automotive_env.suites.rpc_process import RpcProcess, RpcProcessLost

_CLASSES = RpcProcess(("-m", "automotive_env.suites.bfcl.classes"), seconds=120)
"""One process for all episodes of this one; its own limit is that of processor time."""
_numbers = count(1)
_ended: list[int] = []
"""Episodes that the process may let go; it is told when the next one begins."""


@dataclass(frozen=True, slots=True)
class ComparedInstances:
    """The agent's instances beside those on which the right calls were made.

    Attributes:
        differs: public attributes that differ, such as "TicketAPI.ticket_queue".
        missing: answers to right calls of the turn that the agent never got, cut after 500 characters.
    """

    differs: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass
class BfclSession:
    """The instances of a scenario; a context, which lets them go at its end.

    A process that was lost is started again, and this one's calls are made again. An episode goes too far where it does so in
    a process of its own: what others keep in a common one is not its fault.
    """

    scenario: BfclScenario
    _number: int = field(default_factory=lambda: next(_numbers))
    _starts: int = -1
    _asked: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Self:
        scenario = self.scenario
        modules = {name: CLASSES[name] for name in scenario.toolset}
        over = [_ended.pop() for _ in range(len(_ended))]
        opened = self._ask("open", modules=modules, config=scenario.config, long_context=scenario.long_context, over=over)
        if fault := opened.get("fault"):
            raise EnvironmentFault(f"{scenario.id} cannot be played: {str(fault)[:300]}")
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        _ended.append(self._number)

    def call(self, calls: Sequence[BfclCall]) -> list[str]:
        """Make calls; what each answers.

        Raises:
            AgentFault: they took too long, or more memory than there is.
        """
        answers: list[str] = self._ask("call", calls=list(to_json(calls)))["answers"]
        return answers

    def compare(self, right: Sequence[BfclCall]) -> ComparedInstances:
        """Make the right calls of a turn beside the agent's, and compare.

        Raises:
            AgentFault: what the agent left cannot be compared in time.
        """
        found = self._ask("compare", calls=list(to_json(right)))
        return ComparedInstances(tuple(found["differs"]), tuple(found["missing"]))

    def _ask(self, do: str, **told: Any) -> dict[str, Any]:
        question = {"episode": self._number, "do": do, **told}
        with _CLASSES.lock:
            try:
                answer = self._answer(question)
            except RpcProcessLost:
                try:
                    answer = self._answer(question)  # a new process, in which there is nobody else
                except RpcProcessLost as lost:
                    raise self._blamed(lost, question) from None
            self._starts = _CLASSES.starts
            self._asked.append(question)
            return answer

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if not _CLASSES.is_running or self._starts != _CLASSES.starts:
            for asked in self._asked:
                _CLASSES.ask(asked)
        return _CLASSES.ask(question)

    def _blamed(self, lost: RpcProcessLost, question: dict[str, Any]) -> Exception:
        if question["do"] == "open":
            return EnvironmentFault(f"the classes of bfcl-eval cannot be used: {lost}")
        called = ", ".join(str(name) for name, _ in question["calls"][:5])
        return AgentFault(f"{question['do']} of {called or 'nothing'} did not finish: {lost}")


class BfclInterface:
    """What a player is given in a turn.

    Attributes:
        functions: name -> what can be called, those of this turn included.
        added: those that there are from this turn on.
        made: the calls so far, and what they answered.
        steps: how often calls were made.
    """

    def __init__(self, session: BfclSession, turn: BfclTurn, held_out: set[str]) -> None:
        functions = functions_by_name(session.scenario.toolset)
        self.functions: dict[str, BfclFunction] = {name: one for name, one in functions.items() if name not in held_out}
        self.added = [functions[name] for name in turn.added if name in functions]
        self.made: list[tuple[BfclCall, str]] = []
        self.steps = 0
        self._session = session

    def call(self, calls: Sequence[BfclCall]) -> list[str]:
        """Make the calls of one reply; what each answers.

        Raises:
            AgentFault: they took too long, or more memory than there is.
        """
        self.steps += 1
        answers = self._session.call(calls)
        self.made += zip(calls, answers, strict=True)
        return answers
