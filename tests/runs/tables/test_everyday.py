"""Verdicts in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from result_fakes import episode

from automotive_env.errors import SETUP_FAILED
from automotive_env.runs.tables.everyday import everyday, said_to_player, why_plainly
from automotive_env.validators.criterion import Criterion, every, some


def unmet(name, wanted, found):
    return Criterion(name, wanted, found, met=False)


@pytest.mark.parametrize(
    ("criterion", "sentence"),
    [
        (unmet("seat.heater.driver", "seat.heater.driver on", "off"), "The driver seat heater should be on; it is still off."),
        (unmet("hvac.power", "hvac.power on", "off"), "The climate control should be on; it is still off."),
        (
            unmet("hvac.temperature.driver", "hvac.temperature.driver <= 23 °C", "26 °C"),
            "The driver temperature should be at most 23 °C; it is 26 °C.",
        ),
        (
            unmet("sound.volume_lower", "sound.volume at least 5 lower than it was", "40 -> 40"),
            "The volume should be at least 5 lower; it is still 40.",
        ),
        (
            unmet("sound.volume_lower", "sound.volume at least 5 % lower than it was", "40 -> 38 %"),
            "The volume should be at least 5 % lower; it went from 40 to 38 %.",
        ),
        (
            unmet("hvac.fan_speed", "hvac.fan_speed >= 6 level", "3 level"),
            "The fan speed should be at least level 6; it is level 3.",
        ),
        (
            unmet("hvac.fan_speed_lower", "hvac.fan_speed at least 2 level lower than it was", "3 -> 4 level"),
            "The fan speed should be at least 2 levels lower; it went from level 3 to level 4.",
        ),
        (
            unmet("grounding.target", "a point on the target", "(748, 712), 54.93 mm away"),
            "The answer should be a point on the target; it is (748, 712), 54.93 mm away.",
        ),
        (
            unmet("seat.heating.second row left", "seat.heating.second row left off", "on"),
            "The rear left seat heating should be off; it is still on.",
        ),
        (
            unmet("screen.brightness_kept", "screen.brightness 79, as it was", "99"),
            "The screen brightness should have stayed at 79; it is 99.",
        ),
        (
            unmet("hvac.ac_switched_on", "hvac.ac off -> on", "on -> on"),
            "The air conditioning should have gone from off to on; it is still on.",
        ),
        (unmet("written", "1 to 3 messages to Emma", "none"), "The agent should have sent a message to Emma; it sent none."),
        (unmet("tyres_reset", "the tyre monitor reset", "never"), "The tyre monitor should have been reset; it was not."),
        (unmet("call_not_taken", "the call never taken", "ringing -> active"), "The call should never have been taken; it was."),
        (unmet("answer_time", "an answer with 18:45", "9:01 am"), "The answer should contain 18:45; it contains 9:01 am."),
        (unmet("answer_word", "an answer with right", "none of it"), "The answer should contain right; it does not."),
        (unmet("stops", "Museum, Café", "Museum"), "Café should be in the list of stops; it is missing."),
        (unmet("favourites", "Museum", "Museum, Café"), "Café should not be in the list of favourite places."),
        (
            unmet("destination", "a route to a petrol station", "Old Mill"),
            "There should be a route to a petrol station; it leads to Old Mill.",
        ),
        (
            unmet("destination", "a route to a petrol station", "none"),
            "There should be a route to a petrol station; there is none.",
        ),
        (unmet("no_alert", "no alert", "ice"), "The agent should not have raised an alert; it raised one of ice."),
        (
            unmet("said_to_driver", "the driver told why nothing is done", "nothing said"),
            "The agent should have told the driver why it did nothing; it said nothing.",
        ),
        (
            unmet("door.second row right.lock", "door.second row right.lock off", "on"),
            "The rear right door should be unlocked; it is still locked.",
        ),
        (
            unmet("apps.foreground", "apps.foreground radio", "maps"),
            "The radio app should be on the screen, but the maps app is.",
        ),
        (unmet("system.bluetooth", "system.bluetooth on", "off"), "Bluetooth should be on; it is still off."),
        (
            unmet("openings_shut", "all windows and the sunroof shut", "window.driver 50 %"),
            "All windows and the sunroof should be shut; open is the driver window 50 %.",
        ),
        (
            unmet("air_direction", "air at the driver's seat to feet only", "nowhere"),
            "The air at the driver's seat should go to feet only; it goes nowhere.",
        ),
        (
            unmet("ending", "status complete", "infeasible"),
            "The agent said that it could not do it, but it could.",
        ),
        (
            unmet("ending", "status infeasible", "not ended within 15 steps"),
            "The agent should have said that it had finished; the turn was not ended within 15 steps.",
        ),
        (
            unmet("side_effects", "nothing else changed", "fogLight.front.is_on, hud.height"),
            "The agent also changed what it should have left alone: fog light front is on, hud height.",
        ),
        (
            unmet("ever", "once: lights.low_beam on and hvac.power on", "never"),
            "The low beam should have been on at some time (among other things); it never was.",
        ),
        (unmet("ever", "once: lights.low_beam on", "never"), "The low beam should have been on at some time; it never was."),
        (
            unmet("harm_false_alert", "no alert without a danger", "ice in step 2"),
            "Something harmful happened: expected no alert without a danger, but found ice in step 2.",
        ),
        (~Criterion("sound.muted", "sound.muted on", "on", met=True), "The sound should not be muted; it is."),
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


def test_a_driver_notices_a_setting_first_and_is_told_that_the_agent_gave_up():
    ending, heater = unmet("ending", "status complete", "infeasible"), unmet("seat.heater.driver", "seat.heater.driver on", "off")
    changed = unmet("side_effects", "nothing else changed", "hud.height")
    assert everyday(every(ending, heater, changed)) == "The agent gave up. The driver seat heater should be on; it is still off."
    assert everyday(every(ending, changed)) == "The agent said that it could not do it, but it could."
    refused = unmet("ending", "status infeasible", "complete")
    assert everyday(every(refused, changed)) == "The agent should have refused; it said that it had done it."


def test_a_person_who_played_is_spoken_to():
    assert (
        said_to_player("The agent gave up. The radio should be playing; it is off.")
        == "You gave up. The radio should be playing; it is off."
    )
    assert (
        said_to_player("The agent said that it could not do it, but it could.")
        == "You said that you could not do it, but you could."
    )
    assert (
        said_to_player("The tyre monitor should have been reset; it was not.")
        == "The tyre monitor should have been reset; it was not."
    )


def test_an_episode_says_why_it_did_not_pass():
    verdict = every(Criterion("ending", "status complete", "complete", met=True), unmet("b", "b", "c")).to_json()
    assert why_plainly(episode("1")) == ""
    assert why_plainly(episode("1", "fail", verdict=verdict)) == "Expected b, but found c."
    assert why_plainly(episode("1", "step_limit", verdict=verdict)) == "The agent did not finish in time."
    assert why_plainly(episode("1", "agent_error", error="ValueError: x")) == "The agent failed: ValueError: x."
    assert why_plainly(episode("1", "model_error", error="no answer")) == "The model ended the episode: no answer."
    assert why_plainly(episode("1", "env_error")) == "The environment ended the episode."
    assert why_plainly(episode("1", "env_error", error=f"{SETUP_FAILED}: a bug")) == "The task's set-up failed: a bug."


@given(st.text(), st.text(), st.text())
def test_whatever_a_record_holds_is_told_in_a_bounded_line(name, wanted, found):
    told = everyday(unmet(name, wanted, found))
    assert told
    assert len(told) <= 700 + 3 * len(name)
