"""Driver attention: examples worked by hand, as in docs/attention.md, and rules that hold for all episodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.runs.records.records import ChangeRecord, ObservationRecord, OutcomeRecord, StepRecord
from automotive_env.runs.tables.attention import ATTENTION, SECONDS_TO_FULFIL, attention_scores, count_words
from automotive_env.suites.automotive.play import play
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.registry import TASKS

FAN = ChangeRecord(path="airConditioner.ac_states.driver's seat.wind_speed", before=1, after=3, cause="touch fan")
SCREEN = ChangeRecord(path="system.foreground_app", before="home", after="climate", cause="touch hvac")
BY_EVENT = SCREEN.model_copy(update={"by": "event"})
DONE: dict[str, Any] = {"action_type": "status", "goal_status": "complete"}
SAY: dict[str, Any] = {"action_type": "answer", "text": "The fan is on level 3."}
TAP: dict[str, Any] = {"action_type": "click", "index": 4}
WAIT: dict[str, Any] = {"action_type": "wait"}
WARN: dict[str, Any] = {
    "action_type": "call",
    "api": "system.safety_alert",
    "arguments": {"kind": "ice", "message": "Ice ahead!"},
}


def step(
    action: dict[str, Any] | None,
    seconds: int = 0,
    *changes: ChangeRecord,
    moving: bool = True,
    done: bool = True,
) -> StepRecord:
    seen = ObservationRecord(
        id=1,
        app="home",
        driving_state="moving" if moving else "parked",
        time=f"2025-04-13 12:{seconds // 60:02d}:{seconds % 60:02d}",
        gps="0, 0",
        elements=(),
    )
    return StepRecord(step=1, observation=seen, action=action, outcome=OutcomeRecord(done=done), changes=changes)


def moving_scores(*steps: StepRecord) -> list[float]:
    """Touches, screens, words and interruptions."""
    scores = attention_scores(steps, passed=False)
    return [scores[name] for name in ATTENTION if name != SECONDS_TO_FULFIL]


def seconds(*steps: StepRecord) -> float:
    return attention_scores(steps, passed=True)[SECONDS_TO_FULFIL]


def test_the_example_of_the_documentation():
    steps = [
        step(TAP, 0, SCREEN),
        step(TAP, 1, FAN),
        step(SAY, 2),
        step({"action_type": "navigate_home"}, 5, SCREEN),
        step(DONE, 6),
    ]
    assert attention_scores(steps, passed=True) == {
        "touches_while_moving": 3.0,
        "screens_while_moving": 2.0,
        "words_while_moving": 6.0,
        "interruptions_while_moving": 1.0,
        "seconds_to_fulfil": 2.0,
    }


def test_a_parked_car_asks_nothing_of_a_driver():
    assert attention_scores([step(TAP, moving=False), step(SAY, moving=False)], passed=False) == {}


def test_only_steps_that_begin_while_the_car_moves_count():
    assert moving_scores(step(TAP, 0, SCREEN, moving=False), step(SAY, moving=False), step(TAP)) == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("action", "touches"),
    [
        (TAP, 1),
        ({"action_type": "long_press", "x": 4, "y": 4}, 1),
        ({"action_type": "scroll", "direction": "down"}, 1),
        ({"action_type": "input_text", "text": "Bakery"}, 1),
        ({"action_type": "navigate_back"}, 1),
        ({"action_type": "open_app", "app_name": "climate"}, 0),
        (WAIT, 0),
        (SAY, 0),
        (WARN, 0),
        (DONE, 0),
        (None, 0),
    ],
)
def test_what_counts_as_a_touch(action, touches):
    assert moving_scores(step(action))[0] == touches


def test_a_refused_touch_was_made():
    assert moving_scores(step(TAP, done=False)) == [1, 0, 0, 0]


def test_a_screen_that_an_event_brings_is_not_the_agents():
    assert moving_scores(step(WAIT, 0, BY_EVENT)) == [0, 0, 0, 0]


def test_speech_in_one_go_is_one_interruption():
    refusal = {"action_type": "status", "goal_status": "infeasible", "reason": "Video is blocked while driving."}
    assert moving_scores(step(SAY), step(SAY), step(refusal)) == [0, 0, 6 + 6 + 5, 1]
    assert moving_scores(step(SAY), step(TAP), step(SAY)) == [1, 0, 12, 2]


def test_an_alert_speaks_only_when_it_is_raised():
    assert moving_scores(step(WARN)) == [0, 0, 2, 1]
    assert moving_scores(step(WARN, done=False)) == [0, 0, 0, 0]
    silent = WARN | {"arguments": {"kind": "ice"}}
    assert moving_scores(step(silent)) == [0, 0, 0, 1]


def test_a_wish_is_fulfilled_by_the_last_change_of_the_car():
    assert seconds(step(TAP, 0, FAN), step(TAP, 7, FAN), step(TAP, 9, SCREEN), step(SAY, 12), step(DONE, 15)) == 9


def test_a_warning_fulfils():
    assert seconds(step(WARN, 3), step(SAY, 4), step(DONE, 7)) == 1


def test_without_a_change_the_last_answer_fulfils_and_otherwise_the_end():
    assert seconds(step(TAP, 0, SCREEN), step(SAY, 1), step(WAIT, 4), step(DONE, 60)) == 4
    assert seconds(step(TAP, 0, SCREEN), step(WAIT, 1), step(DONE, 2)) == 2


def test_several_turns_are_averaged():
    assert seconds(step(TAP, 0, FAN), step(DONE, 1), step(SAY, 60), step(DONE, 63)) == 2


def test_an_episode_that_failed_has_no_time_of_fulfilment():
    assert SECONDS_TO_FULFIL not in attention_scores([step(TAP, 0, FAN), step(DONE, 1)], passed=False)


@pytest.mark.parametrize(
    ("text", "words"), [("", 0), ("Ice ahead!", 2), ("21 °C – at 08:30", 4), (" one\ntwo\t three ", 3), ("don't", 1)]
)
def test_words(text, words):
    assert count_words(text) == words


@given(st.text(), st.text())
def test_words_of_two_texts_add_up(one, other):
    assert count_words(f"{one} {other}") == count_words(one) + count_words(other)


STEPS = st.lists(
    st.builds(
        lambda action, changes, moving, done: step(action, 0, *changes, moving=moving, done=done),
        st.sampled_from([TAP, SAY, WAIT, WARN, None]),
        st.lists(st.sampled_from([FAN, SCREEN, BY_EVENT]), max_size=3),
        st.booleans(),
        st.booleans(),
    ),
    max_size=8,
)


def counted(steps: Sequence[StepRecord]) -> list[float]:
    scores = attention_scores(steps, passed=False)
    return [scores.get(name, 0.0) for name in ATTENTION]


@given(STEPS)
def test_no_score_exceeds_the_steps_while_moving(steps):
    touches, screens, _, interruptions, _ = counted(steps)
    assert max(touches + interruptions, screens) <= sum(one.observation.driving_state == "moving" for one in steps)


@given(STEPS, STEPS)
def test_scores_of_parts_with_a_pause_between_them_add_up(one, other):
    whole = counted([*one, step(WAIT), *other])
    assert whole == [a + b for a, b in zip(counted(one), counted(other), strict=True)]


def test_a_played_episode_has_the_scores():
    task = TASKS["hvac.fan_speed_max"]
    instance = instantiate(task, 1)
    agent = OracleAgent()
    played = anyio.run(lambda: play(task, instance, HeadlessController(), agent, limits=Limits(steps=20), privileged=True))
    assert played.record.success
    assert played.record.scores == attention_scores(played.steps, passed=True)
    assert played.record.scores[SECONDS_TO_FULFIL] > 0
