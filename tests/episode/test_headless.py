"""The headless controller: an index means what the agent saw, nothing raises, snapshots hold everything."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.episode.action import Call, Click, InputText, NavigateBack, NavigateHome, OpenApp, Scroll, Swipe, Wait
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element, GpsFix, Observation
from automotive_env.errors import EnvironmentFault
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal


@pytest.fixture
def car() -> HeadlessController:
    return HeadlessController()


def element(seen: Observation, name: str) -> Element:
    return next(e for e in seen.elements if e.name == name)


def test_an_observation_holds_one_moment(car: HeadlessController) -> None:
    seen = car.observe()
    assert [e.index for e in seen.elements] == list(range(len(seen.elements)))
    assert car.observe() is seen
    assert seen.screenshot.shape == (792, 1408, 3)
    assert seen.app == "home"
    assert seen.driving_state == "parked"
    car.world.road.speed = 30
    car.world.road.gear = "drive"
    after = car.observe()
    assert (after.id, after.driving_state, after.vehicle["speed"]) == (seen.id + 1, "moving", "30 km/h")


def test_elements_of_a_task_load_neither_numpy_nor_geopy() -> None:
    code = (
        "import sys; from automotive_env import make; assert make('hvac.too_hot', place='Dubai', seed=55).reset().elements; "
        "print({'numpy', 'cv2', 'geopy', 'pydantic'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "set()"


def test_a_screenshot_belongs_to_its_moment(car: HeadlessController) -> None:
    seen = car.observe()
    car.act(OpenApp(app_name="climate"), seen)
    with pytest.raises(EnvironmentFault, match="past moment"):
        _ = seen.screenshot


def test_a_screenshot_is_taken_once_until_a_pixel_changes_and_stays_as_it_is(car: HeadlessController) -> None:
    first = car.observe().screenshot
    before = first.copy()
    car.world.airConditioner.max_ac = True  # of a screen that is not shown
    again = car.observe().screenshot
    assert again is first
    car.act(OpenApp(app_name="climate"), car.observe())
    assert not np.array_equal(car.observe().screenshot, before)
    assert np.array_equal(first, before)
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 0


def test_an_index_means_the_element_that_was_seen(car: HeadlessController) -> None:
    seen = car.observe()
    toggle = element(seen, "wifi_toggle")
    car.world.system.safety_alert(kind="ice", message="Ice ahead.")  # something new gets in between
    assert car.observe().elements != seen.elements
    outcome = car.act(Click(index=toggle.index), seen)
    assert outcome.done
    assert car.world.system.wifi is False


def test_an_element_that_is_gone_is_refused_and_nothing_changes(car: HeadlessController) -> None:
    car.head_unit.open_app("climate")
    seen = car.observe()
    car.head_unit.home()
    before = car.world.snapshot()
    outcome = car.act(Click(index=element(seen, "defroster_button").index), seen)
    assert (outcome.done, car.world.snapshot()) == (False, before)
    assert "not on the screen" in outcome.message


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Click(index=9_000), "the list goes from 0 to"),
        (Click(x=5_000, y=10), "outside the screen of 1408x792"),
        (OpenApp(app_name="toaster"), "there are: "),
        (Call(api="airConditioner.temperature_sett"), "did you mean"),
        (Call(api="airConditioner.temperature_set", arguments={"value": 99}), "off"),
        (InputText(text="x"), ""),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(car: HeadlessController, action: object, says: str) -> None:
    before = car.world.snapshot()
    outcome = car.act(action, car.observe())  # type: ignore[arg-type]
    assert not outcome.done
    assert outcome.message
    assert says in outcome.message
    assert car.world.snapshot() == before


def test_a_disabled_element_is_refused(car: HeadlessController) -> None:
    car.act(OpenApp(app_name="climate"), car.observe())
    seen = car.observe()
    outcome = car.act(Click(index=element(seen, "fan_max").index), seen)
    assert (outcome.done, outcome.message) == (False, f"element {element(seen, 'fan_max').index} is disabled")


def test_changes_carry_their_causes(car: HeadlessController) -> None:
    seen = car.observe()
    car.drain_changes()
    car.act(Click(index=element(seen, "wifi_toggle").index), seen)
    (change,) = car.drain_changes()
    assert (change.path, change.before, change.after, change.cause.kind) == ("system.wifi", True, False, "touch")
    assert car.drain_changes() == []


def test_signals_lead_into_lists_and_records(car: HeadlessController) -> None:
    assert car.read(s.MESSAGE_COUNT) == len(car.world.conversation.messages)
    assert car.read(s.LAST_MESSAGE_TO) == car.world.conversation.messages[-1].contact
    car.write(s.DESTINATION, "Airport")
    assert car.read(s.DESTINATION) == "Airport"
    with pytest.raises(EnvironmentFault, match=r"hvac\.power"):
        car.write(s.CLIMATE_POWER, "yes")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        car.write(s.MESSAGE_COUNT, 3)
    with pytest.raises(EnvironmentFault, match="no property"):
        car.read(Signal("x", "no.such"))


def test_a_snapshot_holds_the_state_and_what_is_shown(car: HeadlessController) -> None:
    car.act(OpenApp(app_name="climate"), car.observe())
    before, saved = car.observe(), car.snapshot()
    car.set_gps(GpsFix(48.85, 2.35))
    car.act(NavigateHome(), car.observe())
    car.act(Click(index=element(car.observe(), "wifi_toggle").index), car.observe())
    car.restore(saved)
    after = car.observe()
    assert (after.elements, after.gps, after.app) == (before.elements, before.gps, before.app)
    assert car.world.system.wifi is True


def test_what_a_start_state_says_of_open_pages_is_put_back_from_any_screen(car: HeadlessController) -> None:
    car.world.set("seat.view_page_open", True)  # as a start state has it, whatever is shown
    before, saved = car.world.snapshot(), car.snapshot()
    for app in ("settings", "climate", "phone"):
        car.act(OpenApp(app_name=app), car.observe())
        car.restore(saved)
        assert car.world.diff(before) == {}


ACTIONS = st.one_of(
    st.builds(Click, index=st.integers(0, 80)),
    st.builds(Click, x=st.integers(0, 1500), y=st.integers(0, 900)),
    st.builds(Scroll, direction=st.sampled_from(["up", "down", "left", "right"])),
    st.builds(Swipe, direction=st.sampled_from(["up", "down", "left", "right"]), index=st.none() | st.integers(0, 80)),
    st.builds(InputText, text=st.text(max_size=20), index=st.none() | st.integers(0, 80), submit=st.booleans()),
    st.builds(OpenApp, app_name=st.sampled_from([*HeadlessController().apps, "nothing"])),
    st.just(NavigateBack()),
    st.just(NavigateHome()),
    st.just(Wait()),
)


@given(st.lists(ACTIONS, max_size=25))
def test_no_action_raises_and_the_state_stays_valid(actions: list) -> None:
    car = HeadlessController()
    for action in actions:
        car.act(action, car.observe())
    for slot, value in zip(car.world.schema, car.world.values, strict=True):
        assert slot.prop.check(value) == value
    car.act(NavigateHome(), car.observe())
    assert car.observe().app == "home"


@given(st.lists(ACTIONS, max_size=12))
def test_elements_that_are_asked_for_late_are_those_of_their_moment(actions: list) -> None:
    late, prompt = HeadlessController(), HeadlessController()
    moments = []
    for action in [Click(x=700, y=40), *actions]:
        moments.append((late.observe(), prompt.observe().elements))
        late.act(action, moments[-1][0] if getattr(action, "index", None) is not None else None)
        prompt.act(action, prompt.observe())
    assert late.observe().id == prompt.observe().id
    assert [seen.elements for seen, _ in moments] == [elements for _, elements in moments]
    assert late.world.values == prompt.world.values


def test_events_show_on_the_display_and_wrong_ones_are_refused(car: HeadlessController) -> None:
    car.happen("low tyre pressure", {"wheel": "rear left"})
    assert any("rear left" in e.text for e in car.observe().elements)
    assert car.read(s.LAST_ALERT) == ""  # what the car warns of is not what an agent raised
    before = car.world.snapshot()
    for event, details in (("flat tyre", {}), ("low tyre pressure", {"wheel": "fifth"}), ("low fuel", {"litres": 3})):
        with pytest.raises(EnvironmentFault, match="event "):
            car.happen(event, details)
    assert car.world.snapshot() == before
