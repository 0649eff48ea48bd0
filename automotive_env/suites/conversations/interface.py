"""What an agent is given in a conversation: what the car offers, less what was taken away, and speech."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, cast

from automotive_env.car.calls.api import Api, CallResult
from automotive_env.car.calls.look_ups import LOOK_UPS, SHARED_STATE
from automotive_env.car.core.change import Change
from automotive_env.car.core.values import is_text
from automotive_env.car.core.world import MODULES, World
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.models.model import Tool
from automotive_env.suites.conversations.judging import ConversationEvent, TurnJudge
from automotive_env.suites.conversations.model_person import ModelPerson
from automotive_env.suites.conversations.scenario import ConversationScenario
from automotive_env.suites.vehicleworld.players.calls import SURFACE
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.state_patch import StatePatch

T = TypeVar("T")
SpeechKind: TypeAlias = Literal["say", "ask", "decline"]

MAX_SPEECH_CHARACTERS = 2_000
MAX_EVENTS = 300
"""Calls, writes and speech of a turn; what comes after them is refused."""
ROAD = "road"
"""What can be looked at beside the devices: where the car is, and what is around it."""
MAX_LOOKED_AT = 6
"""Devices that are shown at a time."""
MAX_NAME_CHARACTERS = 120
"""Characters of the name of what there is not."""
MAX_ANSWER_CHARACTERS = 300
"""Characters of what the car answered that are recorded."""


def _tool(name: str, about: str, parameter: str = "", kind: Mapping[str, Any] | None = None) -> Tool:
    properties = {parameter: dict(kind or {"type": "string"})} if parameter else {}
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Tool(name, about, schema)


FUNCTIONS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        _tool("say", "says something to the person and ends your turn.", "text"),
        _tool("ask", "asks the person one question; the result is the answer, and your turn goes on.", "question"),
        _tool("decline", "says what cannot or must not be done and why, and ends your turn.", "reason"),
        _tool(
            "look",
            f"shows how devices stand, by the names of their modules; {ROAD} shows weather, visibility, light and fuel.",
            "modules",
            {"type": "array", "items": {"type": "string"}, "maxItems": MAX_LOOKED_AT},
        ),
        _tool("preferences", "tells what the driver has stored as preferences."),
    )
}
"""What can be called beside the car's APIs, by name."""


class ConversationInterface(VehicleWorldInterface):
    """A car and the person in it, for one turn.

    Attributes:
        judge: watches the turn.
        events: what was done so far.
    """

    functions = FUNCTIONS
    converses = True

    def __init__(
        self,
        scenario: ConversationScenario,
        car: World,
        judge: TurnJudge,
        heard: Sequence[Change],
        speaker: ModelPerson | None = None,
    ) -> None:
        """Begin a turn.

        Args:
            scenario: what is played.
            car: the agent's.
            judge: watches the turn.
            heard: what changed in the car so far; it grows with the car's changes.
            speaker: answers questions in place of the script.
        """
        super().__init__(car)
        self.hidden = frozenset(scenario.removed.hidden)
        self.judge = judge
        self.events: list[ConversationEvent] = []
        self._preferences = scenario.preferences
        self._removed = scenario.removed
        self._heard = heard
        self._speaker = speaker

    def apis(self, module: str) -> Mapping[str, Api]:
        """The APIs of a module that this car has, by name."""
        lacking = self._removed.parameters
        return {
            name: _without(api, lacking[f"{module}.{name}"]) if f"{module}.{name}" in lacking else api
            for name, api in MODULES[module].apis.items()
            if f"{module}.{name}" not in self._removed.apis
        }

    def call(self, name: str, arguments: Mapping[str, Any]) -> CallResult:
        """Call an API by its full name, or a function; never raises on what is asked.

        Where a model plays the person, questions are asked from a worker thread of the event loop.
        """
        if len(self.events) >= MAX_EVENTS:
            self.ended = True
            return CallResult(False, f"only {MAX_EVENTS} calls a turn are made; it ends here")
        if name in self.functions:
            return self._use(name, arguments)
        if name == f"{SharedEnvironment.module}.{SHARED_STATE}" and not arguments:
            return self._look(SharedEnvironment.module)
        if why := self._lacks(name, arguments) or self.car.misfit(name, arguments):
            return self.refuse(name, why)
        result, changed = self._watched(lambda: self.car.call(name, arguments))
        if name in LOOK_UPS:
            told = self.description(arguments["modules"]) if isinstance(result.data, str) else result.data
            return CallResult(result.success, result.message, told)
        if name in self._removed.answers and result.success:
            result = CallResult(True, f"{name} answers nothing")
        answer = result.message[:MAX_ANSWER_CHARACTERS]
        self._note(ConversationEvent(kind="call", text=name, arguments=dict(arguments), answer=answer, changes=changed))
        return result

    def refuse(self, name: str, why: str) -> CallResult:
        """Note an invalid call."""
        if len(self.events) < MAX_EVENTS:
            self._note(
                ConversationEvent(kind="call", text=name[:MAX_NAME_CHARACTERS], answer=why[:MAX_ANSWER_CHARACTERS], invalid=True)
            )
        return CallResult(False, why)

    def state(self, modules: Sequence[str], *, long: bool = False) -> str:
        """Show how modules stand, which counts as a look at them."""
        if not self.judge.looked_up.issuperset(modules):
            self._note(ConversationEvent(kind="look", arguments={"modules": list(modules)}))
        return super().state(modules, long=long)

    def write(self, before: Mapping[str, Any], text: str, *, long: bool = False) -> StatePatch:
        """Write what a program's copy of the state says differently."""
        patch, changed = self._watched(lambda: super(ConversationInterface, self).write(before, text, long=long))
        if patch.applied:
            self._note(ConversationEvent(kind="write", arguments=dict(patch.applied), changes=changed))
        return patch

    def hear(self, reply: str) -> None:
        """A reply that calls nothing is said."""
        if reply:
            self._use("say", {"text": reply[:MAX_SPEECH_CHARACTERS]})

    def _lacks(self, name: str, arguments: Mapping[str, Any]) -> str:
        """What of a call this car does not have, or nothing."""
        given = {key for key, value in arguments.items() if value is not None}
        strange = given.intersection(self._removed.parameters.get(name, ()))
        if name in self._removed.apis:
            return f"there is no API {name!r}"
        return f"{name} has no parameter {min(strange)!r}" if strange else ""

    def _watched(self, act: Callable[[], T]) -> tuple[T, int]:
        """Do something; returns what came of it, and how many properties changed."""
        before, known = self.car.snapshot(), len(self._heard)
        found = act()
        self.judge.changed(before, self.car.snapshot())
        return found, len(self._heard) - known

    def _use(self, name: str, arguments: Mapping[str, Any]) -> CallResult:
        """Call a function."""
        wanted = self.functions[name].parameters["properties"]
        if arguments.keys() != wanted.keys():
            return self.refuse(name, f"{name} takes {', '.join(wanted) or 'no argument'}")
        given = next(iter(arguments.values()), None)
        if name == "preferences":
            return CallResult(True, f"{len(self._preferences)} preferences are stored", list(self._preferences))
        if name == "look":
            return self._look(given)
        if not is_text(given, MAX_SPEECH_CHARACTERS) or not str(given).strip():
            return self.refuse(name, f"{name} takes a text of 1 to {MAX_SPEECH_CHARACTERS} characters")
        return self._speak(cast("SpeechKind", name), str(given))

    def _speak(self, kind: SpeechKind, text: str) -> CallResult:
        if self._speaker:
            self._speaker.hear("Assistant", text)
        if kind == "ask":
            return self._ask(text)
        self.judge.spoke(kind, text, self.car)
        self._note(ConversationEvent(kind=kind, text=text))
        self.ended = True
        return CallResult(True, "the person has heard it; your turn ends")

    def _ask(self, question: str) -> CallResult:
        person, speaker = self.judge.person, self._speaker
        told: tuple[int, ...] = ()
        if speaker is None or person.has_enough:
            says = person.answer(question)
        elif answer := speaker.answer(question, person.turn):
            told, says = answer.told, person.tell(answer.told, answer.says)
            speaker.hear("Person", says)
        else:
            self.ended = True
            return CallResult(False, "nobody answers any more; your turn ends")
        self._note(ConversationEvent(kind="ask", text=question, answer=says, told=told))
        return CallResult(True, says)

    def _look(self, modules: Any) -> CallResult:
        names = list(modules) if isinstance(modules, (list, tuple)) else [modules]
        if len(names) > MAX_LOOKED_AT or any(name not in (*SURFACE, ROAD) for name in names):
            return self.refuse("look", f"look takes names of at most {MAX_LOOKED_AT} modules of the car")
        return CallResult(True, "how they stand", self.state(names))

    def _note(self, event: ConversationEvent) -> None:
        self.events.append(event)
        self.judge.saw(event)


@lru_cache(maxsize=500)
def _without(api: Api, names: tuple[str, ...]) -> Api:
    """An API as it is described where some of its parameters are taken away."""
    found = copy(api)
    found.parameters = {name: parameter for name, parameter in api.parameters.items() if name not in names}
    return found
