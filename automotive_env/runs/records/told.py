"""What an episode was told of earlier experience, and what chose its replies, as records hold it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, JsonValue, TypeAdapter, model_validator

from automotive_env.runs.records.fields import Count, FrozenRecord, Items, RecordText, Texts
from automotive_env.runs.tables.figures import Table, TableRow, rate_cell, table_of
from automotive_env.runs.tables.statistics import rate

PREFIX = "kate:"
"""Before the names of agents that are told what is known, and whose replies are voted on."""
VoteDecidedBy: TypeAlias = Literal["agreement", "only", "majority", "experience", "first", "model", "written"]


class ToldHitRecord(FrozenRecord):
    """An entry of knowledge that was told.

    Attributes:
        id: of the entry.
        kind: of the entry.
        similarity: cosine of what was said then and now.
    """

    id: RecordText
    kind: RecordText
    similarity: Annotated[float, Field(ge=-1, le=1)]


def told_of(notes: Mapping[str, JsonValue]) -> tuple[ToldHitRecord, ...]:
    """What the notes of a call say was told.

    Raises:
        ValidationError: they are no such notes.
    """
    return TypeAdapter(tuple[ToldHitRecord, ...]).validate_python(notes.get("told", ()))


class VoteRecord(FrozenRecord):
    """A vote on the replies to one request.

    Attributes:
        groups: numbers of the replies that do the same, from 0.
        kinds: of each group: calls, action, text, or unreadable.
        does: what each group would do, cut at some length.
        chosen: number of the reply that was carried out; of one that the model wrote itself, the number after the last.
        by: what decided: all agree, only one group can be read, most agree, experience settles a tie, the first of a tie is
            taken, a model chooses, or a model writes another reply.
    """

    groups: Items[tuple[Count, ...]]
    kinds: Texts
    does: Texts
    chosen: Count
    by: VoteDecidedBy

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not len(self.groups) == len(self.kinds) == len(self.does):
            raise ValueError("each group has a kind and says what it would do")
        if sorted(number for group in self.groups for number in group) != list(range(self.replies)):
            raise ValueError("each reply is in one group")
        allowed = self._allowed()
        if self.chosen not in allowed:
            raise ValueError(f"of these groups, {self.by} chooses one of {allowed}, not {self.chosen}")
        return self

    @property
    def replies(self) -> int:
        """How many there are."""
        return sum(map(len, self.groups))

    def _allowed(self) -> list[int]:
        """The first replies of the groups that can be chosen as is said."""
        readable = [group for group, kind in zip(self.groups, self.kinds, strict=True) if kind != "unreadable"] or self.groups
        most = max(map(len, readable), default=0)
        if self.by == "agreement":
            return [group[0] for group in self.groups] if len(self.groups) == 1 else []
        if self.by == "only":
            return [group[0] for group in readable] if len(readable) == 1 < len(self.groups) else []
        if self.by == "model":
            return [group[0] for group in readable] if len(readable) > 1 else []
        if self.by == "written":
            return [self.replies] if len(readable) > 1 else []
        largest = [group[0] for group in readable if len(group) == most]
        return largest if (len(largest) == 1) == (self.by == "majority") else []


class ToldRecord(FrozenRecord):
    """What was told in an episode, counted by its turns.

    Attributes:
        turns: that were played.
        told: those in which anything was told.
        leaked: those in which something was told that comes from the same task, or begins in the same state.
        coincident: those in which a trajectory was told that is the answer, call by call.
        passed: turns that were right.
        coincident_passed: coincident turns that were right.
    """

    turns: Count
    told: Count
    leaked: Count
    coincident: Count
    passed: Count
    coincident_passed: Count

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        parts = max(self.leaked, self.coincident) <= self.told <= self.turns and self.passed <= self.turns
        if not parts or self.coincident_passed > min(self.coincident, self.passed):
            raise ValueError("a count of some turns exceeds the count of all turns")
        if self.passed - self.coincident_passed > self.turns - self.coincident:
            raise ValueError("more of the other turns are right than there are")
        return self


def told_tables(agents: Mapping[str, Sequence[tuple[str, ToldRecord]]]) -> tuple[Table, ...]:
    """What agents were told, and how that goes with what was right; none where nobody was told anything.

    Args:
        agents: name -> task and counts of each episode that counts and was told something, or could have been.
    """
    rows: list[TableRow] = [(agent, *_cells(told)) for agent, told in agents.items() if told]
    if not rows:
        return ()
    columns = ("agent", "turns", "some knowledge shown", "leaked", "answer shown", "right if shown", "right otherwise")
    caption = (
        "In percent of turns. Leaked: the knowledge shown comes from the same task or start state. Answer shown: a trajectory of "
        "another task has the same calls. Such a turn may pass by copying, and is often a simple one."
    )
    return (table_of("Knowledge shown", columns, rows, caption),)


def _cells(told: Sequence[tuple[str, ToldRecord]]) -> TableRow:
    turns = str(sum(one.turns for _, one in told))
    some = rate(_trials((task, one.told, one.turns) for task, one in told))
    leaked = rate(_trials((task, one.leaked, one.turns) for task, one in told))
    same = rate(_trials((task, one.coincident, one.turns) for task, one in told))
    then = rate(_trials((task, one.coincident_passed, one.coincident) for task, one in told))
    others = ((task, one.passed - one.coincident_passed, one.turns - one.coincident) for task, one in told)
    return (turns, *map(rate_cell, (some, leaked, same, then, rate(_trials(others)))))


def _trials(counts: Iterable[tuple[str, int, int]]) -> Iterable[tuple[str, bool]]:
    """Task and whether, for each of so many turns."""
    return ((task, number < some) for task, some, of in counts for number in range(of))
