"""The pictures of an episode, drawn again: its recorded actions are done on a fresh car, which then shows the same.

That it does is not taken on trust. At each step the elements, the facts and the clock must be those of the record, and pictures
that somebody looked at must have the pixels that they had.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from automotive_env.episode.action import action_from_json
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Image, Observation
from automotive_env.episode.picture import LazyPicture
from automotive_env.episode.session import Session
from automotive_env.errors import AutomotiveEnvError, Contradiction
from automotive_env.headunit.kit.display_size import DisplaySize
from automotive_env.plugins.registry import reason
from automotive_env.runs.records.picture_log import RedrawablePicture, named_picture, pixels_digest
from automotive_env.runs.records.records import EpisodeRecord, StepRecord, observation_record
from automotive_env.runs.rescoring import instance_of
from automotive_env.tasks.registry import find_task

GROUNDING = "grounding"
"""The suite whose episodes are a screen that is brought up, not a task that is played."""


def redraw(
    record: EpisodeRecord,
    steps: Sequence[StepRecord],
    size: DisplaySize,
    *,
    shortcuts: bool = True,
    wanted: Collection[str] | None = None,
) -> Iterator[tuple[str, Image]]:
    """Name and pixels of the pictures that the steps name and that were not kept, in the order of the moments.

    Args:
        record: of an episode of a task.
        steps: all of them.
        size: width and height of the display in pixels.
        shortcuts: whether apps could be opened by name.
        wanted: names of the pictures to draw; all without it.

    Raises:
        Contradiction: this version shows something else than the run did, or the records are none of an episode.
    """
    missing = {name: found for name, found in names_of(steps).items() if wanted is None or name in wanted}
    if not missing:
        return
    hashes = {name: digest for step in steps for name, digest in step.drawn.items()}
    for moment in _moments(record, steps, size, shortcuts=shortcuts):
        for name in [name for name, one in missing.items() if one.moment == moment.id]:
            one = missing.pop(name)
            image = LazyPicture(moment, one.kind, one.fit).pixels
            if name in hashes and hashes[name] != pixels_digest(image):
                raise Contradiction(f"{name} has other pixels than in the run; this version draws it differently")
            yield name, image
    if missing:
        raise Contradiction(f"{', '.join(missing)}: the episode has no such moment")


def names_of(steps: Sequence[StepRecord]) -> dict[str, RedrawablePicture]:
    """Name -> picture, of every picture that the steps name and that was not kept."""
    seen = (step.observation for step in steps)
    named = [name for one in seen for name in (one.screenshot, one.marked, one.windscreen, one.shown)]
    named += [name for step in steps for call in step.calls for message in call.messages for name in message.images]
    meant = {name: named_picture(name) for name in named if name}
    return {name: found for name, found in meant.items() if found}


def _moments(record: EpisodeRecord, steps: Sequence[StepRecord], size: DisplaySize, *, shortcuts: bool) -> Iterator[Observation]:
    """What was seen, and last what would have been seen.

    Raises:
        Contradiction: it is not what the steps say.
    """
    if record.suite == GROUNDING:
        from automotive_env.suites.grounding.rescoring import moments  # a suite is imported where one of its episodes is drawn

        for seen in moments(record):
            for step in steps:
                _check_moment(seen, step)
            yield seen
        return
    try:
        session = Session(
            find_task(record.task), instance_of(record), HeadlessController(size=size), shortcuts=shortcuts, face=record.face
        )
        session.start()
        try:
            for step in steps:
                yield _seen(session, step)
                if step.action is None:
                    session.skip()
                else:
                    session.step(action_from_json(step.action))
            if session.seen:
                yield session.seen
        finally:
            session.close()
    except Contradiction:
        raise
    except Exception as error:  # of a task, which expects what it drew itself
        why = str(error) if isinstance(error, AutomotiveEnvError) else reason(error)
        raise Contradiction(f"it cannot be played again: {why}") from None


def _seen(session: Session, step: StepRecord) -> Observation:
    """The moment of a step.

    Raises:
        Contradiction: it is another one than the recorded.
    """
    seen = session.look()
    _check_moment(seen, step)
    return seen


def _check_moment(seen: Observation, step: StepRecord) -> None:
    """See that a moment is that of a step.

    Raises:
        Contradiction: it is another one.
    """
    was = step.observation
    now = observation_record(seen, was.screenshot, was.marked, was.windscreen, was.shown)
    if now != was:
        other = ", ".join(name for name in type(was).model_fields if getattr(now, name) != getattr(was, name))
        raise Contradiction(f"step {step.step} differs in this version: other {other}")
