"""A person at the terminal as the agent: sees the goal, the facts and the element lines, types actions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection

from anyio import to_thread

from automotive_env.agents.agent import AgentSpec, Decision, EpisodeContext
from automotive_env.agents.facts import result_of, vehicle_of
from automotive_env.agents.options import Modality
from automotive_env.agents.replies import check_index
from automotive_env.episode.action import (
    Action,
    ActionError,
    Answer,
    Click,
    InputText,
    KeyboardEnter,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Status,
    Wait,
    action_from_json,
)
from automotive_env.episode.action_parser import parse_action
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.errors import AgentFault

HELP = (
    "INDEX taps an element; type INDEX TEXT types into it; up, down, left, right scroll; open APP; back; home; enter; "
    "wait SECONDS; say TEXT; done; impossible REASON; or an action as JSON"
)

_WORDS: dict[str, Action] = {
    "back": NavigateBack(),
    "home": NavigateHome(),
    "enter": KeyboardEnter(),
    "wait": Wait(),
    "done": Status(goal_status="complete"),
    "impossible": Status(goal_status="infeasible"),
}

READABLE: frozenset[Modality] = frozenset({"elements", "sensors"})
"""What a terminal can show."""


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")


class HumanAgent:
    """Asks a person for each action and asks again until it is one."""

    name = "human"

    def __init__(
        self,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = _write,
        see: Collection[Modality] = READABLE,
    ) -> None:
        """Make the agent.

        Args:
            read: shows a prompt and returns a line; EOFError ends the task as infeasible.
            write: shows a text.
            see: what the person is shown.
        """
        self._read, self._write, self._see = read, write, frozenset(see)
        self._context = EpisodeContext(seed=0, apps=())
        self._help = HELP

    def reset(self, goal: str, context: EpisodeContext) -> None:
        """Begin an episode: show what is wanted and how to answer.

        Raises:
            AgentFault: the person is to see what a terminal cannot show.
        """
        if unshown := sorted(self._see - READABLE):
            raise AgentFault(f"a terminal does not show {' or '.join(unshown)}; use `automotive-env play`")
        self._context = context
        self._help = HELP if context.shortcuts else HELP.replace(" open APP;", "")
        self._write(f"\nGoal: {goal}\nApps: {', '.join(context.apps) or 'none'}\nCommands: {self._help}")

    def hear(self, opening: TurnOpening) -> None:
        """Begin a later turn: show what is said or has happened."""
        self._write(f"\n{opening.announcement}")

    async def act(self, observation: Observation) -> Decision:
        """Show what is seen and ask for an action."""
        vehicle = "; ".join(f"{name}: {value}" for name, value in vehicle_of(observation).items())
        shown = {"sensors": vehicle, "elements": observation.lines()}
        self._write("".join(f"\n{text}" for name, text in shown.items() if name in self._see))
        while True:
            try:
                line = await to_thread.run_sync(self._read, "> ")
                return Decision(check_index(read_line(line), observation), reply=line)
            except ActionError as error:
                self._write(f"{error}\nCommands: {self._help}")
            except EOFError:
                return Decision(Status(goal_status="infeasible"), reasoning="The person left.")

    async def reflect(self, decision: Decision, outcome: ActionOutcome, after: Observation) -> Decision:
        """Tell the person what became of the action."""
        self._write(result_of(outcome))
        return decision


def read_line(line: str) -> Action:
    """The action a typed line means.

    Raises:
        ActionError: it means none.
    """
    words = line.split(maxsplit=1)
    word, rest = (words[0].lower() if words else ""), (words[1].strip() if len(words) > 1 else "")
    if "{" in word:
        return parse_action(line)
    if word in _WORDS and not rest:
        return _WORDS[word]
    if word in ("up", "down", "left", "right"):
        return action_from_json({"action_type": "scroll", "direction": word} | ({"index": _index(rest)} if rest else {}))
    if word == "open" and rest:
        return OpenApp(app_name=rest[:60])
    if word == "wait":
        return action_from_json({"action_type": "wait", "seconds": _index(rest)})
    if word == "impossible":
        return Status(goal_status="infeasible", reason=rest[:500])
    if word == "say" and rest:
        return Answer(text=rest[:1_000])
    if word == "type" and " " in rest:
        index, text = rest.split(maxsplit=1)
        return InputText(index=_index(index), text=text[:500])
    return Click(index=_index(line.strip()))


def _index(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise ActionError(f"{word[:40]!r} is not an index")
    return int(word)


human = AgentSpec(
    "human",
    "asks a person at the terminal",
    lambda kit: HumanAgent(see=READABLE if kit.options.see is None else kit.options.see),
    takes=frozenset({"see"}),
    standing="human",
    sees=("elements",),
)
