"""The picker: what it says is true, and the car stays as it was."""

import json
from typing import Any

import pytest

from automotive_env.errors import UsageError
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.element_picker import picked
from automotive_env.serving.messages import parse
from automotive_env.tasks.kit.ui_script import UiScript


def opened(drive: DrivenCar, app: str) -> None:
    assert drive.act(parse(json.dumps({"do": "open", "app": app}))) == ""


def pick(drive: DrivenCar, id: str) -> dict[str, Any]:
    return picked(drive, next(element.index for element in drive.elements() if element.name == id))


def test_a_switch_names_its_property_its_call_and_its_line(drive: DrivenCar) -> None:
    opened(drive, "climate")
    found = pick(drive, "ac_master_switch")
    assert "airConditioner.ac_states.driver's seat.is_on" in found["sets"]
    assert found["calls"]
    assert found["line"].startswith('UiScript().open("climate").')
    assert '"ac_master_switch"' in found["line"]


@pytest.mark.sweep
def test_picking_every_element_changes_nothing_and_its_line_uses_a_move_that_a_script_has(drive: DrivenCar) -> None:
    for app in drive.car.apps:
        opened(drive, app)
        before, number, elements = tuple(drive.car.world.values), drive.number, drive.elements()
        for element in elements:
            found = picked(drive, element.index)
            assert json.loads(json.dumps(found)) == found
            move = found["line"].removeprefix(f'UiScript().open("{app}").').split("(")[0]
            assert callable(getattr(UiScript, move))
        assert tuple(drive.car.world.values) == before
        assert drive.number == number
        assert drive.elements() == elements


def test_a_slider_is_touched_where_it_changes_something(drive: DrivenCar) -> None:
    opened(drive, "settings")
    left, top, right, bottom = next(element.box for element in drive.elements() if element.name == "section_sound")
    drive.act(parse(json.dumps({"do": "tap", "x": (left + right) // 2, "y": (top + bottom) // 2})))
    found = pick(drive, "volume_seek_bar")
    assert found["sets"] == ["environment.volume"]
    assert found["line"] == 'UiScript().open("settings").slide("volume_seek_bar", 50)'


def test_an_element_that_is_gone_is_refused(drive: DrivenCar) -> None:
    with pytest.raises(UsageError, match="no element 999"):
        picked(drive, 999)
