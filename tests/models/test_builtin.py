"""The built-in model: honest, deterministic, and able to operate what it is shown."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import anyio
import pytest

from automotive_env.episode.action import action_schema
from automotive_env.episode.action_parser import parse_action, reasoning_of
from automotive_env.episode.observation import Box, Element, RangeInfo
from automotive_env.models.builtin import BuiltinModel
from automotive_env.models.model import ModelRequest, PromptFacts, Purpose, Sampling

APPS = ("home", "climate", "lights", "media", "phone", "maps", "settings")
PARKED = {"app in front": "home", "driving state": "parked", "speed": "0 km/h", "outside temperature": "3 °C"}


def reply(facts: PromptFacts, purpose: Purpose = "act") -> str:
    return anyio.run(BuiltinModel().complete, ModelRequest.of(purpose, "the prompt", facts=facts)).text


def act(facts: PromptFacts) -> dict[str, object]:
    return parse_action(reply(facts)).to_json()


def screen(*elements: Element) -> tuple[Element, ...]:
    return tuple(element._replace(index=index) for index, element in enumerate(elements))


def button(label: str, name: str = "", *, role: str = "Button", left: int = 0, **more: object) -> Element:
    box = Box(left, 0, left + 100, 80)
    return Element(0, f"android.widget.{role}", label, resource_id=f"car:id/{name}", window="w", box=box, clickable=True, **more)  # type: ignore[arg-type]


def switch(label: str, name: str, on: bool, **more: object) -> Element:
    return button(label, name, role="Switch", checkable=True, checked=on, **more)


def text(label: str, name: str = "", description: str = "") -> Element:
    return Element(0, "android.widget.TextView", label, description, resource_id=f"car:id/{name}", window="w")


def facts(goal: str, *elements: Element, app: str = "lights", history: tuple[str, ...] = (), **more: object) -> PromptFacts:
    vehicle = PARKED | {"app in front": app}
    return PromptFacts(goal, screen(*elements), history, vehicle=vehicle, apps=APPS, **more)  # type: ignore[arg-type]


# Honesty


def test_it_imports_nothing_that_knows_the_answers() -> None:
    program = (
        "import sys, json\n"
        "from automotive_env.models.builtin import BuiltinModel\n"
        "import automotive_env.models.builtin.policy, automotive_env.models.builtin.questions\n"
        "print(json.dumps([m for m in sys.modules if m.startswith('automotive_env')]))"
    )
    loaded = json.loads(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60).stdout
    )
    own = [name for name in loaded if not name.startswith("automotive_env.models")]
    assert set(own) <= {
        "automotive_env", "automotive_env.version", "automotive_env.models.model", "automotive_env.episode.observation",
        "automotive_env.errors", "automotive_env.text.foreign_text", "automotive_env.episode.faces",
        "automotive_env.episode.action",
        "automotive_env.agents.agent", "automotive_env.episode.limits", "automotive_env.episode.opening",
        "automotive_env.text", "automotive_env.episode", "automotive_env.agents",
        "automotive_env.car", "automotive_env.car.driving", "automotive_env.car.driving.temperature",  # units
    }  # fmt: skip


def test_the_same_facts_get_the_same_reply_whatever_the_rest_of_the_request_says() -> None:
    known = facts("Turn on the fog lights", switch("Front fog", "front_fog_light", False))
    first = reply(known)
    for other in (
        ModelRequest.of("act", "quite another text", facts=known, sampling=Sampling(seed=7)),
        ModelRequest.of("act", "", facts=known, sampling=Sampling(temperature=1.0)),
    ):
        assert anyio.run(BuiltinModel().complete, other).text == first


def test_usage_is_an_estimate_from_the_length_of_the_texts() -> None:
    completion = anyio.run(BuiltinModel().complete, ModelRequest.of("probe", "x" * 400, facts=PromptFacts("")))
    assert (completion.text, completion.usage.prompt_tokens, completion.usage.calls) == ("ok", 100, 1)


@pytest.mark.parametrize(
    "goal", ["", "???", "a" * 5_000, "{}", 'say {"action_type": "wait"}', "日本語でお願いします", "\x00\n\t"]
)
def test_any_goal_gets_one_valid_action(goal: str) -> None:
    assert act(facts(goal, button("Home", "home")))["action_type"]


def test_what_it_does_not_understand_it_leaves_alone() -> None:
    given_up = act(facts("Colourless green ideas"))
    assert given_up["goal_status"] == "infeasible"
    assert "not understand" in str(given_up["reason"])


# Switches, choices, numbers


def test_it_opens_the_app_that_has_the_control() -> None:
    assert act(facts("Turn on the fog lights", button("Maps", "maps"), app="home")) == {
        "action_type": "open_app",
        "app_name": "lights",
    }


def test_a_switch_is_tapped_only_where_it_is_not_yet_as_wished() -> None:
    lights = [switch("Rear fog", "rear_fog_light", False), switch("Front fog", "front_fog_light", False)]
    assert act(facts("Turn on the fog lights", *lights)) == {"action_type": "click", "index": 1}
    lights[1] = lights[1]._replace(checked=True)
    assert "already" in str(act(facts("Turn on the fog lights", *lights))["text"])
    assert act(facts("Turn off the fog lights", *lights)) == {"action_type": "click", "index": 1}


def test_a_choice_is_complete_when_it_is_chosen() -> None:
    options = [
        button(word, f"low_beam_{word.lower()}", role="RadioButton", checkable=True, checked=word == "Off")
        for word in ("Off", "On", "Auto")
    ]
    assert act(facts("Headlights to automatic", *options)) == {"action_type": "click", "index": 2}
    tapped = ('Step 1: click RadioButton "Off" #low_beam_off -> done',)
    assert act(facts("Switch the headlights off", *options, history=tapped))["goal_status"] == "complete"


def test_a_stepper_is_tapped_until_the_number_is_right() -> None:
    def side(name: str, shown: str) -> list[Element]:
        lower = button("", f"{name}_decrease", description=f"Lower {name} temperature")
        higher = button("", f"{name}_increase", description=f"Raise {name} temperature")
        return [lower, text(shown, f"{name}_temperature"), higher]

    def cabin(shown: str) -> list[Element]:
        return side("driver", "22.0°") + side("passenger", shown)

    goal = "Set the passenger side to 21.5 degrees"
    assert act(facts(goal, *cabin("20.0°"), app="climate")) == {"action_type": "click", "index": 5}
    assert act(facts(goal, *cabin("23.0°"), app="climate")) == {"action_type": "click", "index": 3}
    lowered = ('Step 1: click ImageButton "Lower passenger temperature" #passenger_decrease -> done',)
    assert act(facts(goal, *cabin("21.5°"), app="climate", history=lowered))["goal_status"] == "complete"
    assert "already" in str(act(facts(goal, *cabin("21.5°"), app="climate"))["text"])
    assert act(facts("A bit warmer please", *cabin("20.0°"), app="climate")) == {"action_type": "click", "index": 2}
    raised = ('Step 1: click ImageButton "Raise driver temperature" #driver_increase -> done',)
    assert act(facts("A bit warmer please", *cabin("20.0°"), app="climate", history=raised))["goal_status"] == "complete"


def test_a_slider_is_touched_where_the_value_lies_and_corrected_after_that() -> None:
    def slider(value: float) -> Element:
        bar = button("", "volume_seek_bar", role="SeekBar", description="Volume")
        return bar._replace(box=Box(100, 0, 301, 80), range=RangeInfo(0, 100, value))

    assert act(facts("Volume to 40", slider(10), app="media")) == {"action_type": "click", "x": 180, "y": 40}
    history = ('Step 1: click {"x": 180, "y": 40} -> done',)
    again = act(facts("Volume to 40", slider(45), app="media", history=history))
    assert 160 < int(str(again["x"])) < 180
    assert act(facts("Volume to 40", slider(40), app="media", history=history))["goal_status"] == "complete"


def test_a_row_of_numbers_is_a_level_too() -> None:
    fan = [
        button(str(number), f"fan_speed_{number}", description=f"Fan speed {number}", selected=number == 2)
        for number in range(1, 7)
    ]
    assert act(facts("Fan to level 5", *fan, app="climate")) == {"action_type": "click", "index": 4}
    assert act(facts("Fan to maximum", *fan, app="climate")) == {"action_type": "click", "index": 5}
    assert act(facts("Fan a bit stronger", *fan, app="climate")) == {"action_type": "click", "index": 2}


def test_a_disabled_control_waits_for_power_or_for_the_end_of_automatic_mode() -> None:
    ac = switch("A/C", "ac_button", False, enabled=False)
    assert act(facts("Turn on the AC", switch("Power", "master_switch", False), ac, app="climate")) == {
        "action_type": "click",
        "index": 0,
    }
    fan = [button(str(n), f"fan_speed_{n}", description=f"Fan speed {n}", enabled=False) for n in (1, 2, 3)]
    assert act(facts("Fan to 3", switch("AUTO", "auto_button", True), *fan, app="climate")) == {
        "action_type": "click",
        "index": 0,
    }


# Searching, and giving up


def test_what_does_not_help_is_not_tried_for_ever() -> None:
    stuck = tuple(f'Step {n}: click Switch "Front fog" #front_fog_light -> done' for n in range(1, 4))
    assert (
        act(facts("Turn on the fog lights", switch("Front fog", "front_fog_light", False), history=stuck))["goal_status"]
        == "infeasible"
    )


# Errands


def test_a_call_goes_through_the_contact() -> None:
    tabs = [
        button("Contacts", "phone_contacts", role="RadioButton"),
        button("Keypad", "phone_dialpad", role="RadioButton", selected=True),
    ]
    assert act(facts("Call Mia", *tabs, app="phone")) == {"action_type": "click", "index": 0}
    people = [button("Noah Berg", "contact_item"), button("Mia Sand", "contact_item")]
    assert act(facts("Call Mia", *tabs, *people, app="phone")) == {"action_type": "click", "index": 3}
    page = [text("Mia Sand", "contact_name"), button("Message", "message_button"), button("Call", "call_button")]
    chosen = ('Step 1: click Button "Mia Sand" #contact_item -> done',)
    assert act(facts("Call Mia", *page, app="phone", history=chosen)) == {"action_type": "click", "index": 2}
    called = (*chosen, 'Step 2: click Button "Call" #call_button -> done')
    assert (
        act(facts("Call Mia", text("Mia Sand"), button("End", "end_call_button"), app="phone", history=called))["goal_status"]
        == "complete"
    )


def test_a_destination_is_chosen_from_the_list_or_typed_when_parked() -> None:
    field = Element(
        0, "android.widget.EditText", hint="Where to?", resource_id="m:id/search_edit_text", clickable=True, editable=True
    )
    lines = [button("Harbour Museum", "destination_item"), button("Airport", "destination_item")]
    assert act(facts("Navigate to the airport", field, *lines, app="maps")) == {"action_type": "click", "index": 2}
    typed = act(facts("Navigate to Elm Street", field, *lines, app="maps"))
    assert (typed["action_type"], typed["text"], typed["submit"]) == ("input_text", "Elm Street", True)
    moving = replace(
        facts("Navigate to Elm Street", field, *lines, app="maps"), vehicle={"app in front": "maps", "driving state": "moving"}
    )
    assert act(moving)["goal_status"] == "infeasible"


def test_a_question_is_answered_from_the_facts() -> None:
    known = facts("How cold is it outside?", app="home")
    assert "3 °C" in str(act(known)["text"])
    assert act(replace(known, history=("Step 1: answer {} -> done",)))["goal_status"] == "complete"


# Endings other than doing it


def test_what_is_so_already_is_said_once_and_then_it_is_complete() -> None:
    lit = facts("Turn on the fog lights", switch("Front fog", "front_fog_light", True))
    assert act(lit)["action_type"] == "answer"
    said = ("Step 1: open_app -> done", 'Step 2: answer {"text": "The front fog light is already on."} -> done')
    assert act(replace(lit, history=said))["goal_status"] == "complete"


def test_looking_for_a_control_changes_nothing_but_touching_it_does() -> None:
    looked = ('Step 1: open_app {"app_name": "settings"} -> done', 'Step 2: click Button "Network" #section_network -> done')
    touched = ('Step 1: click Switch "Bluetooth" #bluetooth -> done',)
    bluetooth = facts("Turn on bluetooth", switch("Bluetooth", "bluetooth", True), app="settings")
    assert act(replace(bluetooth, history=looked))["action_type"] == "answer"
    assert act(replace(bluetooth, history=touched))["goal_status"] == "complete"


def test_what_the_car_refuses_is_given_up_in_its_words() -> None:
    stuck = tuple(f'Step {n}: click Switch "Front fog" #front_fog_light -> FAILED: no fog light is fitted' for n in range(1, 4))
    given_up = act(facts("Turn on the fog lights", switch("Front fog", "front_fog_light", False), history=stuck))
    assert "no fog light is fitted" in str(given_up["reason"])


# The place


def test_an_alert_of_an_unknown_kind_is_said_again_as_the_nearest_known_one() -> None:
    refused = (
        'Step 1: call {"api": "system.safety_alert", "arguments": {"kind": "fatigue", "message": "Rest."}} '
        "-> FAILED: kind must be one of 'driver fatigue', 'road ice'"
    )
    again = act(facts("I am so sleepy", history=(refused,)))
    assert again["arguments"]["kind"] == "driver fatigue"  # type: ignore[index]


# Looking back


def test_it_sees_what_an_action_changed_and_what_did_nothing() -> None:
    before = screen(switch("Front fog", "front_fog_light", False))
    after = screen(switch("Front fog", "front_fog_light", True))
    tapped = 'click Switch "Front fog" #front_fog'
    assert "from off to on" in reply(PromptFacts("g", after, before=before, action=tapped, outcome="done"), "summarise")
    assert "Lesson:" in reply(PromptFacts("g", before, before=before, action=tapped, outcome="done"), "reflect")
    refused = reply(PromptFacts("g", before, before=before, action=tapped, outcome="FAILED: it is locked"), "reflect")
    assert re.search("refused: it is locked", refused)


def test_a_label_with_quotes_in_it_is_recognised_in_the_history() -> None:
    odd = switch('The "front" fog light', "front_fog_light", False)
    stuck = tuple(f'Step {n}: click Switch "{odd.text}" #front_fog_light -> done' for n in range(1, 4))
    assert act(facts("Turn on the front fog light", odd)) == {"action_type": "click", "index": 0}
    assert act(facts("Turn on the front fog light", odd, history=stuck))["goal_status"] == "infeasible"


def test_it_answers_in_the_form_that_is_asked_for() -> None:
    asked = facts("Switch the rear fog light on", switch("Rear fog", "rear_fog", False))
    free, held = (
        anyio.run(BuiltinModel().complete, ModelRequest.of("act", "the prompt", facts=asked, schema=schema)).text
        for schema in (None, action_schema())
    )
    assert list(json.loads(held)) == ["reason", "action"]
    assert free.startswith("Reason: ")
    assert parse_action(free) == parse_action(held)
    assert reasoning_of(free) == reasoning_of(held)


def test_a_plan_has_a_step_for_each_thing_and_no_more_than_are_wanted() -> None:
    wished = PromptFacts("Fan to three, and then turn on the rear defroster", apps=APPS)
    plan = json.loads(reply(replace(wished, max_plan_steps=4), "plan"))["plan"]
    assert [("fan" in step.lower(), "defrost" in step) for step in plan] == [(True, False), (False, True)]
    assert json.loads(reply(replace(wished, max_plan_steps=1), "plan"))["plan"] == plan[:1]
    both = json.loads(reply(replace(wished, max_plan_steps=4, topics={"units": "units"}), "context"))
    assert list(both) == ["topics", "plan"]
