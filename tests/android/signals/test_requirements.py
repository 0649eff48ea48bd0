"""What tasks need of a device is found by watching them."""

import pytest
from each_task import SOME_AND_ALL
from registered import PLAIN

from automotive_env.android.apps import stock_apps
from automotive_env.android.features import Features
from automotive_env.android.places import place_of
from automotive_env.android.requirements import Requirements, needs_its_owner, required, unplayable
from automotive_env.android.shell import Reply
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car_setup import CarSetup
from automotive_env.headless import HeadlessController
from automotive_env.tasks.registry import TASKS
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal, Vhal
from automotive_env.vehicle.properties import RELEASES, Release, catalogue


class NoShell:
    def run(self, command: str, *, timeout: float = 10.0) -> Reply:
        raise AssertionError(f"nothing is asked, yet: {command}")


def access(release: Release, *, vendor: bool = False, telephony: bool = False) -> SignalAccess:
    features = Features(release, 10, catalogue(release), vendor, sound_zones=True, telephony=telephony)
    return SignalAccess(NoShell(), features)


def test_a_task_needs_what_its_set_up_writes_and_what_its_check_may_look_at():
    fan = required(TASKS[PLAIN])
    assert {s.COUNTRY, s.CITY, s.CLIMATE_POWER, s.CLIMATE_AUTO, s.FAN_SPEED} <= fan.signals
    assert fan.events == set()
    child = required(TASKS["media.sleeping_child"])
    assert {s.MUTED, s.VOLUME, s.MEDIA_PLAYING, s.SOUND_CHANNEL} <= child.signals
    late = required(TASKS["comms.late_for_appointment"])
    assert {s.LAST_MESSAGE_TO, s.LAST_MESSAGE_TEXT, s.CALL_STATE, s.CALL_CONTACT} <= late.signals
    assert required(TASKS["comms.answer_call"]).events == {"incoming call"}


@pytest.mark.parametrize("tasks", SOME_AND_ALL)
def test_every_signal_of_a_task_leads_somewhere(tasks):
    car = HeadlessController()
    lost = {task.name: [one.name for one in required(task).signals if not car.supports(one)] for task in tasks}
    assert {name: signals for name, signals in lost.items() if signals} == {}


@pytest.mark.parametrize("tasks", SOME_AND_ALL)
@pytest.mark.parametrize("release", RELEASES)
def test_a_device_with_our_properties_plays_everything(release, tasks):
    assert unplayable(tasks, access(release, vendor=True)) == {}


def test_what_is_about_the_owner_of_a_car_is_not_played_where_there_is_none():
    asked = {name: TASKS[name] for name in ("system.who_sits_how", "media.set_volume", "system.leave_me_alone")}
    assert unplayable(asked.values(), access(14)) == {"system.who_sits_how": ["another driver"]}
    assert not needs_its_owner(TASKS[PLAIN])


def test_what_is_done_in_an_app_that_is_not_there_is_not_played():
    tasks = [TASKS[name] for name in ("road.bright_in_town", PLAIN, "road.speeding_alert")]
    assert unplayable(tasks, access(14), stock_apps()) == {"road.bright_in_town": ["app lights"]}
    assert unplayable(tasks, access(14), {*stock_apps(), "lights"}) == {}


def without_place(signal: Signal, release: Release) -> bool:
    """Whether a stock device of a release has nothing that holds it."""
    place = place_of(signal)
    return not signal.surroundings and (place is None or (isinstance(place, Vhal) and place.property not in catalogue(release)))


@pytest.mark.parametrize("tasks", SOME_AND_ALL)
@pytest.mark.parametrize("release", RELEASES)
def test_a_task_that_needs_what_has_no_place_is_not_played(release, tasks):
    device = access(release, telephony=True)
    lacking = unplayable(tasks, device)
    for task in tasks:
        needs = required(task)
        lost = {signal.name for signal in needs.signals if without_place(signal, release)}
        assert lost | {event for event in needs.events if not device.plays(event)} <= set(lacking.get(task.name, ()))


def test_a_task_whose_set_up_writes_what_nothing_sets_is_not_played():
    needs = Requirements(frozenset({s.CALL_STATE, s.VOLUME}), frozenset({(s.CALL_STATE, "active"), (s.VOLUME, 40)}), frozenset())
    assert needs.missing(access(14)) == ["comms.call_state as set up"]
    unset = Requirements(needs.signals, frozenset(), needs.events)
    assert unset.missing(access(14)) == []


def test_what_a_stock_device_lacks():
    names = ("comms.answer_call", "comms.cannot_talk", "media.shuffle_play", "road.lane_keeping", PLAIN)
    tasks = [TASKS[name] for name in names]
    lacking = unplayable(tasks, access(14))
    assert {"comms.call_contact", "incoming call"} <= set(lacking["comms.answer_call"])
    assert "incoming call" in lacking["comms.cannot_talk"]
    assert "media.mode" in lacking["media.shuffle_play"]
    assert not {"road.lane_keeping", PLAIN} & lacking.keys()
    assert unplayable(tasks, access(13))["road.lane_keeping"] == ["assistance.lane_keeping"]
    assert "incoming call" not in unplayable(tasks, access(14, telephony=True))["comms.cannot_talk"]


def test_watching_a_task_leaves_it_as_it_is():
    again = required.__wrapped__(TASKS["phenomenon.smoke_outside"])
    assert again == required(TASKS["phenomenon.smoke_outside"])


def test_a_device_that_counts_in_coarser_steps_is_no_false_alarm():
    class Coarse:
        held = 50.0

        def write(self, signal, value):
            self.held = 48.4

        def read(self, signal):
            return self.held

    CarSetup(Coarse()).write(s.VOLUME, 50)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="speed"):
        CarSetup(Coarse()).write(s.SPEED, 50)  # type: ignore[arg-type]
