"""UiScript: plans played against what is seen, through the same actions as every agent."""

from dataclasses import replace

import pytest

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.action import Action, Call, OpenApp, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Observation
from automotive_env.errors import AgentFault
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import Scene
from automotive_env.tasks.kit.ui_script import MAX_SCROLLS, UiScript
from automotive_env.validators.signals import FRONT_WIPER, SCREEN_BRIGHTNESS, WIPER_SPEED


def play(ui: UiScript, car: HeadlessController) -> list[Action]:
    """Play a plan; every action must be carried out."""
    plan = ui.play(car.observe())
    done = [next(plan)]
    while not isinstance(done[-1], Status):
        outcome = car.act(done[-1], car.observe())
        assert outcome.done, outcome.message
        done.append(plan.send(car.observe()))
    return done


@pytest.fixture
def car() -> HeadlessController:
    return HeadlessController()


def test_an_open_app_is_not_opened_again(car: HeadlessController) -> None:
    assert [type(action) for action in play(UiScript().open("settings").open("settings"), car)] == [OpenApp, Status]


def test_a_switch_that_is_as_wanted_is_left_alone(car: HeadlessController) -> None:
    plan = UiScript().open("settings").tap("section_network").switch("wifi", True)
    assert len(play(plan, car)) == 3
    play(UiScript().open("settings").tap("section_network").switch("wifi", False), car)
    assert car.world.system.wifi is False


@pytest.mark.parametrize("value", [0, 42, 100])
def test_a_slider_that_does_not_tell_its_value_is_touched_once(car: HeadlessController, value: int) -> None:
    play(UiScript().open("settings").tap("section_display"), car)
    seen = car.observe()
    mute = replace(seen, elements=tuple(element._replace(range=None) for element in seen.elements))
    plan = UiScript().slide("brightness", value).play(mute)
    assert car.act(next(plan), seen).done
    assert isinstance(plan.send(mute), Status)
    assert abs(float(str(car.read(SCREEN_BRIGHTNESS))) - value) <= 2


@pytest.mark.parametrize("value", [0, 5, 37, 80, 100])
def test_a_slider_is_brought_to_a_value(car: HeadlessController, value: int) -> None:
    play(UiScript().open("settings").tap("section_display").slide("brightness", value), car)
    assert car.world.centerInformationDisplay.brightness_settings.brightness_level == value


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_a_slider_of_few_steps_is_brought_to_the_next_one(car: HeadlessController, gear: int) -> None:
    setup = CarSetup(car)
    setup.write(FRONT_WIPER, True)
    setup.write(WIPER_SPEED, gear - 1 or 2)
    play(UiScript().open("lights").slide("wiper_speed", gear), car)
    assert car.read(WIPER_SPEED) == gear


@pytest.mark.parametrize("celsius", [16, 19.5, 30])
def test_a_stepper_is_tapped_until_it_shows_the_value(car: HeadlessController, celsius: float) -> None:
    car.world.airConditioner.switch(position=["all"], switch=True)
    play(UiScript().open("climate").temperature("passenger", celsius), car)
    assert car.world.airConditioner.ac_states["passenger seat"].temperature == celsius
    assert car.world.airConditioner.ac_states["driver's seat"].temperature == 22


def test_what_is_further_down_is_scrolled_to(car: HeadlessController) -> None:
    assert "Workshop Brenner" not in {element.label for element in car.observe().elements}
    actions = play(UiScript().open("phone").tap("phone_contacts").tap("contact_item", "Workshop Brenner"), car)
    assert any(action.action_type == "scroll" for action in actions)


def test_a_list_that_ends_is_left_while_distances_change_as_the_car_drives(car: HeadlessController) -> None:
    setup = CarSetup(car)
    setup.scene(Scene(speed=90, road="rural"))
    setup.routes_to("Airport")  # along which the car moves
    script = UiScript().open("maps").tap("nearby_button").tap("category_item", "Hotels").tap("result_item", "Atlantis")
    plan, shown = script.play(car.observe()), list[Observation]()

    def drive_and_look() -> None:
        action = next(plan)
        while True:
            car.act(action, car.observe())
            car.advance(20)
            shown.append(car.observe())
            action = plan.send(shown[-1])

    with pytest.raises(AgentFault, match="nothing is called 'result_item'"):
        drive_and_look()
    assert len(shown) < 3 * MAX_SCROLLS
    assert len({seen.lines() for seen in shown}) == len(shown)


def test_what_is_nowhere_is_said_with_what_is_there(car: HeadlessController) -> None:
    with pytest.raises(AgentFault, match=r"nothing is called 'flux_capacitor' in home; there are: .*wifi_toggle"):
        play(UiScript().tap("flux_capacitor"), car)
    with pytest.raises(AgentFault, match="nothing is called 'wifi_togle' in home; did you mean 'wifi_toggle'"):
        play(UiScript().tap("wifi_togle"), car)


def test_alerts_and_endings(car: HeadlessController) -> None:
    actions = play(UiScript().alert("ice", "Ice ahead.").infeasible("The road is ice."), car)
    assert isinstance(actions[0], Call)
    assert actions[-1] == Status(goal_status="infeasible", reason="The road is ice.")
    assert car.world.system.last_alert == "ice"


def test_a_label_is_found_in_the_language_of_the_display(car: HeadlessController) -> None:
    car.world.environment.language = "Chinese"
    play(UiScript().open("maps").tap("destination_item", "Grand Hotel").tap("start_button"), car)
    assert car.world.navigation.current_route.destination == "Grand Hotel"


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_degrees_are_read_in_every_language(car: HeadlessController, language: str) -> None:
    car.world.environment.language = language
    for celsius in (19.5, 19):
        play(UiScript().temperature("driver", celsius), car)
        assert car.world.airConditioner.ac_states["driver's seat"].temperature == celsius


@pytest.mark.parametrize("value", [0, 30, 100])
def test_a_slider_of_a_mirrored_screen_is_set(car: HeadlessController, value: int) -> None:
    car.world.environment.language = "Arabic"
    play(UiScript().open("settings").tap("section_sound").slide("volume_seek_bar", value), car)
    assert car.world.environment.volume == value


def test_what_a_finger_can_do_besides_tapping(car: HeadlessController) -> None:
    plan = UiScript().open("maps").dismiss().type("search_edit_text", "coffee").nth("result_item", 2)
    assert [action.action_type for action in play(plan, car)] == ["open_app", "input_text", "click", "status"]


def test_an_entry_of_the_notification_centre_is_opened(car: HeadlessController) -> None:
    car.happen("notice of an app", {"app": "software", "title": "Guest settings"})
    play(UiScript().notification("Guest settings"), car)
    assert car.world.system.notifications[0].read


def test_dialogs_are_confirmed_or_left(car: HeadlessController) -> None:
    person = car.world.conversation.contacts[2].name
    page = UiScript().open("phone").tap("phone_contacts").tap("contact_item", person).tap("delete_contact_button")
    play(page.cancel(), car)
    assert person in [one.name for one in car.world.conversation.contacts]
    play(UiScript().tap("delete_contact_button").confirm(), car)
    assert person not in [one.name for one in car.world.conversation.contacts]
    with pytest.raises(AgentFault, match="no dialog is open"):
        play(UiScript().home().confirm(), car)


def test_what_is_read_is_scrolled_to_and_not_touched(car: HeadlessController) -> None:
    actions = play(UiScript().open("phone").tap("phone_contacts").scroll_to("contact_item", "Workshop Brenner"), car)
    assert {action.action_type for action in actions[2:]} == {"scroll", "status"}


def test_a_level_is_held_down(car: HeadlessController) -> None:
    actions = play(UiScript().open("climate").switch("ac_master_switch", True).long_press("hvac_increase_button"), car)
    assert actions[-2].action_type == "long_press"
