"""What is recorded of episodes and steps. Field order is the order of keys in the files; equal records have equal bytes.

Only four fields depend on the clock: `started` and `ended` of a manifest, `seconds` and `model_seconds` of an episode.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import (
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveInt,
    SerializerFunctionWrapHandler,
    field_serializer,
    model_serializer,
    model_validator,
)

from automotive_env.agents.agent import Decision
from automotive_env.car.core.change import to_json
from automotive_env.car.core.values import StateRecord
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.faces import Face
from automotive_env.episode.observation import Box, NetworkStatus, Observation, lines_of
from automotive_env.runs.records.calls import ModelCallRecord, UsageRecord, usage_record
from automotive_env.runs.records.fields import (
    Count,
    Digest,
    FrozenRecord,
    Items,
    Json,
    JsonObject,
    PictureName,
    RecordText,
    Texts,
)
from automotive_env.runs.records.told import ToldHitRecord, ToldRecord, told_of
from automotive_env.validators.criterion import MAX_EXPLANATION_CHARACTERS, Criterion
from automotive_env.validators.episode_log import ChangeOrigin, TimedChange

OutcomeName: TypeAlias = Literal["pass", "fail", "step_limit", "agent_error", "env_error", "model_error"]
OUTCOMES: tuple[OutcomeName, ...] = get_args(OutcomeName)
"""What an episode can come to, in the order in which tables show it."""
INTERRUPTED: frozenset[OutcomeName] = frozenset({"env_error", "model_error"})
"""Outcomes that say nothing about the agent: shown, but in no denominator, and played again when a run is resumed."""


EpisodeId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$", description="also a file name")]


class HarmRecord(FrozenRecord):
    """A violation of what must hold at every moment."""

    name: RecordText
    step: NonNegativeInt
    wanted: RecordText
    found: RecordText


class TouchCount(FrozenRecord):
    """Touches of an episode that have these things in common; see `automotive_env.runs.tables.touches`.

    Attributes:
        app: in front.
        side: the group of sizes that the target belongs to; empty where there is none.
        way: whether they name an element or a point.
        on_control: whether they reached a control.
        known: whether it is known which control was meant.
        as_meant: whether they reached that.
        number: how many there were.
    """

    app: RecordText
    side: RecordText = ""
    way: Literal["index", "point"]
    on_control: bool
    known: bool
    as_meant: bool
    number: PositiveInt


class EpisodeRecord(FrozenRecord):
    """One finished episode: a line of `episodes.jsonl`.

    Attributes:
        id: names the episode within its run, and its file of steps.
        instance: hash of the task instance.
        trial: number of the repetition of an otherwise equal episode, from 0.
        goal: what the user said first.
        later: what was said in each later turn; empty if the car noticed something.
        outcome: how it ended.
        success: whether the outcome is "pass".
        steps: decisions of the agent.
        tokens: of all model calls of the agent.
        seconds: wall-clock time that it took.
        model_seconds: the part of them spent waiting for the model.
        error: what went wrong, for the outcomes that end in "error"; the limit that was reached, for "step_limit".
        level: how much the task asks for: 1 plain, 2 moderate, 3 long; 0 where its suite has no levels.
        ending: the ending that was right: act, refrain, decline or answer.
        pair: name of its contrast pair, or empty.
        face: how the agent reached the car: screen, calls or both.
        verdict: the tree of criteria: name, wanted, found, met, and parts under "all", "any" or "not".
        harm: violations during the episode.
        side_effects: paths of properties that changed although the task does not allow it.
        attempts: how often it was played; above 1 where the car or the model failed before.
        scores: name -> score, in addition to success.
        price: US dollars that its model calls cost, including those of the person; None if a price is unknown.
        usage: purpose of model calls -> what they cost; zero counts are not written.
        params: what was drawn for the instance.
        scene: conditions around it; with `params` it makes the instance again.
        told: earlier experience that the agent was told; None if there was none, or if the right answers are unknown.
        steps_digest: SHA-256 of its steps; empty if they were not kept.
        mended: replies whose JSON had to be repaired.
        touches: what its touches reached; empty if its steps were not kept.
    """

    id: EpisodeId
    suite: RecordText
    task: RecordText
    instance: RecordText
    seed: int
    trial: Count = 0
    agent: RecordText
    model: RecordText
    backend: RecordText
    category: RecordText
    dimension: RecordText
    level: Count = 0
    goal: RecordText
    later: Texts = ()
    place: RecordText
    outcome: OutcomeName
    success: bool
    steps: Count
    tokens: Count
    prompt_tokens: Count
    completion_tokens: Count
    model_calls: Count
    seconds: NonNegativeFloat
    model_seconds: NonNegativeFloat = 0.0
    error: RecordText = ""
    ending: RecordText = "act"
    pair: RecordText = ""
    face: Face = "screen"
    verdict: JsonObject = Field(default_factory=dict)
    harm: Items[HarmRecord] = ()
    side_effects: Texts = ()
    attempts: PositiveInt = 1
    scores: dict[str, float] = Field(default_factory=dict)
    usage: dict[str, UsageRecord] = Field(default_factory=dict)
    params: JsonObject = Field(default_factory=dict)
    scene: JsonObject = Field(default_factory=dict)
    price: NonNegativeFloat | None = None
    told: ToldRecord | None = None
    steps_digest: Annotated[str, Field(pattern="^([0-9a-f]{64})?$")] = ""
    mended: Count = 0
    touches: Items[TouchCount] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.success != (self.outcome == "pass"):
            raise ValueError(f"success is {self.success} but the outcome is {self.outcome!r}; an episode succeeds when it passes")
        return self

    @field_serializer("usage")
    def _spent(self, usage: Mapping[str, UsageRecord]) -> dict[str, dict[str, int]]:
        """What was spent; counts of nothing are left out."""
        return {purpose: spent.model_dump(exclude_defaults=True) for purpose, spent in usage.items()}

    @property
    def criterion(self) -> Criterion | None:
        """The verdict as criteria; None if there was none."""
        return Criterion.from_json(self.verdict) if self.verdict else None

    @property
    def why(self) -> str:
        """Why it did not pass, as one short line: who failed, then the criteria that were not met; empty if it passed."""
        return self.why_by(self.criterion)

    def why_by(self, criterion: Criterion | None) -> str:
        """As `why`, with the criterion already made, which takes half of the time."""
        if self.success:
            return ""
        unmet = criterion.explanation() if criterion is not None else ""
        error = "" if self.outcome == "step_limit" and unmet else self.error
        if len(error) > MAX_EXPLANATION_CHARACTERS:
            error = f"{error[: MAX_EXPLANATION_CHARACTERS - 1]}…"
        side_effects = f"changed besides: {', '.join(self.side_effects)}" if self.side_effects and not unmet else ""
        return "; ".join(part for part in (error, unmet, side_effects) if part)

    @property
    def interrupted(self) -> bool:
        """Whether it ended because of the environment or the model, and so says nothing about the agent."""
        return self.outcome in INTERRUPTED


class EpisodeHead(FrozenRecord, extra="ignore"):
    """What tells of a line of `episodes.jsonl` whether the episode is to be played again: read in a tenth of the time."""

    id: EpisodeId
    outcome: OutcomeName


def episode_id(agent: str, model: str, task: str, instance: str, trial: int = 0, face: Face = "screen") -> str:
    """What names an episode within its run; also a file name. Different episodes have different names.

        >>> episode_id("t3a", "openai:Qwen/Qwen2.5@http://127.0.0.1:8000/v1", "hvac.too_hot", "0123456789abcdef")
        't3a--openai-Qwen-Qwen2.5-http-127.0.0.1-8000-a76e07cd--hvac.too_hot--0123456789abcdef--0'

    Args:
        agent: who plays.
        model: what records call its model; empty where it has none.
        task: name of the task.
        instance: id of the instance.
        trial: number of the repetition of an otherwise equal episode, from 0.
        face: how the agent reaches the car; told where it is not the screen.
    """
    told = "" if face == "screen" else face
    parts = (_slug(agent, 32), _slug(model, 48) if model else "", _slug(task, 64), _slug(instance, 32), str(trial), told)
    return "--".join(part for part in parts if part)


def _slug(name: str, longest: int) -> str:
    """A name as a part of a file name, without two hyphens in a row; one that had to be changed or cut ends in a hash of it."""
    safe = re.sub("-{2,}", "-", re.sub("[^A-Za-z0-9._-]", "-", name)).strip("._-")
    if safe == name and len(name) <= longest:
        return name
    return f"{safe[: longest - 9].strip('._-')}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}".lstrip("-")


_NETWORKS = tuple(field.name for field in fields(NetworkStatus))


class ObservationRecord(FrozenRecord):
    """What was seen; a picture has the name of its file, or that of a moment which can be drawn again (`picture_log`).

    Attributes:
        id: the moment that is meant.
        vehicle: facts about the vehicle, in words and units.
        network: which networks the head unit has.
        elements: the list of elements, a line each, that ends in the middle of the element's box.
        sizes: width and height of each element's box in pixels, such as "120x76".
        shown: the screen in the size in which the model saw it, if that is not its own.
    """

    id: int
    app: RecordText
    driving_state: RecordText
    time: RecordText
    gps: RecordText
    vehicle: dict[str, RecordText] = Field(default_factory=dict)
    network: dict[str, bool] = Field(default_factory=dict)
    elements: Texts
    sizes: Texts = ()
    screenshot: PictureName | None = None
    marked: PictureName | None = None
    windscreen: PictureName | None = None
    shown: PictureName | None = None

    @model_serializer(mode="wrap")
    def _without_shown(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The hash of steps that were recorded before there was such a picture stays what it was."""
        data: dict[str, Any] = written(self)
        if self.shown is None:
            data.pop("shown", None)
        return data


class OutcomeRecord(FrozenRecord):
    """What the car answered."""

    done: bool
    message: RecordText = ""
    data: Json = None


class ChangeRecord(FrozenRecord):
    """A property that changed.

    Attributes:
        path: of the property.
        before: the value that it had; of a list, the items that went.
        after: the value that it has; of a list, the items that came in their place.
        at: the position in the list where they did; None where the property is no list.
        cause: what changed it, such as "touch hvac_on_off".
        by: whether the agent or an event changed it.
        seconds: when an event did, since the start: a long wait may hold several.
    """

    path: RecordText
    before: Json
    after: Json
    at: NonNegativeInt | None = None
    cause: RecordText
    by: ChangeOrigin = "agent"
    seconds: NonNegativeFloat = 0.0


class StepRecord(FrozenRecord):
    """One step.

    Attributes:
        step: counts from 1.
        action: what the agent did, or None where its reply held no action (see `error`).
        reasoning: why, as the agent understood its model.
        calls: requests to its model and the answers, in order.
        outcome: the car's answer, or None if it was not asked.
        changes: what changed in the car, in order.
        notes: what else the agent recorded, such as a context query or a reflection.
        usage: what the step's model calls cost, as the agent counts.
        drawn: name -> SHA-256 of the pixels, for pictures that were used but not kept.
    """

    step: NonNegativeInt
    observation: ObservationRecord
    calls: Items[ModelCallRecord] = ()
    action: JsonObject | None
    reasoning: RecordText = ""
    error: RecordText = ""
    outcome: OutcomeRecord | None = None
    changes: Items[ChangeRecord] = ()
    notes: JsonObject = Field(default_factory=dict)
    usage: UsageRecord = UsageRecord()
    drawn: dict[PictureName, Digest] = Field(default_factory=dict)

    @property
    def reply(self) -> str:
        """The complete reply that the agent acted on; empty if it asked no model."""
        acted = [call for call in self.calls if call.purpose == "act"]
        return acted[-1].acted_reply.text if acted else str(self.notes.get("reply", ""))

    @property
    def told(self) -> tuple[ToldHitRecord, ...]:
        """What was told of earlier experience: to the model, or to a player that asks none.

        Raises:
            ValidationError: the notes are no such notes.
        """
        return tuple(hit for notes in (self.notes, *(call.notes for call in self.calls)) for hit in told_of(notes))

    def carries_out(self, call: ModelCallRecord) -> bool:
        """Whether a reply to a call was carried out; players of scenarios also act when they reflect on the result."""
        plays_turns = (self.action or {}).get("action_type") in ("calls", "conversation")
        return bool(call.choices) and (call.purpose == "act" or (call.purpose == "reflect" and plays_turns))


def digest_of(steps: Iterable[StepRecord]) -> str:
    """SHA-256 of the steps of an episode, whatever form they have on the disk."""
    digest = hashlib.sha256()
    for step in steps:
        digest.update(step.line().encode() + b"\n")
    return digest.hexdigest()


def step_record(
    step: int,
    seen: Observation,
    decision: Decision,
    outcome: ActionOutcome | None,
    changes: Iterable[TimedChange] = (),
    calls: Iterable[ModelCallRecord] = (),
    *,
    screenshot: str | None = None,
    marked: str | None = None,
    windscreen: str | None = None,
    shown: str | None = None,
    drawn: Mapping[str, str] | None = None,
) -> StepRecord:
    """The record of a step.

    Args:
        step: counts from 1.
        seen: what the agent decided on.
        decision: what it decided, after its reflection.
        outcome: the car's answer, or None if it was not asked.
        changes: what changed in the car since the step before.
        calls: what the agent's model was asked since then; without them the reply is kept as a note.
        screenshot: name of the picture of `seen`.
        marked: name of the picture with marks.
        windscreen: name of the view through the windscreen, where the agent was shown it.
        shown: name of the screen in the size in which the model saw it.
        drawn: name -> hash of the pixels, of the pictures that were looked at and are not kept.
    """
    calls = tuple(calls)
    reply = {"reply": decision.reply} if decision.reply and not calls else {}
    return StepRecord(
        step=step,
        observation=observation_record(seen, screenshot, marked, windscreen, shown),
        calls=calls,
        action=None if decision.action is None else decision.action.to_json(),
        reasoning=decision.reasoning,
        error=decision.error,
        outcome=OutcomeRecord(done=outcome.done, message=outcome.message, data=outcome.data) if outcome else None,
        changes=tuple(change_record(change) for change in changes),
        notes=decision.notes | reply,
        usage=usage_record(decision.usage),
        drawn=dict(drawn or {}),
    )


@lru_cache(4_096)
def _size_of(box: Box) -> str:
    return f"{box.width}x{box.height}"


def observation_record(
    seen: Observation,
    screenshot: str | None = None,
    marked: str | None = None,
    windscreen: str | None = None,
    shown: str | None = None,
) -> ObservationRecord:
    """The record of an observation; its pixels are files."""
    return ObservationRecord(
        id=seen.id,
        app=seen.app,
        driving_state=seen.driving_state,
        time=seen.time,
        gps=f"{seen.gps.latitude:.6f}, {seen.gps.longitude:.6f}",
        vehicle=dict(seen.vehicle),
        network={name: getattr(seen.network, name) for name in _NETWORKS},
        elements=lines_of(seen.elements),
        sizes=tuple(_size_of(element.box) for element in seen.elements),
        screenshot=screenshot,
        marked=marked,
        windscreen=windscreen,
        shown=shown,
    )


def change_record(timed: TimedChange) -> ChangeRecord:
    """The record of a change; what it says of a list is exact, so that the list can be made again."""
    change = timed.change
    before, after, at = change.before, change.after, None
    if isinstance(before, tuple) and isinstance(after, tuple):
        at, before, after = _replaced(before, after)
    cause = f"{change.cause.kind} {change.cause.name}"
    seconds = timed.seconds if timed.by == "event" else 0.0
    values = {"before": to_json(before), "after": to_json(after), "at": at}
    return ChangeRecord(path=change.path, **values, cause=cause, by=timed.by, seconds=seconds)


def _replaced(
    before: tuple[StateRecord, ...], after: tuple[StateRecord, ...]
) -> tuple[int, tuple[StateRecord, ...], tuple[StateRecord, ...]]:
    """Where two lists differ: a position, the items that went there, and those that came."""
    shorter = min(len(before), len(after))
    start = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    end = next((i for i in range(shorter - start) if before[-1 - i] != after[-1 - i]), shorter - start)
    return start, before[start : len(before) - end], after[start : len(after) - end]
