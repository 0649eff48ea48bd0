"""What tasks need of a device is found by watching them."""

import pytest
from each_task import SOME_AND_ALL
from registered import PLAIN

from automotive_env.android.apps import stock_apps
from automotive_env.android.features import DeviceFeatures
from automotive_env.android.places import place_of
from automotive_env.android.shell import ShellReply
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car.vhal.properties import RELEASES, AndroidRelease, catalogue
from automotive_env.episode.headless import HeadlessController
from automotive_env.suites.automotive.requirements import TaskRequirements, needs_its_owner, required, unplayable
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Category, Dimension, Task
from automotive_env.tasks.kit.turn import Turn
from automotive_env.tasks.registry import TASKS
from automotive_env.validators import signals as s
from automotive_env.validators.signals import Signal, VhalProperty


class NoShell:
    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        raise AssertionError(f"nothing is asked, yet: {command}")


class SilenceForTheSleeper(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Silence by any of the ways to it, or the radio."""

    says = ("She's asleep.",)

    def setup(self, car, inst):
        car.write(s.MEDIA_PLAYING, True)

    def check(self, then, inst):
        return then.media.silent() | then.media.play_radio()


class TakeTheCall(Task, category=Category.COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """Somebody rings, and may be talked to."""

    says = ("Answer it.",)

    def setup(self, car, inst):
        car.rings("Mum")

    def check(self, then, inst):
        return then.phone.calls("Mum")

    def contacts(self, inst):
        return ("Mum",)

    def solutions(self, inst):
        yield lambda ui: ui.tap("answer_button")


class TalkThenFan(TakeTheCall, category=Category.COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """The fan, and then a call."""

    def setup(self, car, inst):
        car.climate_runs()

    def turns(self, inst):
        yield Turn("More air.", check=lambda then: then.rises(s.FAN_SPEED, 1))
        yield Turn(event=lambda car: car.rings("Mum"), check=lambda then: then.phone.calls("Mum"))


class AirForAFriend(Task, category=Category.COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """The owner's phone book is opened on the way."""

    says = ("Is {name} in there? More air, too.",)

    def params(self, draw, scene):
        return {"name": scene.content.people[-1].name}

    def setup(self, car, inst):
        car.climate_runs()

    def check(self, then, inst):
        return then.rises(s.FAN_SPEED, 1)

    def allowed(self, inst):
        return ("airConditioner.*",)

    def solutions(self, inst):
        name = inst.params["name"]
        yield lambda ui: ui.open("phone").tap("phone_contacts").tap("contact_item", name).open("climate").tap("fan_max")


class FullBeam(Task, category=Category.ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """There is no other way than through the app of the lamps."""

    says = ("Full beam.",)

    def setup(self, car, inst):
        car.write(s.HIGH_BEAM, False)

    def check(self, then, inst):
        return then.on(s.HIGH_BEAM)

    def allowed(self, inst):
        return ("highBeamHeadlight.*",)

    def solutions(self, inst):
        yield lambda ui: ui.open("lights").switch("high_beam", True)


class Shuffle(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Songs in any order."""

    says = ("Shuffle.",)

    def check(self, then, inst):
        return then.is_(s.MEDIA_MODE, "random")


class KeepTheLane(Task, category=Category.ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """The lane assistant."""

    says = ("Keep me in lane.",)

    def setup(self, car, inst):
        car.write(s.LANE_KEEPING, False)

    def check(self, then, inst):
        return then.on(s.LANE_KEEPING)

    def allowed(self, inst):
        return ("assistance.lane_keeping",)

    def solutions(self, inst):
        yield lambda ui: ui.open("assistance").switch("lane_keeping", True)


def access(release: AndroidRelease, *, vendor: bool = False, telephony: bool = False) -> SignalAccess:
    features = DeviceFeatures(release, 10, catalogue(release), vendor, sound_zones=True, telephony=telephony)
    return SignalAccess(NoShell(), features)


def test_a_task_needs_what_its_set_up_writes_and_what_its_check_may_look_at():
    fan = required(TASKS[PLAIN])
    assert {s.COUNTRY, s.CITY, s.CLIMATE_POWER, s.CLIMATE_AUTO, s.FAN_SPEED} <= fan.signals
    assert fan.events == set()
    assert {s.MUTED, s.VOLUME, s.MEDIA_PLAYING, s.SOUND_CHANNEL} <= required(SilenceForTheSleeper()).signals
    call = required(TakeTheCall())
    assert {s.LAST_MESSAGE_TO, s.LAST_MESSAGE_TEXT, s.CALL_STATE, s.CALL_CONTACT} <= call.signals
    assert call.events == {"incoming call"}


def test_a_conversation_needs_what_any_of_its_turns_reads_and_lets_happen():
    both = required(TalkThenFan())
    assert {s.CALL_STATE, s.CALL_CONTACT, s.FAN_SPEED} <= both.signals
    assert both.events == {"incoming call"}


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
    assert unplayable([AirForAFriend(), TASKS[PLAIN]], access(14)) == {AirForAFriend.name: ["another driver"]}
    assert not needs_its_owner(TASKS[PLAIN])


def test_what_is_done_in_an_app_that_is_not_there_is_not_played():
    tasks = [FullBeam(), TASKS[PLAIN]]
    assert unplayable(tasks, access(14), stock_apps()) == {FullBeam.name: ["app lights"]}
    assert unplayable(tasks, access(14), {*stock_apps(), "lights"}) == {}


def without_place(signal: Signal, release: AndroidRelease) -> bool:
    """Whether a stock device of a release has nothing that holds it."""
    place = place_of(signal)
    absent = place is None or (isinstance(place, VhalProperty) and place.property not in catalogue(release))
    return absent and not (signal.surroundings or signal.extra)


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
    needs = TaskRequirements(
        frozenset({s.CALL_STATE, s.VOLUME}), frozenset({(s.CALL_STATE, "active"), (s.VOLUME, 40)}), frozenset()
    )
    assert needs.missing(access(14)) == ["comms.call_state as set up"]
    unset = TaskRequirements(needs.signals, frozenset(), needs.events)
    assert unset.missing(access(14)) == []


def test_what_a_stock_device_lacks():
    tasks = [TakeTheCall(), Shuffle(), KeepTheLane(), TASKS[PLAIN]]
    lacking = unplayable(tasks, access(14))
    assert {"comms.call_contact", "incoming call"} <= set(lacking[TakeTheCall.name])
    assert "media.mode" in lacking[Shuffle.name]
    assert not {KeepTheLane.name, PLAIN} & lacking.keys()
    assert unplayable(tasks, access(13))[KeepTheLane.name] == ["assistance.lane_keeping"]
    assert "incoming call" not in unplayable(tasks, access(14, telephony=True))[TakeTheCall.name]


def test_watching_a_task_leaves_it_as_it_is():
    for task in (TASKS[PLAIN], TakeTheCall(), TalkThenFan()):
        assert required.__wrapped__(task) == required(task)


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
