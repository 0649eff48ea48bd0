"""Types of error as a model judges them. What it was asked and said is kept beside the run, and never asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Annotated

import anyio
from pydantic import Field, ValidationError

from automotive_env.agents.prompting import sendable
from automotive_env.agents.templates import Templates
from automotive_env.errors import UsageError
from automotive_env.models.kinds import for_agents_only
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Model, ModelRequest, Sampling
from automotive_env.runs.error_types.rule import ERROR_TYPES, ErrorType
from automotive_env.runs.error_types.transcript import told_of
from automotive_env.runs.records.calls import ModelCallRecord, call_record
from automotive_env.runs.records.fields import Digest, FrozenRecord, Items, RecordText
from automotive_env.runs.records.files import append_lines, read_lines, set_aside
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.lock import locked
from automotive_env.runs.records.records import EpisodeId, EpisodeRecord
from automotive_env.text.lenient_json import find_objects

FILE = "judgements.jsonl"
"""In the folder of a run; only ever appended to."""
TRIES = 2
"""Replies that are asked for until one can be used."""
AT_A_TIME = 8
"""Episodes that are judged at a time, and written together."""
SAMPLING = Sampling(max_tokens=400)
SCHEMA = {
    "type": "object",
    "properties": {"why": {"type": "string"}, "type": {"type": "string", "enum": list(ERROR_TYPES)}},
    "required": ["why", "type"],
    "additionalProperties": False,
}


class JudgeReply(FrozenRecord, extra="ignore"):
    """What a reply holds."""

    type: ErrorType
    why: Annotated[RecordText, Field(max_length=2_000)] = ""


class ErrorTypeJudgement(FrozenRecord):
    """How a model judged an episode; a line of the file.

    Attributes:
        id: of the episode.
        steps_digest: of its steps.
        model: name of the judge.
        type: of error; None where no reply could be used.
        why: in the judge's words.
        calls: what it was asked and said.
    """

    id: EpisodeId
    steps_digest: Digest
    model: RecordText
    type: ErrorType | None
    why: RecordText = ""
    calls: Items[ModelCallRecord] = ()


class ErrorTypeJudge:
    """Asks a model how episodes of a run failed."""

    def __init__(self, model: Model, abilities: Abilities) -> None:
        self.name = model.name
        self._templates = Templates(package="automotive_env.runs.error_types")
        self._make = partial(MeteredModel, model, SAMPLING, schema=abilities.schema, pictures=False)

    async def judge(self, folder: RunFolder, records: Iterable[EpisodeRecord], judged: Callable[[], None] = lambda: None) -> None:
        """Judge episodes that failed, and keep what comes of it.

        Args:
            folder: of the run.
            records: those that are to be judged.
            judged: told of each that is done.

        Raises:
            ModelFault: the model could not be asked; what it has judged so far is kept.
            UsageError: the run is being played, or its steps or earlier judgements cannot be read.
            RecordsFault: the folder cannot be written.
        """
        left = list(records)
        with locked(folder.path, "plays or judges it"):
            lines = read_lines(folder.files / FILE, ErrorTypeJudgement)
            if lines.damaged:
                set_aside(folder.files / FILE, lines)
            for first in range(0, len(left), AT_A_TIME):
                found = await self._judge_all(folder, left[first : first + AT_A_TIME])
                append_lines(folder.files / FILE, found)
                for _ in found:
                    judged()

    async def _judge_all(self, folder: RunFolder, records: Sequence[EpisodeRecord]) -> list[ErrorTypeJudgement]:
        """Judge some at a time; in their order."""
        found: dict[int, ErrorTypeJudgement] = {}

        async def one(number: int, record: EpisodeRecord) -> None:
            found[number] = await self._one(folder, record)

        try:
            async with anyio.create_task_group() as group:
                for number, record in enumerate(records):
                    group.start_soon(one, number, record)
        except BaseExceptionGroup as faults:
            raise faults.exceptions[0] from None
        return [found[number] for number in sorted(found)]

    async def _one(self, folder: RunFolder, record: EpisodeRecord) -> ErrorTypeJudgement:
        model = self._make()
        model.begin(record.seed, record.trial)
        told, verdict, fault = told_of(record, folder.steps(record.id)), None, ""
        for _ in range(TRIES):
            text = sendable(self._templates.render("judge.user.jinja", {**told, "fault": fault}))
            try:
                verdict = _read((await model.complete(ModelRequest.of("judge", text, schema=SCHEMA))).text)
                break
            except ValueError as error:
                fault = str(error)[:300]
        return ErrorTypeJudgement(
            id=record.id,
            steps_digest=record.steps_digest,
            model=self.name,
            type=verdict.type if verdict else None,
            why=verdict.why if verdict else fault,
            calls=tuple(map(call_record, model.take())),
        )


def _read(reply: str) -> JudgeReply:
    """The verdict in a reply.

    Raises:
        ValueError: it holds none.
    """
    found = next(find_objects(reply), None)
    if found is None:
        raise ValueError("it holds no JSON object")
    try:
        return JudgeReply.model_validate(found.data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


class JudgedErrorTypes:
    """Tells the types of error that a model has judged; see `automotive_env.runs.error_types.runs.ErrorTypeOf`."""

    def __init__(self, folders: Iterable[RunFolder], model: str) -> None:
        """Read what has been judged.

        Raises:
            UsageError: it cannot be read.
        """
        self._found: dict[tuple[str, str], ErrorType | None] = {}
        for folder in folders:
            for line in read_lines(folder.files / FILE, ErrorTypeJudgement).records:
                if line.model == model:
                    self._found[line.id, line.steps_digest] = line.type

    def __call__(self, record: EpisodeRecord) -> ErrorType | None:
        """The type of error of an episode; None where it was not judged."""
        return self._found.get((record.id, record.steps_digest))

    def lacks(self, record: EpisodeRecord) -> bool:
        """Whether an episode that failed, and whose steps are kept, is still to be judged."""
        failed = not record.success and not record.interrupted
        return failed and bool(record.steps_digest) and (record.id, record.steps_digest) not in self._found


async def judge_runs(
    folders: Sequence[RunFolder], model: Model, told: Callable[[int], None], judged: Callable[[], None]
) -> JudgedErrorTypes:
    """Have a model judge every episode of runs that failed and that it has not judged yet; returns the types of all.

    Args:
        folders: of the runs.
        model: the judge.
        told: told how many are to be judged.
        judged: told of each that is done.

    Raises:
        ModelFault: the model could not be asked; what it has judged so far is kept.
        UsageError: the built-in model is to judge, which cannot; or records cannot be read.
        RecordsFault: a folder cannot be written.
    """
    if for_agents_only(model.name):
        raise UsageError(f"{model.name} understands the prompts of agents only; name another judge, such as --judge openai:NAME")
    known = JudgedErrorTypes(folders, model.name)
    left = [(folder, [record for record in folder.episodes() if known.lacks(record)]) for folder in folders]
    told(sum(len(records) for _, records in left))
    if not any(records for _, records in left):
        return known
    judge = ErrorTypeJudge(model, await model.probe(SAMPLING))
    for folder, records in left:
        if records:
            await judge.judge(folder, records, judged)
    return JudgedErrorTypes(folders, model.name)
