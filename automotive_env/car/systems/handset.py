"""The hands-free side of the phone: what the public VehicleWorld interface does not say of calls and messages."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, FlagProperty, OptionalTimeProperty, RecordsProperty, TextProperty
from automotive_env.car.core.values import StateRecord, about
from automotive_env.car.driving.environment import SharedEnvironment, seconds_between

CALL_GOES = "follows from the call"


class FavoriteContact(StateRecord):
    """A person whom the driver keeps at hand."""

    name: str = about("name of the contact")


class DialledCall(StateRecord):
    """A call that the driver made; the call log of the public interface has only those that came in."""

    contact: str = about("who was called")
    timestamp: str = about("when, local date and time", time=True)
    duration: int = about("seconds it lasted, 0 while it goes on")


MAX_DIALLED = 50


class Handset(Device, module="handset"):
    """How a call is led, whose messages are read aloud, and who is a favourite."""

    on_hold = FlagProperty("whether the call waits", read_only=HEAD_UNIT)
    microphone_muted = FlagProperty("whether the other side hears nothing", read_only=HEAD_UNIT)
    line = TextProperty("kind of number that was called last, such as Home", longest=20, significant=False, read_only=CALL_GOES)
    call_began = OptionalTimeProperty("when the call was taken, empty without one", significant=False, read_only=CALL_GOES)
    dialled = RecordsProperty("calls that the driver made, oldest first", DialledCall, significant=False, read_only=CALL_GOES)
    favorites = RecordsProperty(
        "favourite contacts",
        FavoriteContact,
        (FavoriteContact("Mum"), FavoriteContact("Sofia Marino")),
        ordered=False,
        read_only=HEAD_UNIT,
    )
    read_aloud = TextProperty(
        "whose messages are read aloud, empty when nothing is read", longest=120, significant=False, read_only=HEAD_UNIT
    )
    read_until = OptionalTimeProperty(
        "when all of that is said", significant=False, read_only="follows the length of the messages"
    )

    def stop_reading(self) -> None:
        """Read nothing aloud any more."""
        self.read_aloud = self.read_until = ""

    def begin(self) -> None:
        """A call is taken."""
        self.stop_reading()
        self.call_began = SharedEnvironment.of(self).timestamp

    def dial(self, contact: str) -> None:
        """A call is made."""
        self.begin()
        self.dialled = (*self.dialled[-(MAX_DIALLED - 1) :], DialledCall(contact, self.call_began, 0))

    def end(self) -> None:
        """The call is over: nothing is held or muted any more, and one that was made has its duration."""
        if self.call_began and self.dialled and self.dialled[-1].timestamp == self.call_began:
            *earlier, last = self.dialled
            lasted = seconds_between(self.call_began, SharedEnvironment.of(self).timestamp)
            self.dialled = (*earlier, last.but(duration=max(0, int(lasted))))
        self.on_hold, self.microphone_muted, self.line, self.call_began = False, False, "", ""
