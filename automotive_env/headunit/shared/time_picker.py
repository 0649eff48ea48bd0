"""The dialog in which a time of the day is chosen: the hour, and the quarter of it."""

from __future__ import annotations

from typing import NamedTuple

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.screen import BuildContext, Dialog
from automotive_env.headunit.kit.touch import back, put
from automotive_env.headunit.kit.widgets.button import RADIO, Button
from automotive_env.headunit.kit.widgets.page import dialog
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.care_words import minutes

FORMAT = "environment.time_display_format"
ROW = 76


class TimeChoice(NamedTuple):
    """A time that can be chosen."""

    path: str
    title: str


TIMES = {
    "departure": TimeChoice("energy.departure_time", "Departure"),
    "start": TimeChoice("energy.off_peak_start", "Cheap hours begin"),
    "end": TimeChoice("energy.off_peak_end", "Cheap hours end"),
}


class TimePickerDialog(Dialog):
    """Opened with a key of `TIMES`; each touch sets the time at once."""

    name = "time"
    title = "Time"
    restricted_by = Restriction.NO_SETUP
    samples = tuple((key,) for key in TIMES)

    def build(self, car: BuildContext) -> LayoutNode:
        path, title = TIMES[car.args[0]]
        chosen = int(car.get(path))
        hours = [
            self.button(path, 60 * hour + chosen % 60, f"{hour:02}", f"hour_{hour}", hour == chosen // 60) for hour in range(24)
        ]
        quarters = [
            self.button(path, chosen // 60 * 60 + quarter, f":{quarter:02}", f"minute_{quarter}", quarter == chosen % 60)
            for quarter in (0, 15, 30, 45)
        ]
        close = Button(back, id="time_close", text="Done", look="filled", size=28, width=200, height=ROW)
        now = Text(bind(path, FORMAT, to=minutes), id="time_text", description=title, size=40, weight="medium", grow=1.3)
        content = (Grid(*hours, columns=8, row_height=ROW, gap=8), Row(now, *quarters, Spacer(16), close, gap=8, height=ROW))
        return dialog(title, "", content=content, width=1040)

    def button(self, path: str, value: int, text: str, id: str, chosen: bool) -> Button:
        """One hour, or one quarter of it."""
        act = put(path, value)
        return Button(act, id=id, text=text, selected=chosen, role=RADIO, size=28, grow=1.0, height=ROW)
