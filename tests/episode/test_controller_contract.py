"""Every controller keeps the contract: in this process, on a virtual device, on the emulator that AUTOMOTIVE_ENV_SERIAL names.

An emulator is reached through the ADB server that ANDROID_ADB_SERVER_PORT names (5037 without it); it is put back, but do not
run this on one that somebody uses.
"""

import os
from collections.abc import Iterator

import pytest
from contracts.controller_contract import ControllerContract

from automotive_env.episode.action import Click, Drag, InputText, KeyboardEnter, OpenApp, Swipe
from automotive_env.episode.controller import Controller
from automotive_env.episode.headless import HeadlessController

SERIAL = os.environ.get("AUTOMOTIVE_ENV_SERIAL", "")


class OurCar(ControllerContract):
    """What only our own screens say: a dump of a stock car has neither ranges nor tracks."""

    @pytest.fixture
    def car(self, fresh: Controller) -> Controller:
        """A car of ours is as it was built at the start of each test, and need not be put back."""
        return fresh

    def test_a_slider_tells_its_track_and_moves_by_the_part_that_is_asked(self, car: Controller) -> None:
        car.act(OpenApp(app_name="settings"), None)
        seen = car.observe()
        car.act(Click(index=next(e.index for e in seen.elements if e.name == "section_sound")), seen)
        wanted = None
        for direction, amount in (("right", 0.2), ("left", 0.25), ("left", 0.05), ("right", 0.4)):
            seen = car.observe()
            slider = next(e for e in seen.elements if e.name == "volume_seek_bar")
            assert slider.range
            assert slider.track
            assert slider.box.contains(*slider.track.center)
            if wanted is not None:
                assert slider.range.value == pytest.approx(wanted, abs=1)
            wanted = slider.range.value + amount * 100 * (1 if direction == "right" else -1)
            assert car.act(Swipe(direction=direction, index=slider.index, amount=amount), seen).done  # type: ignore[arg-type]

    def test_a_drag_from_the_knob_sets_a_slider(self, car: Controller) -> None:
        car.act(OpenApp(app_name="settings"), None)
        seen = car.observe()
        car.act(Click(index=next(e.index for e in seen.elements if e.name == "section_sound")), seen)
        for share in (0.9, 0.25):
            seen = car.observe()
            slider = next(e for e in seen.elements if e.name == "volume_seek_bar")
            assert slider.range
            assert slider.track
            low, high, value = slider.range
            left, right, y = slider.track.left, slider.track.right - 1, slider.track.center[1]
            knob, end = round(left + (right - left) * (value - low) / (high - low)), round(left + (right - left) * share)
            assert car.act(Drag(x=knob, y=y, to_x=end, to_y=y + 5), seen).done
            moved = next(e for e in car.observe().elements if e.name == "volume_seek_bar")
            assert moved.range
            assert moved.range.value == pytest.approx(low + share * (high - low), abs=1)

    def test_a_field_whose_text_is_refused_keeps_it(self, car: Controller) -> None:
        car.act(OpenApp(app_name="maps"), None)
        seen = car.observe()
        field = next(e for e in seen.elements if e.name == "search_edit_text")
        for action in (InputText(text="  ", index=field.index, submit=True), KeyboardEnter()):
            outcome = car.act(action, seen)
            assert not outcome.done
            assert "ype what to look for first" in outcome.message
            seen = car.observe()
            assert next(e for e in seen.elements if e.name == "search_edit_text").focused
        assert car.act(InputText(text="coffee", submit=True), seen).done
        assert any(e.name == "result_item" for e in car.observe().elements)

    def test_messages_are_read_aloud_by_the_clock(self, car: Controller) -> None:
        car.happen("message", {"contact": "Mum", "content": "Dinner is at eight."})
        car.act(OpenApp(app_name="messages"), None)
        for name in ("read_aloud_button", "stop_reading_button", "read_aloud_button"):
            seen = car.observe()
            assert car.act(Click(index=next(e.index for e in seen.elements if e.name == name)), seen).done
        assert any(e.name == "stop_reading_button" for e in car.observe().elements)
        car.advance(60)
        assert any(e.name == "read_aloud_button" for e in car.observe().elements)


class TestHeadless(OurCar):
    @pytest.fixture
    def fresh(self) -> Controller:
        return HeadlessController()


class TestVirtual(OurCar):
    @pytest.fixture
    def fresh(self, virtual_car: Controller) -> Controller:
        return virtual_car


if SERIAL:

    class TestEmulator(ControllerContract):
        test_any_text_can_be_typed = None  # no field and no long list is sure to be on a stock car
        test_lists_scroll_until_they_end = None

        @pytest.fixture(scope="class")
        @classmethod
        def fresh(cls) -> Iterator[Controller]:
            from automotive_env.android.console_client import ConsoleClient, console_token
            from automotive_env.android.controller import AndroidController

            console = ConsoleClient(int(SERIAL.rpartition("-")[2]), console_token()) if SERIAL.startswith("emulator-") else None
            port = int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037"))
            car = AndroidController(SERIAL, adb_port=port, backend="emulator", console=console)
            yield car
            car.close()
