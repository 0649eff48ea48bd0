"""What is recorded of episodes and steps. Field order is the order of keys in the files; equal records have equal bytes.

Only three fields depend on the clock: `started` and `ended` of a manifest, and `seconds` of an episode.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveInt,
    model_validator,
)

from automotive_env.agent import Decision
from automotive_env.controller import Outcome
from automotive_env.observation import Observation
from automotive_env.validators.criterion import MAX_EXPLANATION_CHARACTERS, Criterion
from automotive_env.world.change import Change

OutcomeName: TypeAlias = Literal["pass", "fail", "step_limit", "agent_error", "env_error", "model_error"]
OUTCOMES: tuple[OutcomeName, ...] = get_args(OutcomeName)
"""What an episode can come to, in the order in which tables show it."""
INTERRUPTED: frozenset[OutcomeName] = frozenset({"env_error", "model_error"})
"""Outcomes that say nothing about the agent: shown, but in no denominator, and played again when a run is resumed."""


MAX_CHARACTERS = 65_536
"""Of each text of a record, the note included that says how many were left out."""
MAX_COUNT = 10**15
"""Highest count of tokens or calls that is recorded; a server may claim any number."""
MAX_INTEGER = 2**63 - 1
"""Integers of JSON beyond it, up and down, are recorded as their hexadecimal text: decimal digits cost quadratic time."""


def _text(value: Any) -> Any:
    """Text that can be encoded, because models do send halves of surrogate pairs, and that is bounded."""
    if not isinstance(value, str):
        return value
    if len(value) > MAX_CHARACTERS:
        kept = MAX_CHARACTERS - 40
        value = f"{value[:kept]}… [{len(value) - kept} more characters]"
    return value.encode("utf-8", "replace").decode()


def _json(value: Any) -> Any:
    """JSON with sorted keys; what JSON cannot hold is kept as text, because a record must never fail an episode."""
    if isinstance(value, dict):
        return {_text(str(key)): _json(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        return _text(f"{value:#x}")
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return _text(str(value))


def _count(value: Any) -> Any:
    """A count that can be added up and written; what is no number is left to the type's own check."""
    return min(value, MAX_COUNT) if isinstance(value, int) else value


Text: TypeAlias = Annotated[str, BeforeValidator(_text)]
Json: TypeAlias = Annotated[JsonValue, BeforeValidator(_json)]
JsonObject: TypeAlias = Annotated[dict[str, JsonValue], BeforeValidator(_json)]
Count: TypeAlias = Annotated[NonNegativeInt, BeforeValidator(_count)]
EpisodeId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$", description="also a file name")]
Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of an image file")]


class Frozen(BaseModel):
    """A record: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def line(self) -> str:
        """The record as one line of JSON, without its end."""
        return self.model_dump_json()


class HarmRecord(Frozen):
    """A violation of what must hold at every moment."""

    name: Text
    step: NonNegativeInt
    wanted: Text
    found: Text


class EpisodeRecord(Frozen):
    """One finished episode: a line of `episodes.jsonl`.

    Attributes:
        id: names the episode within its run, and its file of steps.
        instance: hash of the task instance.
        outcome: what it came to.
        success: whether the outcome is "pass".
        steps: decisions of the agent.
        tokens: of all model calls.
        seconds: wall-clock time that it took.
        error: what went wrong, for the outcomes that end in "error"; the limit that was reached, for "step_limit".
        ending: the ending that was right: act, refrain, decline or answer.
        pair: names the contrast pair that it is a half of, or is empty.
        verdict: the tree of criteria: name, wanted, found, met, and parts under "all", "any" or "not".
        harm: what it violated on the way.
        side_effects: paths of properties that changed although the task does not allow it.
        attempts: how often it was played; above 1 where the car failed before.
    """

    id: EpisodeId
    suite: Text
    task: Text
    instance: Text
    seed: int
    agent: Text
    model: Text
    backend: Text
    category: Text
    dimension: Text
    goal: Text
    place: Text
    outcome: OutcomeName
    success: bool
    steps: Count
    tokens: Count
    prompt_tokens: Count
    completion_tokens: Count
    model_calls: Count
    seconds: NonNegativeFloat
    error: Text = ""
    ending: Text = "act"
    pair: Text = ""
    verdict: JsonObject = Field(default_factory=dict)
    harm: tuple[HarmRecord, ...] = ()
    side_effects: tuple[Text, ...] = ()
    attempts: PositiveInt = 1

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.success != (self.outcome == "pass"):
            raise ValueError(f"success is {self.success} but the outcome is {self.outcome!r}; an episode succeeds when it passes")
        return self

    @property
    def criterion(self) -> Criterion | None:
        """The verdict as criteria; None where there was none."""
        return Criterion.from_json(self.verdict) if self.verdict else None

    @property
    def why(self) -> str:
        """Why it did not pass, as one short line: who failed, then the criteria that were not met; empty where it passed."""
        if self.success:
            return ""
        unmet = self.criterion.explanation() if self.criterion is not None else ""
        error = "" if self.outcome == "step_limit" and unmet else self.error
        if len(error) > MAX_EXPLANATION_CHARACTERS:
            error = f"{error[: MAX_EXPLANATION_CHARACTERS - 1]}…"
        side_effects = f"changed besides: {', '.join(self.side_effects)}" if self.side_effects and not unmet else ""
        return "; ".join(part for part in (error, unmet, side_effects) if part)

    @property
    def interrupted(self) -> bool:
        """Whether the environment or the model broke it off, so that it says nothing about the agent."""
        return self.outcome in INTERRUPTED


class ObservationRecord(Frozen):
    """What was seen; images are named by the SHA-256 of their files."""

    id: int
    app: Text
    driving_state: Text
    time: Text
    gps: Text
    elements: tuple[Text, ...]
    screenshot: Digest | None = None
    marked: Digest | None = None


class OutcomeRecord(Frozen):
    """What the car answered."""

    done: bool
    message: Text = ""
    data: Json = None


class ChangeRecord(Frozen):
    """A property that changed, and what changed it, such as "touch hvac_on_off"."""

    path: Text
    before: Json
    after: Json
    cause: Text


class UsageRecord(Frozen):
    """What the step's model calls cost."""

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    calls: Count = 0


class StepRecord(Frozen):
    """One step: a line of `steps/<episode>.jsonl`.

    Attributes:
        step: counts from 1.
        action: what the agent did, or None where its reply held no action (see `error`).
        outcome: what the car answered, or None where it was not asked.
        notes: what else the agent recorded, such as a context query or a reflection.
    """

    step: NonNegativeInt
    observation: ObservationRecord
    action: JsonObject | None
    reasoning: Text = ""
    reply: Text = ""
    error: Text = ""
    outcome: OutcomeRecord | None = None
    changes: tuple[ChangeRecord, ...] = ()
    notes: JsonObject = Field(default_factory=dict)
    usage: UsageRecord = UsageRecord()


def step_record(
    step: int,
    seen: Observation,
    decision: Decision,
    outcome: Outcome | None,
    changes: Iterable[Change] = (),
    *,
    screenshot: str | None = None,
    marked: str | None = None,
) -> StepRecord:
    """The record of a step.

    Args:
        step: counts from 1.
        seen: what the agent decided on.
        decision: what it decided, after its reflection.
        outcome: what the car answered, or None where it was not asked.
        changes: what changed in the car since the step before.
        screenshot: name of the picture of `seen`, as `RunFolder.add_image` gave it.
        marked: name of the picture with marks.
    """
    usage = decision.usage
    return StepRecord(
        step=step,
        observation=observation_record(seen, screenshot, marked),
        action=None if decision.action is None else decision.action.to_json(),
        reasoning=decision.reasoning,
        reply=decision.reply,
        error=decision.error,
        outcome=OutcomeRecord(done=outcome.done, message=outcome.message, data=outcome.data) if outcome else None,
        changes=tuple(ChangeRecord(**change.to_json()) for change in changes),
        notes=decision.notes,
        usage=UsageRecord(prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens, calls=usage.calls),
    )


def observation_record(seen: Observation, screenshot: str | None = None, marked: str | None = None) -> ObservationRecord:
    """The record of an observation; its pixels are files."""
    return ObservationRecord(
        id=seen.id,
        app=seen.app,
        driving_state=seen.driving_state,
        time=seen.time,
        gps=f"{seen.gps.latitude:.6f}, {seen.gps.longitude:.6f}",
        elements=tuple(element.line() for element in seen.elements),
        screenshot=screenshot,
        marked=marked,
    )
