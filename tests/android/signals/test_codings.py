"""Between the car's values and Android's: there and back."""

from contextlib import suppress

from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.android.vhal import float32
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty
from automotive_env.car.core.world import INDEX, SCHEMA
from automotive_env.car.vhal.coding import FLAG, SAME
from automotive_env.validators import signals as s
from automotive_env.validators.signals import KM_PER_HOUR, PER_CENT_OF_255, PER_CENT_OF_TANK, SIGNALS, TENTHS

CODED = {
    name: signal.vhal.coding if signal.vhal else signal.setting.coding
    for name, signal in SIGNALS.items()
    if signal.vhal or signal.setting
}


@cases("name", CODED)
def test_words_and_flags_come_back(name):
    coding, prop = CODED[name], SCHEMA[INDEX[SIGNALS[name].world]].prop
    values = {FlagProperty: [True, False], ChoiceProperty: getattr(prop, "choices", ())}.get(type(prop), ())
    coded = {}
    for value in values:
        with suppress(ValueError):  # Android has no word for some
            coded[value] = coding.encode(value)
    assert {value: coding.decode(raw) for value, raw in coded.items()} == {value: value for value in coded}
    assert not values or len(coded) > 1


@given(st.floats(0, 320).map(lambda speed: round(speed, 2)))
def test_speed_comes_back_to_a_hundredth_from_32_bits(speed):
    assert KM_PER_HOUR.decode(float32(repr(KM_PER_HOUR.encode(speed)))) == speed


@given(st.integers(0, 100))
def test_whole_percentages_come_back(percentage):
    assert PER_CENT_OF_255.decode(PER_CENT_OF_255.encode(percentage)) == percentage
    assert PER_CENT_OF_TANK.decode(float32(repr(PER_CENT_OF_TANK.encode(percentage)))) == percentage


@given(st.floats(0, 100))
def test_a_window_in_tenths_is_off_by_no_more_than_its_precision(percentage):
    assert s.DRIVER_WINDOW.holds(TENTHS.decode(TENTHS.encode(percentage)), percentage)


@given(st.integers(32, 60).map(lambda halves: halves / 2))
def test_temperatures_are_what_they_are(celsius):
    back = SAME.decode(float32(repr(SAME.encode(celsius))))
    assert back == celsius
    assert isinstance(back, int) == celsius.is_integer()


@given(
    st.sampled_from(sorted(CODED)),
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.tuples(st.integers())),
)
def test_whatever_a_device_holds_is_a_value_or_refused(name, raw):
    try:
        value = CODED[name].decode(raw)
    except ValueError:
        return
    assert value is None or isinstance(value, (bool, int, float, str))


def test_flags_read_what_settings_hold():
    assert [FLAG.decode(raw) for raw in (1, 0, True, "1", "0", 2)] == [True, False, True, True, False, False]


@cases(
    ("signal", "held", "written", "same"),
    [
        (s.SPEED, 50.0, 50, True),
        (s.SPEED, 50.1, 50, False),
        (s.VOLUME, 53.3, 50, True),
        (s.VOLUME, 54.5, 50, False),
        (s.MUTED, False, True, False),
        (s.CALL_CONTACT, None, "Mum", False),
        (s.CALL_CONTACT, None, None, True),
        (s.VOLUME, None, 0, False),
    ],
)
def test_what_counts_as_held(signal, held, written, same):
    assert signal.holds(held, written) is same
