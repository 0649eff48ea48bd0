"""What every controller must do, as tests: subclass `ControllerContract`, say how a car is made, and run pytest on it.

A car may be a stock Android device: nothing here needs more than its climate panel, its signals and a list or a field where it
has one. After each test the car is put back.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from cases import cases

from automotive_env.car.core.values import Scalar
from automotive_env.episode.action import (
    Action,
    Answer,
    Call,
    Click,
    DoubleTap,
    Drag,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Status,
    Swipe,
    Wait,
)
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.observation import Element, GpsFix, Observation
from automotive_env.errors import EnvironmentFault
from automotive_env.validators import signals as s
from automotive_env.validators.signals import SIGNALS, Signal

CLOCK = "%Y-%m-%d %H:%M:%S"
DIRECTIONS = ("up", "down", "left", "right")
ALERT = Call(api="system.safety_alert", arguments={"kind": "ice", "message": "Ice on the road ahead."})
WARNING_SHOWN = Signal("system.alert_shown", "system.alert_shown")
"""What a car has that shows warnings of its own; a stock one leaves that to apps."""
WRITTEN: tuple[tuple[Signal, Scalar], ...] = (
    (s.CLIMATE_POWER, True),
    (s.CLIMATE_AUTO, False),
    (s.AC, True),
    (s.DRIVER_TEMPERATURE, 24.0),
    (s.FAN_SPEED, 3),
    (s.FRONT_DEFROSTER, True),
    (s.REAR_DEFROSTER, True),
    (s.AIR_SOURCE, "external circulation"),
    (s.GEAR, "drive"),
    (s.SPEED, 50.0),
    (s.OUTSIDE_TEMPERATURE, -3.0),
    (s.WEATHER, "rain"),
    (s.LIGHT, "night"),
)
OUTSIDE: tuple[tuple[Signal, Scalar], ...] = (
    (s.COUNTRY, "SE"),
    (s.CITY, "Stockholm"),
    (s.CLOCK, "2025-01-13 17:20:00"),
    (s.GEAR, "drive"),
    (s.SPEED, 50.0),
    (s.ROAD_TYPE, "rural"),
    (s.LIGHT, "night"),
    (s.WEATHER, "fog"),
    (s.VISIBILITY, 150),
    (s.LOW_BEAM, "on"),
    (s.FRONT_FOG_LIGHT, True),
    (s.DAZZLED_ONCOMING, True),
)
"""What is to be seen outside."""


class ControllerContract:
    """The tests; a subclass gives the fixture `fresh`.

    Attributes:
        typing: where there is a text field: the app, and the resource name of the field.
        scrolling: the same of a list that is longer than the screen.
    """

    typing = ("maps", "search_edit_text")
    scrolling = ("maps", "destination_list")

    @pytest.fixture(scope="class")
    @classmethod
    def fresh(cls) -> Iterator[Controller]:
        """A car; closed afterwards."""
        raise NotImplementedError

    @pytest.fixture
    def car(self, fresh: Controller) -> Iterator[Controller]:
        saved = fresh.snapshot()
        yield fresh
        fresh.restore(saved)

    # What it says of itself

    def test_it_says_what_it_is(self, fresh: Controller) -> None:
        assert fresh.backend in ("headless", "virtual", "emulator")
        assert fresh.blocking is (fresh.backend != "headless")
        assert {"home", "climate", "settings"} <= set(fresh.apps)
        assert set(fresh.apis) == {"system.safety_alert", "system.safety_alert_dismiss"}
        assert all(fresh.apis.values())

    # Seeing

    def test_an_observation_is_complete(self, car: Controller) -> None:
        seen = car.observe()
        width, height = seen.screen
        assert seen.elements
        assert [e.index for e in seen.elements] == list(range(len(seen.elements)))
        for e in seen.elements:
            assert 0 <= e.box.left < e.box.right <= width
            assert 0 <= e.box.top < e.box.bottom <= height
            assert e.label or e.clickable or e.long_clickable or e.checkable or e.scrollable or e.editable or e.range
            assert e.class_name
            assert e.window
        assert seen.screenshot.shape == (height, width, 3)
        assert len(seen.screenshot.reshape(-1, 3)[:: width // 3].tolist()) > 1
        assert seen.driving_state in ("parked", "idling", "moving")
        assert {"speed", "gear", "driving state", "local time"} <= set(seen.vehicle)
        assert datetime.strptime(seen.time, CLOCK)
        assert -90 <= seen.gps.latitude <= 90
        assert -180 <= seen.gps.longitude <= 180

    def test_a_moment_lasts_until_something_changes(self, car: Controller) -> None:
        self.prepare(car)
        seen = car.observe()
        same = car.observe()
        assert (same.elements, same.app) == (seen.elements, seen.app)
        assert self.open(car, "climate").id > seen.id

    def test_what_was_seen_stays_as_it_was(self, car: Controller) -> None:
        seen = car.observe()
        elements = seen.elements
        self.open(car, "climate")
        assert seen.elements is elements

    def test_the_vehicle_is_told_in_words(self, car: Controller) -> None:
        car.write(s.GEAR, "drive")
        car.write(s.SPEED, 50)
        seen = car.observe()
        assert (seen.driving_state, seen.vehicle["speed"], seen.vehicle["gear"]) == ("moving", "50 km/h", "drive")
        assert seen.vehicle["local time"][:10] == seen.time[:10]

    def test_the_view_through_the_windscreen_is_the_same_wherever_the_car_is_played(self, car: Controller) -> None:
        other = HeadlessController()
        before = car.observe().windscreen
        for each in (car, other):
            for signal, value in OUTSIDE:
                each.write(signal, value)
            each.set_gps(GpsFix(59.33, 18.07))
        seen = car.observe().windscreen
        assert seen.shape == before.shape == (240, 640, 3)
        assert (seen != before).any()
        assert (seen == other.observe().windscreen).all()
        car.write(s.ICY_ROAD, True)
        assert (car.observe().windscreen != seen).any()

    # Acting

    def test_apps_open(self, car: Controller) -> None:
        for app in car.apps:
            seen = self.open(car, app)
            assert seen.app == app

    def test_names_of_apps_are_taken_as_people_write_them(self, car: Controller) -> None:
        for name in ("Settings", "CLIMATE", " hvac "):
            assert car.act(OpenApp(app_name=name), car.observe()).done
        assert car.observe().app == "climate"

    def test_an_index_means_the_element_that_was_seen(self, car: Controller) -> None:
        self.prepare(car)
        seen = car.observe()
        warmer = element(seen, "hvac_increase_button")
        assert car.act(ALERT, seen).done  # something new gets in between
        assert car.observe().elements != seen.elements
        before = car.read(s.DRIVER_TEMPERATURE)
        assert car.act(Click(index=warmer.index), seen).done
        assert car.read(s.DRIVER_TEMPERATURE) > before

    def test_an_element_that_is_gone_is_refused(self, car: Controller) -> None:
        self.prepare(car)
        seen = self.open(car, "climate")
        button = element(seen, "rear_defroster_button")
        self.open(car, "home")
        self.refused(car, Click(index=button.index), "not on the screen", seen)

    def test_a_point_is_touched_as_the_element_at_it(self, car: Controller) -> None:
        self.prepare(car)
        before = car.read(s.FRONT_DEFROSTER)
        x, y = element(self.open(car, "climate"), "defroster_button").box.center
        assert car.act(Click(x=x, y=y), car.observe()).done
        assert car.read(s.FRONT_DEFROSTER) is not before

    def test_touching_twice_is_no_touch_of_a_switch(self, car: Controller) -> None:
        self.prepare(car)
        before = car.read(s.FRONT_DEFROSTER)
        seen = self.open(car, "climate")
        car.act(DoubleTap(index=element(seen, "defroster_button").index), seen)
        assert car.read(s.FRONT_DEFROSTER) is before

    @cases(
        ("action", "says"),
        [
            (Click(index=9_000), "the list goes from 0 to"),
            (LongPress(index=9_000), "the list goes from 0 to"),
            (Swipe(direction="left", index=9_000), "the list goes from 0 to"),
            (Scroll(direction="down", index=9_000), "the list goes from 0 to"),
            (InputText(text="x", index=9_000), "the list goes from 0 to"),
            (Click(x=19_000, y=10), "outside the screen"),
            (DoubleTap(x=10, y=19_000), "outside the screen"),
            (Scroll(direction="down", x=19_000, y=10), "outside the screen"),
            (Drag(x=10, y=10, to_x=19_000, to_y=10), "outside the screen"),
            (OpenApp(app_name="toaster"), "there are: "),
            (InputText(text="x"), "no text field has the focus"),
            (KeyboardEnter(), "no text field has the focus"),
            (Scroll(direction="left"), "nothing to scroll"),
            (Call(api="system.safety_alarm"), "system.safety_alert"),
            (Call(api="system.safety_alert", arguments={"kind": "boredom", "message": "x"}), "kind"),
            (Call(api="system.safety_alert", arguments={"kind": "ice"}), "message"),
            (Call(api="system.safety_alert_dismiss", arguments={"id": 99}), "alert 99 is not shown"),
        ],
    )
    def test_what_cannot_be_done_says_why_and_changes_nothing(self, car: Controller, action: Action, says: str) -> None:
        self.refused(car, action, says)

    @pytest.mark.parametrize("action", [Answer(text="It is warm."), Status(goal_status="complete")])
    def test_talking_changes_nothing(self, car: Controller, action: Action) -> None:
        before = car.observe().elements
        assert car.act(action, car.observe()).done
        assert car.observe().elements == before

    def test_back_and_home_lead_home(self, car: Controller) -> None:
        for leave in (NavigateBack(), NavigateHome()):
            self.open(car, "climate")
            assert car.act(leave, car.observe()).done
            assert car.observe().app != "climate"
        self.open(car, "settings")
        assert car.act(NavigateHome(), car.observe()).done
        assert car.observe().app == "home"

    def test_waiting_lets_a_second_pass(self, car: Controller) -> None:
        before = datetime.strptime(car.observe().time, CLOCK)
        for _ in range(3):
            assert car.act(Wait(), car.observe()).done
        assert datetime.strptime(car.observe().time, CLOCK) >= before + timedelta(seconds=3)

    @pytest.mark.parametrize("text", ['Straße 7 & "Söhne" <b>', "東京 ключ 🙂", "'; reboot # a\\b%s $HOME"])
    def test_any_text_can_be_typed(self, car: Controller, text: str) -> None:
        app, name = self.typing
        field = element(self.open(car, app), name)
        assert car.act(InputText(text=text, index=field.index), car.observe()).done
        assert element(car.observe(), name).text == text
        assert car.act(InputText(text="!", clear=False), car.observe()).done
        assert element(car.observe(), name).text == text + "!"
        assert car.act(InputText(text=""), car.observe()).done
        field = element(car.observe(), name)
        assert field.text in ("", field.hint)
        assert field.focused

    def test_lists_scroll_until_they_end(self, car: Controller) -> None:
        app, name = self.scrolling
        start = self.open(car, app).elements
        seen = car.observe()
        for _ in range(12):
            outcome = car.act(Scroll(direction="down", index=element(seen, name).index), seen)
            after = car.observe()
            assert outcome.done is (after.elements != seen.elements)
            if not outcome.done:
                assert outcome.message
                break
            seen = after
        assert seen.elements != start
        assert car.act(Scroll(direction="up"), seen).done

    def test_a_scroll_at_a_point_moves_the_list_there(self, car: Controller) -> None:
        app, name = self.scrolling
        seen = self.open(car, app)
        x, y = element(seen, name).box.center
        assert car.act(Scroll(direction="down", x=x, y=y), seen).done
        assert car.observe().elements != seen.elements
        assert car.act(Scroll(direction="up", x=x, y=y), car.observe()).done

    def test_a_finger_drags_a_list(self, car: Controller) -> None:
        app, name = self.scrolling
        seen = self.open(car, app)
        left, top, right, bottom = element(seen, name).box
        x, further = (left + right) // 2, (top + (bottom - top) // 4, bottom - (bottom - top) // 4)
        assert car.act(Drag(x=x, y=further[1], to_x=x, to_y=further[0]), seen).done
        assert car.observe().elements != seen.elements

    @pytest.mark.parametrize("moves", [12, pytest.param(60, marks=pytest.mark.sweep)])
    def test_no_action_raises_and_none_is_done_without_a_reason_not_to(self, car: Controller, moves: int) -> None:
        rng = Random(7)
        for _ in range(moves):
            seen = car.observe()
            outcome = car.act(any_action(rng, seen), seen)
            assert outcome.done or outcome.message
        car.act(NavigateHome(), car.observe())
        assert car.observe().app == "home"

    # Alerts and events

    def test_an_alert_is_shown_and_taken_away(self, car: Controller) -> None:
        assert car.read(s.LAST_ALERT) == ""
        outcome = car.act(ALERT, car.observe())
        assert (outcome.done, outcome.message) == (True, "the ice warning is shown")
        assert (car.read(s.LAST_ALERT), car.read(s.LAST_ALERT_MESSAGE)) == ("ice", "Ice on the road ahead.")
        assert any("Ice on the road ahead." in e.text for e in car.observe().elements)
        dismiss = Call(api="system.safety_alert_dismiss", arguments={"id": outcome.data["id"]})
        assert car.act(dismiss, car.observe()).done
        assert not any(e.window == "HeadsUpNotification" for e in car.observe().elements)
        self.refused(car, dismiss, "is not shown")

    def test_alerts_are_counted(self, car: Controller) -> None:
        numbers = [car.act(ALERT, car.observe()).data["id"] for _ in range(2)]
        assert numbers == [numbers[0], numbers[0] + 1]

    def test_a_message_in_any_script_is_shown_as_it_is(self, car: Controller) -> None:
        text = "Vorsicht: 東京 'quoted' \"$HOME\" `x` ;&|"
        assert car.act(Call(api="system.safety_alert", arguments={"kind": "fog", "message": text}), car.observe()).done
        assert car.read(s.LAST_ALERT_MESSAGE) == text

    def test_events_happen_or_are_refused(self, car: Controller) -> None:
        before = car.observe().elements
        car.happen("low tyre pressure", {"wheel": "rear left"})
        if car.supports(WARNING_SHOWN):
            assert car.observe().elements != before
        for event, details in (("no such event", {}), ("low tyre pressure", {"wheel": "fifth"})):
            with pytest.raises(EnvironmentFault):
                car.happen(event, details)

    def test_what_matters_is_told_and_read_in_the_notification_centre(self, car: Controller) -> None:
        entry = s.NOTIFICATIONS[0]
        if not car.supports(entry["read"]):
            pytest.skip("it keeps no notifications of its own")
        car.happen("notice of an app", {"app": "calendar"})
        assert car.act(Click(index=element(car.observe(), "notifications").index), car.observe()).done
        assert (car.read(entry["title"]), car.read(entry["read"])) == ("Dentist tomorrow", False)
        seen = car.observe()
        assert car.act(Click(index=element(seen, "notification_body_title").index), seen).done
        assert car.read(entry["read"]) is True

    def test_a_driver_takes_over_with_what_is_stored(self, car: Controller) -> None:
        if not car.supports(s.ACTIVE_DRIVER):
            pytest.skip("it has no profiles of drivers")
        place = next(place for place, one in enumerate(s.DRIVERS) if car.read(one["name"]) != car.read(s.ACTIVE_DRIVER))
        name, stored = car.read(s.DRIVERS[place]["name"]), car.read(s.DRIVERS[place]["temperature"])
        self.open(car, "settings")
        for touched in ("section_profile", "driver_item", "switch_driver_button"):
            seen = car.observe()
            named = [e for e in seen.elements if e.name == touched and (touched != "driver_item" or e.text == name)]
            assert car.act(Click(index=named[0].index), seen).done
        assert (car.read(s.ACTIVE_DRIVER), car.read(s.DRIVER_TEMPERATURE)) == (name, stored)

    # Signals

    def test_what_is_written_is_read(self, car: Controller) -> None:
        self.prepare(car)
        for signal, value in WRITTEN:
            car.write(signal, value)
            assert car.read(signal) == value, signal.name

    def test_every_signal_that_it_has_can_be_read(self, car: Controller) -> None:
        self.prepare(car)
        for signal in SIGNALS.values():
            if car.supports(signal):
                assert isinstance(car.read(signal), (bool, int, float, str, type(None))), signal.name

    def test_what_it_has_not_is_refused(self, car: Controller) -> None:
        missing = Signal("no.such", "airConditioner.no_such")
        assert not car.supports(missing)
        with pytest.raises(EnvironmentFault):
            car.read(missing)
        with pytest.raises(EnvironmentFault):
            car.write(missing, 1)
        with pytest.raises(EnvironmentFault):
            car.write(s.AIR_SOURCE, "no such air")

    def test_the_car_can_be_put_anywhere(self, car: Controller) -> None:
        for latitude, longitude in ((48.8566, 2.3522), (-33.8688, 151.2093), (0.0, -179.5)):
            car.set_gps(GpsFix(latitude, longitude, 35))
            fix = car.observe().gps
            assert (fix.latitude, fix.longitude) == pytest.approx((latitude, longitude), abs=1e-4)

    # Changes and snapshots

    def test_changes_are_told_once(self, car: Controller) -> None:
        self.prepare(car)
        seen = self.open(car, "climate")
        car.drain_changes()
        before = car.read(s.FRONT_DEFROSTER)
        car.act(Click(index=element(seen, "defroster_button").index), seen)
        change = next(change for change in car.drain_changes() if change.path == s.FRONT_DEFROSTER.world)
        assert (change.before, change.after) == (before, not before)
        assert car.drain_changes() == []

    def test_a_snapshot_holds_the_car_and_what_is_shown(self, car: Controller) -> None:
        self.prepare(car)
        before, saved = car.observe(), car.snapshot()
        ac = car.read(s.AC)
        car.write(s.AC, not ac)
        car.write(s.WEATHER, "fog")
        car.set_gps(GpsFix(48.85, 2.35))
        car.act(ALERT, car.observe())
        self.open(car, "climate")
        car.restore(saved)
        after = car.observe()
        assert (after.app, car.read(s.AC)) == (before.app, ac)
        assert after.elements == before.elements
        assert after.gps.latitude == pytest.approx(before.gps.latitude, abs=1e-4)
        assert car.drain_changes() == []

    def test_a_snapshot_can_be_used_again(self, car: Controller) -> None:
        self.prepare(car)
        saved = car.snapshot()
        for value in (True, False):
            car.write(s.FRONT_DEFROSTER, value)
            car.snapshot()
            car.restore(saved)
        before = car.read(s.FRONT_DEFROSTER)
        car.write(s.FRONT_DEFROSTER, not before)
        car.restore(saved)
        assert car.read(s.FRONT_DEFROSTER) is before

    # Helpers

    def prepare(self, car: Controller) -> None:
        """At home with the climate on, and its controls not left to itself: else buttons are ignored."""
        car.write(s.CLIMATE_POWER, True)
        car.write(s.CLIMATE_AUTO, False)
        self.open(car, "home")

    def open(self, car: Controller, app: str) -> Observation:
        """Open an app and look at it."""
        outcome = car.act(OpenApp(app_name=app), car.observe())
        assert outcome.done, outcome.message
        return car.observe()

    def refused(self, car: Controller, action: Action, says: str, seen: Observation | None = None) -> None:
        """Assert that an action is not done, says why, and leaves everything as it is."""
        now = car.observe()
        car.drain_changes()
        outcome = car.act(action, seen or now)
        assert not outcome.done
        assert says in outcome.message
        assert car.drain_changes() == []
        assert car.observe().elements == now.elements


def element(seen: Observation, name: str) -> Element:
    """The first element with a resource name."""
    found = [e for e in seen.elements if e.name == name]
    assert found, f"nothing is called {name} in {seen.app}:\n{seen.lines()}"
    return found[0]


def any_action(rng: Random, seen: Observation) -> Action:
    """An action that an agent might come to, sensible or not."""
    index = rng.randrange(len(seen.elements) + 2)
    point = {"x": rng.randrange(seen.screen[0] + 50), "y": rng.randrange(seen.screen[1] + 50)}
    direction = rng.choice(DIRECTIONS)
    return rng.choice(
        [
            Click(index=index),
            Click(**point),
            LongPress(index=index),
            DoubleTap(index=index),
            Scroll(direction=direction),
            Scroll(direction=direction, index=index),
            Swipe(direction=direction, index=index, amount=rng.choice((0.1, 0.5, 1.0))),
            Swipe(direction=direction),
            Scroll(direction=direction, **point),
            Drag(**point, to_x=rng.randrange(seen.screen[0] + 50), to_y=rng.randrange(seen.screen[1])),
            InputText(text="Ünï 城", index=index, clear=rng.random() < 0.5, submit=rng.random() < 0.3),
            KeyboardEnter(),
            NavigateBack(),
            OpenApp(app_name=rng.choice(["climate", "maps", "settings", "seats", "toaster"])),
        ]
    )
