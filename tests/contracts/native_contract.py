"""What every family of native agents must do, as tests: subclass `NativeContract`, say how the family writes an action.

The oracle's solution of a task is written in the form of the family, with points in its numbers, by a model that stands in for
the trained one. The task must end as it does for the oracle.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.agents.native.agent import native_agent
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.native.geometry import SentPicture
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.options import AS_DESIGNED, AgentOptions
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.action import Action, InputText, Scroll, Swipe
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.targeting import stroke
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Choice, Completion, ModelRequest, Sampling, ToolCall, Usage
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.planning import instantiate, select_one
from automotive_env.tasks.kit.scene import Ending

Fields = Mapping[str, Any]
WriteReply = Callable[[Fields, SentPicture], Choice]
"""Writes an action of ours, its points in the family's numbers, as a reply of the family."""

TASKS = (
    "maps.navigate_to",
    "media.what_song_is_this",
    "phenomenon.icy_road",
    "system.one_driver_for_another",
    "apps.open_named_app",
    "comms.call_contact",
    "comms.running_late",
    "hvac.set_temperature",
    "maps.two_errands",
    "media.set_volume",
    "road.speeding_alert",
    "road.low_beam_by_day",
)
"""Tasks that between them tap, drag, scroll, type, speak, warn, decline and have several turns."""
AT_ONCE = TASKS[:4]
"""Some of them that take every kind of action; the others follow in the sweep."""


def oracle_fields(action: Action, seen: Observation) -> Iterator[Callable[[Observation], Fields | None]]:
    """An action of the oracle as actions on points of the display, each made of what is seen when its time has come."""
    fields = action.to_json()
    index = fields.pop("index", None)
    element = None if index is None else seen.elements[index]
    centre = dict(zip(("x", "y"), element.box.center, strict=True)) if element else {}
    if isinstance(action, Swipe):
        points = stroke(action.direction, action.amount, element, seen.screen)
        yield lambda now: {"action_type": "drag"} | dict(zip(("x", "y", "to_x", "to_y"), points, strict=True))
    elif isinstance(action, Scroll):
        yield lambda now: {**fields, **(centre or _list_centre(seen))}
    elif isinstance(action, InputText):
        if element:
            yield lambda now: {"action_type": "click", **centre}
        if action.clear:
            yield _emptied
        yield lambda now: {"action_type": "input_text", "text": action.text, "clear": False}
        if action.submit:
            yield lambda now: {"action_type": "keyboard_enter"}
    else:
        yield lambda now: fields | centre


def _list_centre(seen: Observation) -> dict[str, int]:
    lists = [element for element in seen.elements if element.scrollable]
    first = next(element for element in lists if element.window == lists[-1].window)
    return dict(zip(("x", "y"), first.box.center, strict=True))


def _emptied(now: Observation) -> Fields | None:
    """Hold the key that deletes, if the field with the focus holds text."""
    field = next((element for element in now.elements if element.focused and element.editable), None)
    if field is None or field.text in ("", field.hint):
        return None
    x, y = next(element for element in now.elements if element.name == "key_delete").box.center
    return {"action_type": "long_press", "x": x, "y": y}


class OracleModel:
    """A model that knows the solution and writes it in a family's form; `seen` is what its agent sees."""

    name = "oracle's"

    def __init__(self, oracle: OracleAgent, write: WriteReply, settings: NativeSettings) -> None:
        self.seen: Observation | None = None
        self.requests: list[ModelRequest] = []
        self._oracle, self._write, self._settings = oracle, write, settings
        self._next: list[Callable[[Observation], Fields | None]] = []

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        if request.purpose != "act":
            return Completion.of("{}", Usage(1, 1, 1))
        assert self.seen is not None
        return Completion((await self._reply(self.seen),), Usage(1, 1, 1))

    async def _reply(self, seen: Observation) -> Choice:
        sent = self._settings.sent(seen.screen)
        fields: Fields | None = None
        while fields is None:
            if not self._next:
                action = (await self._oracle.act(seen)).action
                assert action is not None
                self._next = list(oracle_fields(action, seen))
            fields = self._next.pop(0)(seen)
        return self._write(in_numbers(fields, sent), sent)

    async def probe(self, sampling: Sampling) -> Abilities:
        return Abilities()

    async def close(self) -> None:
        """It holds nothing."""


def in_numbers(fields: Fields, sent: SentPicture) -> Fields:
    """An action with its points in the numbers of a family."""
    found = dict(fields)
    for x, y in (("x", "y"), ("to_x", "to_y")):
        if x in found:
            found[x], found[y] = sent.from_display(found[x], found[y])
    return found


class WatchedAgent:
    """A native agent whose model is told what the agent sees."""

    def __init__(self, agent: Any, model: OracleModel, brief: Callable[[str, EpisodeContext], None]) -> None:
        self.name = agent.name
        self._agent, self._model, self._brief = agent, model, brief

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._brief(goal, context)
        self._agent.reset(goal, context)

    def hear(self, opening: Any) -> None:
        self._agent.hear(opening)

    async def act(self, observation: Observation) -> Decision:
        self._model.seen = observation
        return await self._agent.act(observation)

    async def reflect(self, decision: Decision, outcome: Any, after: Observation) -> Decision:
        return await self._agent.reflect(decision, outcome, after)


def played_by_oracle(
    family: NativeFamily,
    write: WriteReply,
    task: str,
    car: Controller,
    *,
    options: AgentOptions = AS_DESIGNED,
    spec: Any = None,
    seed: int = 1,
    ending: Ending | None = None,
    wrap: Callable[[Any], Any] = lambda model: model,
) -> tuple[PlayedEpisode, OracleModel]:
    """A task that is played by a native agent whose model knows the solution; `wrap` puts another model around that one."""
    behaviour = select_one(task)
    drawn = instantiate(behaviour, seed, "random", ending or behaviour.endings[0])
    assert drawn is not None
    oracle = OracleAgent()
    oracle.brief(behaviour, drawn)
    model = OracleModel(oracle, write, NativeSettings.of(family, options))
    asked = wrap(model)
    metered = MeteredModel(asked)
    agent = WatchedAgent((spec or native_agent(family)).make(metered, None, options), model, oracle.reset)
    limits = Limits(steps=200)

    async def played() -> PlayedEpisode:
        try:
            return await play(behaviour, drawn, car, agent, limits=limits, model=metered, keep_image=lambda image: "0" * 64)
        finally:
            await asked.close()

    episode = asyncio.run(played())
    return episode, model


def text_choice(text: str) -> Choice:
    """A reply that is a text."""
    return Choice(text)


def call_choice(*calls: tuple[str, str], text: str = "") -> Choice:
    """A reply that calls functions, given by name and arguments."""
    made = tuple(ToolCall(f"call_{number}", name, arguments) for number, (name, arguments) in enumerate(calls))
    return Choice(text, tool_calls=made, finish="tool_calls")


class NativeContract:
    """The tests; a subclass names its family, what writes its replies, and options."""

    family: NativeFamily
    write: WriteReply
    options: AgentOptions = AS_DESIGNED

    @pytest.mark.parametrize("task", [pytest.param(task, marks=() if task in AT_ONCE else pytest.mark.sweep) for task in TASKS])
    def test_a_task_is_finished_by_points_alone(self, task: str) -> None:
        episode, model = played_by_oracle(self.family, type(self).write, task, HeadlessController(), options=self.options)
        assert episode.record.outcome == "pass", (episode.record.error, [step.error for step in episode.steps])
        assert all(request.images for request in model.requests)
        for step in episode.steps:
            told = step.notes["native"]
            assert {"picture", "space", "pictures", "prompt"} <= told.keys()
            assert "index" not in (step.action or {})

    @pytest.mark.sweep
    @pytest.mark.parametrize("task", TASKS)
    def test_a_task_is_finished_on_the_virtual_device(self, task: str, virtual_car: Controller) -> None:
        episode, _ = played_by_oracle(self.family, type(self).write, task, virtual_car, options=self.options)
        assert episode.record.outcome == "pass", (episode.record.error, [step.error for step in episode.steps])
