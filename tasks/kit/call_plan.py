"""A way through a task without a screen, as data: calls of the vehicle's APIs, and what is said, in order.

>>> plan = CallPlan().call("hazardLight.switch", switch=True).answer("The flashers are on.")
>>> [action.action_type for action in plan.actions]
['call', 'answer', 'status']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

from automotive_env.episode.action import Answer, Call, Status, Wait

CallMove: TypeAlias = Call | Answer | Wait | Status


@dataclass(frozen=True, slots=True)
class CallPlan:
    """What is done, and how it ends; every method returns a plan with one more move.

    Attributes:
        moves: calls, answers, waiting, and the ends of all turns but the last, in order.
        end: the status that ends the last turn.
    """

    moves: tuple[CallMove, ...] = ()
    end: Status = Status(goal_status="complete")

    @property
    def actions(self) -> tuple[CallMove, ...]:
        """All actions, the end included."""
        return (*self.moves, self.end)

    @property
    def apis(self) -> frozenset[str]:
        """Full names of the APIs that are called."""
        return frozenset(move.api for move in self.moves if isinstance(move, Call))

    def call(self, api: str, **arguments: Any) -> Self:
        """Call an API by its full name."""
        return self._and(Call(api=api, arguments=arguments))

    def answer(self, text: str) -> Self:
        """Say something to the user."""
        return self._and(Answer(text=text))

    def wait(self, seconds: int) -> Self:
        """Let seconds pass, any number of them."""
        plan = self
        for begun in range(0, seconds, MAX_WAIT):
            plan = plan._and(Wait(seconds=min(MAX_WAIT, seconds - begun)))
        return plan

    def turn(self, reason: str = "") -> Self:
        """End a turn, and go on in the next: as complete, or as infeasible where there is a reason."""
        return self._and(Status(goal_status="infeasible", reason=reason) if reason else Status(goal_status="complete"))

    def infeasible(self, reason: str) -> Self:
        """End by saying that it cannot or must not be done, and why."""
        return replace(self, end=Status(goal_status="infeasible", reason=reason))

    def _and(self, move: CallMove) -> Self:
        return replace(self, moves=(*self.moves, move))


MAX_WAIT = 60
"""Seconds of one wait."""
