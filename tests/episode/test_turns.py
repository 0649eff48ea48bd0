"""An episode of several turns: what begins them, what each is judged by, and what is judged over all of them."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from automotive_env.agents.agent import Decision, EpisodeContext
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.action import Answer, Call, Status, Wait
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.episode.opening import TurnOpening
from automotive_env.episode.session import Session
from automotive_env.runs.rescoring import RecordedController, RecordedSession, instance_of
from automotive_env.suites.automotive.play import play
from automotive_env.suites.played_episode import PlayedEpisode
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.kit.scene import Draw, Scene
from automotive_env.tasks.kit.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.kit.turn import NOTICE, Turn, minutes
from automotive_env.validators import signals as s

COMPLETE = Status(goal_status="complete")


class Brighter(Task, category=Category.SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A bit brighter, a message in between, and back again."""

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("day",), weather=("clear",))

    def setup(self, car: object, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, 40)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn("Brighter.", "Make it brighter.", check=lambda then: then.rises(s.SCREEN_BRIGHTNESS, 10))
        yield Turn(
            event=lambda car: car.is_written_to(inst.scene),
            notice="A message has arrived.",
            after=minutes(2),
            check=lambda then: then.silent() & then.as_it_was(s.SCREEN_BRIGHTNESS),
        )
        yield Turn("Back again.", after=30, check=lambda then: then.as_at_first(s.SCREEN_BRIGHTNESS), speaker="passenger")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("centerInformationDisplay.*",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield (
            lambda ui: (
                ui.open("settings")
                .tap("section_display")
                .slide("brightness", 70)
                .turn()
                .turn()
                .open("settings")
                .slide("brightness", 40)
            )
        )


TASK = Brighter()


@pytest.fixture
def drawn() -> TaskInstance:
    return instantiate(TASK, 5, "Berlin")


def played(drawn: TaskInstance, agent: object, steps: int = 30) -> PlayedEpisode:
    return asyncio.run(play(TASK, drawn, HeadlessController(), agent, limits=Limits(steps=steps), privileged=True))


def test_an_instance_holds_what_is_said_in_each_turn(drawn: TaskInstance) -> None:
    assert drawn.goal in ("Brighter.", "Make it brighter.")
    assert drawn.later == ("", "Back again.")
    assert replace(drawn, later=("", "Other.")).id != drawn.id


def test_a_status_ends_a_turn_and_the_last_one_the_episode(drawn: TaskInstance) -> None:
    session = Session(TASK, drawn, HeadlessController())
    first = session.start()
    assert session.opening == TurnOpening(1, drawn.goal)
    step = session.step(COMPLETE)
    assert not step.ended
    assert step.outcome == ActionOutcome(True, "2 minutes later, the car reports: A message has arrived.")
    assert step.observation.time > first.time
    assert step.opening is session.opening
    assert session.opening.speaker == "car"
    session.step(Answer(text="Nothing of note."))
    step = session.step(Status(goal_status="infeasible", reason="It is for the driver."))
    assert session.opening.announcement == '30 seconds later, the passenger says: "Back again."'
    assert session.opening.conversation == (
        f"Driver: {drawn.goal}",
        "You ended the turn: complete",
        "Car: A message has arrived.",
        "You: Nothing of note.",
        "You ended the turn: infeasible, It is for the driver.",
    )
    assert session.step(COMPLETE).ended
    names = [(part.name, part.met) for part in session.finish().criterion.parts]
    assert names == [("turn_1", False), ("turn_2", False), ("turn_3", True), ("side_effects", True)]
    session.close()


def test_each_turn_is_judged_when_it_ends_and_by_its_own_start(drawn: TaskInstance) -> None:
    episode = played(drawn, OracleAgent())
    assert episode.record.outcome == "pass"
    assert episode.record.level == 3
    late = lambda ui: ui.turn().open("settings").tap("section_display").slide("brightness", 70).turn()  # noqa: E731
    assert [part["met"] for part in played(drawn, OracleAgent(late)).record.verdict["all"]] == [False, False, False, True]


def test_turns_that_are_not_reached_are_not_met(drawn: TaskInstance) -> None:
    session = Session(TASK, drawn, HeadlessController())
    session.start()
    verdict = session.finish("not ended within 3 steps")
    assert [part.found for part in verdict.criterion.parts[1:3]] == ["not reached", "not reached"]
    session.close()


def test_the_bound_of_steps_is_one_of_each_turn(drawn: TaskInstance) -> None:
    class Waits(NoopAgent):
        """Waits a while in each turn."""

        def __init__(self) -> None:
            self.goals: list[str] = []
            self.waits = 0

        def reset(self, goal: str, context: EpisodeContext) -> None:
            self.goals.append(goal)
            self.conversation = context.opening.conversation
            self.waits = 0

        async def act(self, observation: Observation) -> Decision:
            self.waits += 1
            return Decision(Wait(seconds=1) if self.waits < 4 else COMPLETE)

    agent = Waits()
    record = played(drawn, agent, steps=4).record
    assert (record.outcome, record.steps) == ("fail", 12)
    assert agent.goals == [drawn.goal, "A message has arrived.", "Back again."]  # one that does not hear is reset for each turn
    assert len(agent.conversation) == 4
    assert played(drawn, Waits(), steps=3).record.error == "not ended within 3 steps"


def test_a_turn_that_takes_too_many_steps_is_named(drawn: TaskInstance) -> None:
    silent = OracleAgent(lambda ui: ui.turn().wait().wait().wait())
    record = played(drawn, silent, steps=2).record
    assert (record.outcome, record.error) == ("step_limit", "turn 2 not ended within 2 steps")


def test_an_agent_that_hears_keeps_what_it_knows(drawn: TaskInstance) -> None:
    class Hears(NoopAgent):
        """Notes what it is told."""

        def reset(self, goal: str, context: EpisodeContext) -> None:
            self.heard = [goal]

        def hear(self, opening: TurnOpening) -> None:
            self.heard.append(opening.text)

    agent = Hears()
    played(drawn, agent)
    assert agent.heard == [drawn.goal, "A message has arrived.", "Back again."]


def test_recorded_turns_are_scored_again_the_same(drawn: TaskInstance) -> None:
    for agent in (OracleAgent(), NoopAgent()):
        episode = played(drawn, agent)
        car = RecordedController()
        session = RecordedSession(TASK, instance_of(episode.record), car, "screen")
        session.start()
        for step in episode.steps:
            session.replay(step)
        assert session.finish().criterion.to_json() == episode.record.verdict
        session.close()


def test_side_effects_and_harm_are_judged_over_all_turns(drawn: TaskInstance) -> None:
    meddles = lambda ui: ui.open("climate").tap("ac_master_switch").turn().turn()  # noqa: E731
    record = played(drawn, OracleAgent(meddles)).record
    assert record.side_effects
    session = Session(TASK, drawn, HeadlessController())
    session.start()
    session.step(COMPLETE)
    session.step(Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice."}))
    session.step(COMPLETE)
    assert "false_alert" in [harm.name for harm in session.finish().harm]
    session.close()


def test_an_interruption_comes_in_the_drive_between_turns_as_well(drawn: TaskInstance) -> None:
    class Dusk(Brighter, category=Category.SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
        """Night falls on the way to the second turn."""

        def events(self, inst: TaskInstance) -> list[Event]:
            return [Event(lambda car: car.write(s.LIGHT, "night"), after_seconds=60)]

    session = Session(Dusk(), drawn, HeadlessController())
    session.start()
    step = session.step(COMPLETE)
    assert [(one.seconds, one.by) for one in step.timed if one.change.path == "road.light"] == [(60, "event")]
    session.close()


def test_what_begins_a_turn_does_not_happen_without_events(drawn: TaskInstance) -> None:
    def messages(events: bool) -> object:
        session = Session(TASK, drawn, HeadlessController(), events=events)
        session.start()
        before = session.check.read(s.MESSAGE_COUNT)
        session.step(COMPLETE)
        return session.check.read(s.MESSAGE_COUNT) - before

    assert (messages(True), messages(False)) == (1, 0)


def test_a_turn_that_nobody_begins_says_so_by_default() -> None:
    turn = Turn(check=lambda then: then.silent(), event=lambda car: None)
    assert (turn.speaker, turn.notice) == ("car", NOTICE)
    assert TurnOpening(2, NOTICE, "car").announcement == f"The car reports: {NOTICE}"
