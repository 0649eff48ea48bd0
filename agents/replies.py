"""What a model's reply says: the action, why, what it thought of a step. A bad reply is an error text, never an exception."""

from __future__ import annotations

from automotive_env.action import Action, ActionError
from automotive_env.action_parser import parse_action
from automotive_env.agents.prompting import one_line
from automotive_env.model import Completion
from automotive_env.observation import Observation

MAX_THOUGHT_CHARACTERS = 300
"""Characters that are kept of an error, a thought or a lesson."""


def read_action(completion: Completion, seen: Observation) -> tuple[Action | None, str]:
    """The action in a reply, or None and what is wrong with the reply."""
    try:
        return check_index(parse_action(completion.text), seen), ""
    except ActionError as error:
        why = {"length": "the reply was cut off, be shorter; ", "refused": "the model refused to answer; "}
        return None, why.get(completion.choice.finish, "") + one_line(str(error), MAX_THOUGHT_CHARACTERS)


def check_index(action: Action, seen: Observation) -> Action:
    """The action, if the element it names is one of those seen.

    Raises:
        ActionError: it is not; the message names those that are.
    """
    index = getattr(action, "index", None)
    if index is None or index < len(seen.elements):
        return action
    last = len(seen.elements) - 1
    allowed = f"give 0 to {last}" if last >= 0 else "there are no elements, give x and y"
    raise ActionError(f"no element has index {index}; {allowed}")


def reasoning_of(reply: str) -> str:
    """What a reply says before its action."""
    said = reply.split("{", 1)[0].replace("```json", "").replace("```", "").strip()
    return said.removesuffix("Action:").strip().removeprefix("Reason:").strip()


def thought_of(reply: str) -> tuple[str, str]:
    """What a reflection says, and its lesson."""
    thought, _, lesson = reply.partition("Lesson:")
    return one_line(thought.strip("* \n"), MAX_THOUGHT_CHARACTERS), one_line(lesson.strip("* \n"), MAX_THOUGHT_CHARACTERS)


def dropped_of(completion: Completion, kind: str) -> dict[str, int]:
    """What a record says of a reply that was too long to be kept whole; nothing of any other."""
    return {f"characters dropped from the {kind}": completion.choice.dropped} if completion.choice.dropped else {}
