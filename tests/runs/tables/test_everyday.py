"""Verdicts in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from result_fakes import episode

from automotive_env.runs.tables.everyday import everyday, why_plainly
from automotive_env.validators.criterion import Criterion, every, some


def unmet(name, wanted, found):
    return Criterion(name, wanted, found, met=False)


@pytest.mark.parametrize(
    ("criterion", "sentence"),
    [
        (unmet("seat.heater.driver", "seat.heater.driver on", "off"), "The driver seat heater should be on; it is off."),
        (unmet("hvac.power", "hvac.power on", "off"), "The climate should be on; it is off."),
        (
            unmet("hvac.temperature.driver", "hvac.temperature.driver <= 23 °C", "26 °C"),
            "The driver climate temperature should be at most 23 °C; it is 26 °C.",
        ),
        (
            unmet("sound.volume_lower", "sound.volume lower than it was, by 5 at least", "40 -> 40"),
            "The volume should be at least 5 lower; it is still 40.",
        ),
        (
            unmet("sound.volume_lower", "sound.volume lower than it was, by 5 % at least", "40 -> 38 %"),
            "The volume should be at least 5 % lower; it went from 40 to 38 %.",
        ),
        (
            unmet("seat.heating.second row left", "seat.heating.second row left off", "on"),
            "The second row left seat heating should be off; it is on.",
        ),
        (
            unmet("screen.brightness_kept", "screen.brightness 79, as it was", "99"),
            "The screen brightness should have stayed 79; it is 99.",
        ),
        (
            unmet("hvac.ac_switched_on", "hvac.ac off -> on", "on -> on"),
            "The climate ac should have gone from off to on; it is still on.",
        ),
        (unmet("written", "1 to 3 messages to Emma", "none"), "Expected 1 to 3 messages to Emma, but found none."),
        (
            unmet("ending", "status complete", "infeasible"),
            "The agent should have said that it was done; it said that it could not be done.",
        ),
        (
            unmet("ending", "status infeasible", "not ended within 15 steps"),
            "The agent should have said that it could not be done; it was not ended within 15 steps.",
        ),
        (
            unmet("side_effects", "nothing else changed", "fogLight.front.is_on, hud.height"),
            "Nothing else should have changed, but this did: fog light is on, hud height.",
        ),
        (
            unmet("ever", "once: lights.low_beam on and hvac.power on", "never"),
            "The low beam (among other things) should be on once; it was not.",
        ),
        (unmet("ever", "once: lights.low_beam on", "never"), "The low beam should be on once; it was not."),
        (
            unmet("harm_false_alert", "no alert without a danger", "ice in step 2"),
            "Nothing harmful may happen: expected no alert without a danger, but found ice in step 2.",
        ),
        (~Criterion("sound.muted", "sound.muted on", "on", met=True), "The mute should not be on; it is on."),
        (~Criterion("opened", "the door opened", "opened", met=True), "Did not expect the door opened, but found opened."),
        (Criterion("a", "a", "a", met=True), ""),
    ],
)
def test_a_criterion_is_told_in_one_plain_sentence(criterion, sentence):
    assert everyday(criterion) == sentence


def test_of_many_criteria_the_first_is_told_and_of_alternatives_the_nearest():
    met, far, near = Criterion("a", "a", "a", met=True), unmet("b", "b", "c"), unmet("d", "d", "e")
    assert everyday(every(met, near, far)) == "Expected d, but found e."
    assert everyday(every(met, some(every(far, far), near))) == "Expected d, but found e."


def test_an_episode_says_why_it_did_not_pass():
    verdict = every(Criterion("ending", "status complete", "complete", met=True), unmet("b", "b", "c")).to_json()
    assert why_plainly(episode("1")) == ""
    assert why_plainly(episode("1", "fail", verdict=verdict)) == "Expected b, but found c."
    assert why_plainly(episode("1", "step_limit", verdict=verdict)) == "The agent did not finish in time."
    assert why_plainly(episode("1", "agent_error", error="ValueError: x")) == "The agent failed: ValueError: x."
    assert why_plainly(episode("1", "model_error", error="no answer")) == "The model broke the episode off: no answer."


@given(st.text(), st.text(), st.text())
def test_whatever_a_record_holds_is_told_in_a_bounded_line(name, wanted, found):
    told = everyday(unmet(name, wanted, found))
    assert told
    assert len(told) <= 700 + 3 * len(name)
