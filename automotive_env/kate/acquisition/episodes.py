"""Entries of knowledge from the records of a successful episode: one for each turn of the user's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.agents.prompting import one_line
from automotive_env.agents.templates import to_json
from automotive_env.car.core.documents import state_hash
from automotive_env.car.core.world import World
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.kate.knowledge.entry import MAX_TEXT, KnowledgeEntry
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.splits import SPLITS, Split, split_of
from automotive_env.suites.vehicleworld.inits import beginning

MAX_LINE = 500
"""Characters of a call or action."""
_ELEMENT = re.compile(r'\d+ (?P<role>[^\s"#]+)(?: (?:desc=|hint=)?(?P<label>"[^"]*"))?(?:[^#]*?(?P<name>#\S+))?')
_SPOKEN = ("ask", "decline")
"""What is said in a conversation and counts as an action: that it is said, not in which words."""


def split_of_task(name: str) -> Split:
    """The split of a task or scenario: the one that its name says, or else that of its template."""
    parts = name.split(".")
    said = next((split for split in SPLITS if len(parts) > 2 and parts[1] == split), None)
    return said or split_of(name)


def entries_of(record: EpisodeRecord, steps: Sequence[StepRecord], source: str = "gold") -> tuple[KnowledgeEntry, ...]:
    """What can be learnt from an episode; nothing from one that did not pass.

    Args:
        record: of the episode, which is trusted: score a stranger's again before.
        steps: all of them.
        source: "gold", or the id of the episode.
    """
    if not record.success:
        return ()
    split, start = split_of_task(record.task), start_of(record)
    return tuple(
        KnowledgeEntry(
            kind="st", suite=record.suite, task=record.task, split=split, start=start, source=source, turn=turn, **told
        )
        for turn, told in enumerate(_turns(record, steps))
        if told["query"].strip()
    )


def start_of(record: EpisodeRecord) -> str:
    """What tells whether two episodes began alike: the hash of a scenario's start state, the id of an instance of a task."""
    if start := record.params.get("start_hash"):
        return str(start)
    match record.params.get("inits"):
        case str(inits) if not record.scene:
            return _start(inits)
        case [*lines] if all(isinstance(line, str) for line in lines):
            return _start("\n".join(map(str, lines)))
    return record.instance


def _start(inits: str) -> str:
    car = World()
    beginning(inits).apply(car)
    return state_hash(car)


def _turns(record: EpisodeRecord, steps: Sequence[StepRecord]) -> Iterable[dict[str, Any]]:
    """Query, toolset, calls and text of each turn."""
    if not all(_is_turn(step) for step in steps):
        yield _screen(record, steps)
        return
    toolset = record.params.get("toolset")
    at_hand = {"toolset": tuple(map(str, toolset))} if isinstance(toolset, list) else {}
    for number, step in enumerate(steps):
        query = _query(record, step, number)
        match step.action or {}:
            case {"calls": [*calls]}:
                texts = [canonical_call(call["api"], call["arguments"]) for call in calls if isinstance(call, dict)]
                yield _turn_fields(query, texts) | at_hand
            case {"writes": dict(writes)}:
                yield _turn_fields(query, [f"{path} = {value!r}" for path, value in sorted(writes.items())])
            case {"events": [*events]}:
                yield _conversation(query, [event for event in events if isinstance(event, dict)])


def turns_of(record: EpisodeRecord, steps: Sequence[StepRecord]) -> tuple[tuple[Sequence[StepRecord], bool], ...]:
    """The steps of each turn of the user's, and whether it was right: of a scenario a step is a turn, elsewhere all are one."""
    if not all(_is_turn(step) for step in steps):
        return ((steps, record.success),)
    return tuple(((step,), _is_right(step)) for step in steps)


def _is_right(step: StepRecord) -> bool:
    """Whether a turn of a scenario was right, as its suite has noted."""
    return bool(step.notes["perfect"]) if "perfect" in step.notes else step.outcome is not None and step.outcome.done


def _is_turn(step: StepRecord) -> bool:
    """Whether a step is a turn of a scenario, not an action on the screen."""
    return step.action is not None and step.action.get("action_type") in ("calls", "writes", "conversation")


def _query(record: EpisodeRecord, step: StepRecord, number: int) -> str:
    """What the user said in a turn."""
    turns = record.params.get("turns")
    turn = turns[number] if isinstance(turns, list) and number < len(turns) else None
    said = turn.get("says") if isinstance(turn, dict) else step.notes.get("query")
    return str(said or "")[:MAX_TEXT]


def canonical_call(api: Any, arguments: Any) -> str:
    """A call as canonical text: arguments sorted by name, whole numbers without a point."""
    given = arguments.items() if isinstance(arguments, Mapping) else ()
    return one_line(f"{api}({', '.join(f'{name}={_plain(value)!r}' for name, value in sorted(given))})", MAX_LINE)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _turn_fields(query: str, calls: Sequence[str]) -> dict[str, Any]:
    modules = {re.split(r"\W", call)[0] for call in calls} - {SharedEnvironment.module, *_SPOKEN}
    lines = calls or ["nothing: no call was right"]
    return {"query": query, "toolset": tuple(sorted(modules)), "calls": tuple(calls), "text": _text(query, lines)}


def _conversation(query: str, events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    calls, lines = [], []
    for event in events:
        kind, text = event.get("kind"), one_line(str(event.get("text", "")), MAX_LINE)
        if kind == "call":
            calls.append(canonical_call(text, event.get("arguments", {})))
            lines.append(calls[-1])
        elif kind == "write":
            written = event.get("arguments")
            found = [f"{path} = {value!r}" for path, value in sorted(written.items())] if isinstance(written, Mapping) else []
            calls += found
            lines += found
        elif kind in ("say", *_SPOKEN):
            calls += [f"{kind}()"] if kind in _SPOKEN else []
            answer = one_line(str(event.get("answer", "")), MAX_LINE)
            lines.append(f"{kind}({to_json(text)})" + (f" -> {to_json(answer)}" if answer else ""))
    return {**_turn_fields(query, calls), "text": _text(query, lines or ["nothing"])}


def _screen(record: EpisodeRecord, steps: Sequence[StepRecord]) -> dict[str, Any]:
    done = [step for step in steps if step.action is not None and (step.outcome is None or step.outcome.done)]
    actions = [action_text(step.action or {}, step.observation.elements) for step in done]
    tools = {_tool(step) for step in steps if step.action is not None} - {""}
    return {
        "query": record.goal[:MAX_TEXT],
        "toolset": tuple(sorted(tools)),
        "calls": tuple(actions),
        "text": _text(record.goal, actions),
    }


def _tool(step: StepRecord) -> str:
    """The app that is touched, or the module that is called; empty for what is done anywhere."""
    action = step.action or {}
    match action.get("action_type"):
        case "call":
            return str(action.get("api", "")).partition(".")[0]
        case "open_app":
            return str(action.get("app_name", ""))
        case "answer" | "status" | "wait" | "navigate_home":
            return ""
    return step.observation.app


def action_text(action: Mapping[str, Any], elements: Sequence[str]) -> str:
    """An action in words that stay true on another screen: elements by what they are, not by number.

    Args:
        action: as JSON.
        elements: of the screen that it was decided on, a line each.
    """
    fields = dict(action)
    kind = str(fields.pop("action_type", ""))
    if kind == "call":
        return canonical_call(fields.get("api"), fields.get("arguments"))
    number = fields.get("index")
    if isinstance(number, int) and 0 <= number < len(elements):
        del fields["index"]
        found = _ELEMENT.match(elements[number])
        kind = " ".join([kind, *(part for part in (found.groups() if found else ()) if part)])
    return one_line(f"{kind} {to_json(fields)}" if fields else kind, MAX_LINE)


def _text(query: str, lines: Sequence[str]) -> str:
    """What a prompt shows; lines beyond the bound are left out."""
    text = f"Request: {one_line(query, MAX_LINE)}\nWhat was right:"
    for line in lines:
        if len(text) + len(line) + 5 > MAX_TEXT:
            return f"{text}\n..."
        text = f"{text}\n{line}"
    return text
