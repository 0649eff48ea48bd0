"""The APIs made from a level: what they take follows from its declaration."""

from cases import cases

from automotive_env.car.calls.api_factories import adjusts
from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.world import World, all_apis

LADDER = LevelProperty(
    "ladder", start=0, rung=(0, 8), steps={"large": 4, "medium": 2, "tiny": 1}, presets={"max": 8, "half": 4, "min": 0}
)


def _no_higher_than_six(device, place):
    if device.ladder > 6:
        raise CallRefused("too high")


class Ladders(Device, module="ladders"):
    """A device of this test only."""

    ladder = LADDER
    increase, decrease, put = adjusts("ladder", "the ladder", units=(), rises=_no_higher_than_six)


def words(api):
    return api.schema()["properties"]["degree"]["enum"]


def test_degrees_are_those_of_the_level():
    assert words(Ladders.apis["increase"]) == words(Ladders.apis["decrease"]) == ["large", "medium", "tiny"]
    assert words(Ladders.apis["put"]) == ["max", "half", "min"]
    assert "'large', 'medium', 'tiny'" in Ladders.apis["increase"].usage()


@cases(
    ("api", "medium"),
    [
        ("airConditioner.temperature_increase", True),
        ("frontTrunk.carcontrol_frontTrunk_openDegree_decrease", True),
        ("seat.carcontrol_carSeat_horizontal_forward", True),
        ("window.carcontrol_window_height_increase", True),
        ("trunk.carcontrol_trunk_openDegree_increase", False),
        ("wiper.carcontrol_wiperBlade_speed_increase", False),
        ("music.music_soundVolume_increase", False),
        ("navigation.navigation_soundVolume_decrease", False),
    ],
)
def test_a_medium_step_is_taken_where_the_level_has_one(api, medium):
    assert ("medium" in words(all_apis()[api])) is medium


def test_what_may_not_rise_is_taken_back_and_may_still_fall():
    world = World()
    car = Ladders(world, 0)  # stands where the first slots of the world are
    world.assign(0, 5)
    assert car.increase(degree="tiny").success
    assert not car.increase(degree="tiny").success
    assert not car.put(degree="max").success
    assert car.ladder == 6
    world.assign(0, 8)
    assert car.decrease(degree="tiny").success
    assert car.ladder == 7
