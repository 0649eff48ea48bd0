"""The hands-free side of calls: what the public VehicleWorld interface does not say about them."""

from __future__ import annotations

from automotive_env.world.device import Device
from automotive_env.world.environment import Environment
from automotive_env.world.schema import HEAD_UNIT, Flag, Records, Text
from automotive_env.world.values import Record, about

CALL_GOES = "follows from the call"


class Favorite(Record):
    """A person whom the driver keeps at hand."""

    name: str = about("name of the contact")


class Handset(Device, module="handset"):
    """How a call is led, and who is a favourite."""

    on_hold = Flag("whether the call waits", read_only=HEAD_UNIT)
    microphone_muted = Flag("whether the other side hears nothing", read_only=HEAD_UNIT)
    line = Text("kind of number that was called last, such as Home", longest=20, significant=False, read_only=CALL_GOES)
    call_began = Text("when the call was taken, empty without one", longest=19, significant=False, read_only=CALL_GOES)
    favorites = Records(
        "favourite contacts", Favorite, (Favorite("Mum"), Favorite("Sofia Marino")), ordered=False, read_only=HEAD_UNIT
    )

    def begin(self) -> None:
        """A call is taken or made."""
        self.call_began = Environment.of(self).timestamp

    def end(self) -> None:
        """The call is over: nothing is held or muted any more."""
        self.on_hold, self.microphone_muted, self.line, self.call_began = False, False, "", ""
