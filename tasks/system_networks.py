"""The system: networks and Bluetooth, joined, shared and kept up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import first_name
from automotive_env.tasks.shared.phone import unmistakable
from automotive_env.tasks.shared.road import a_message_arrives
from automotive_env.tasks.shared.settings import section
from automotive_env.tasks.system import SYSTEM
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s


class AnotherPhone(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The phone of somebody else takes the place of the driver's; in the other half the car does not know such a phone."""

    says = (
        "Connect {who}'s phone instead of mine.",
        "Switch to {who}'s phone.",
        "Connect the car to {who}'s phone.",
        "Can you connect {who}'s phone to the car?",
        "{who}'s got the music, so connect that phone instead of mine.",
        "My battery's dying, use {who}'s phone instead.",
    )
    endings = ("act", "decline")
    steps = 6
    may_change = ("pairing.phone", "bluetooth.connection_state", "bluetooth.is_on=true")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        mine, other = draw.content.paired[:2]
        if mine.name == other.name:
            raise SceneImpossible("two phones with one name cannot be told apart")
        phones = " ".join(device.name for device in (mine, other))
        phones += " ".join(gadget.name for gadget in draw.content.nearby)
        strangers = [first for first in map(first_name, unmistakable(draw.content)) if first not in phones]
        if not strangers:
            raise SceneImpossible("everybody's phone is near")
        return {"phone": other.name, "who": other.owner if draw.ending == "act" else draw.choice(strangers)}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.connections.phone(inst.params["phone"])

    def _connected(self, ui: UiScript, phone: str) -> UiScript:
        return section(ui, "bluetooth").tap("device_item", phone)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, phone = inst.params["who"], inst.params["phone"]
        if inst.ending == "decline":
            yield lambda ui: section(ui, "bluetooth").infeasible(f"{who}'s phone isn't paired with this car.")
            return
        yield lambda ui: self._connected(ui, phone)
        yield lambda ui: section(ui, "bluetooth").tap("more_button", phone).tap("connect_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: self._connected(ui, inst.params["phone"])
        yield lambda ui: section(ui, "bluetooth").answer(f"{inst.params['who']}'s phone is connected.")


class InternetForTablets(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Children go online through the car until they fall asleep; a message in between is no reason to do anything."""

    may_change = (s.HOTSPOT.world, f"{s.MOBILE_DATA.world}=true")
    conditions = Conditions(moving=True)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HOTSPOT, False)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "The kids need internet for their tablets.",
            "Share the car's internet with the kids' tablets.",
            "Can you get the kids' tablets online through the car?",
            "The kids want to stream something, so give their tablets internet from the car.",
            "The kids' tablets are offline, get them on the car's internet.",
            "Put the hotspot on for the kids' tablets.",
            speaker="passenger",
            check=lambda then: then.on(s.HOTSPOT) & then.off(s.AIRPLANE_MODE),
        )
        yield a_message_arrives(inst.scene, 5, lambda then: then.silent() & then.on(s.HOTSPOT))
        yield Turn(
            "The kids are asleep, nobody needs the car's internet now.",
            "The kids are asleep, stop sharing the internet.",
            "The kids have put their tablets away, so turn the hotspot off.",
            "Can you stop sharing the internet? The kids are asleep.",
            "Nobody's streaming any more, stop sharing our internet.",
            "That's enough screen time, stop sharing the internet with the kids' tablets.",
            after=minutes(20),
            check=lambda then: then.off(s.HOTSPOT),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(section(ui, "network").switch("hotspot", True).turn().turn(), "network").switch("hotspot", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "network").switch("hotspot", True).turn().turn().answer("The hotspot is off.")
        yield lambda ui: section(ui, "network").switch("wifi", True).turn().turn()


class PhoneDropsOff(Task, category=SYSTEM, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A phone that loses the car is to be brought back when it does, and not another one."""

    steps = 8
    may_change = ("bluetooth.connection_state",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        phone, another = draw.content.paired[:2]
        if phone.name == another.name:
            raise SceneImpossible("two phones with one name cannot be told apart")
        return {"phone": phone.name, "other": another.name}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def there(then: Episode) -> Criterion:
            return then.connections.phone(inst.params["phone"])

        yield Turn(
            "If my phone disconnects, connect it again.",
            "Keep my phone connected to the car.",
            "Reconnect my phone if it drops out.",
            "My phone keeps disconnecting, so connect it again when it does.",
            "Reconnect my phone any time it disconnects.",
            "I'm expecting a call, so reconnect my phone if it disconnects.",
            check=there,
        )
        yield Turn(
            event=lambda car: car.event("notice of an app", app="news"),
            notice="A notification has arrived.",
            after=minutes(2),
            check=lambda then: there(then) & then.silent(),
        )
        yield Turn(
            event=lambda car: car.event("phone disconnected"),
            notice="The phone has been disconnected.",
            after=minutes(4),
            check=there,
        )

    def _connected(self, ui: UiScript, phone: str) -> UiScript:
        return section(ui.turn().turn().dismiss(), "bluetooth").tap("device_item", phone)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        phone = inst.params["phone"]
        yield lambda ui: self._connected(ui.answer("I will."), phone)
        yield lambda ui: section(ui.turn().turn().dismiss(), "bluetooth").tap("more_button", phone).tap("connect_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._connected(ui, inst.params["other"])
        yield lambda ui: ui.turn().turn().answer("Your phone is back.")
