"""The system: networks and Bluetooth, joined, shared and kept up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Dimension, Task, TaskInstance, Way
from automotive_env.tasks.kit.settings import section
from automotive_env.tasks.system import SYSTEM
from automotive_env.turn import Turn, minutes
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.world.content.cultures import culture_of
from automotive_env.world.content.table import table
from automotive_env.world.networks import KNOWN_AT_FIRST

READ = ("conversation.messages", "system.notifications")
"""What changes where messages are read."""
JOINED = ("networks.saved", "networks.current", s.WIFI.world)


class NetworkOfAFriend(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A network whose password a friend has written; or has not, so that there is no way in."""

    says = (
        "Join {network} Wi-Fi, {who} sent me the password.",
        "{network} Wi-Fi, {who} sent the password.",
        "Get us on {network} Wi-Fi, {who} texted me the password.",
        "Connect to {network} Wi-Fi, the password's in {who}'s message.",
        "Can you put us on {network} Wi-Fi? {who} sent the password.",
        "My data's running out, so join {network} Wi-Fi. {who} sent the password.",
    )
    endings = ("act", "decline")
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        content = draw.content
        written = " ".join(str(past.record.content) for past in content.messages)
        names = table("networks")
        guests = names.get(culture_of(draw.place.country), names["en"])["guest"]
        near = [one for one in content.networks[1:KNOWN_AT_FIRST] if one.name in guests]
        ours = [one for one in near if one.password not in written]
        writers = {past.record.contact for past in content.messages} | {name for name, _ in scene.messages}
        offices = content.people[2:4]  # the workshop and the doctor
        hosts = [one.name for one in content.people if one not in offices and not one.is_firm and one.name not in writers]
        if not ours or not hosts:
            raise SceneImpossible("everybody has written, or no network for guests is near")
        network, host = draw.choice(ours), draw.choice(hosts)
        known = {"host": host, "who": host.split()[0], "network": network.name, "password": network.password}
        return known | {"talk": draw.choice(content.small_talk)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        host, network, password = (inst.params[name] for name in ("host", "network", "password"))
        car.write(s.WIFI, True)
        car.writes(host, f"{network}: {password}" if inst.ending == "act" else inst.params["talk"])
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.connections.joined(inst.params["network"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, *JOINED) if inst.ending == "act" else READ

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", inst.params["host"])

    def _joined(self, ui: UiScript, inst: TaskInstance, password: str) -> UiScript:
        section(ui, "network").tap("wifi_networks_button")
        return ui.tap("network_item", inst.params["network"]).type("dialog_edit_text", password)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, network = inst.params["who"], inst.params["network"]
        if inst.ending == "decline":
            yield lambda ui: self._read(ui, inst).infeasible(f"{who} has not sent a password for {network}.")
            return
        yield lambda ui: self._joined(self._read(ui, inst), inst, inst.params["password"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        network = inst.params["network"]
        yield lambda ui: self._joined(self._read(ui, inst), inst, "open-road-99").answer(f"We are on {network}.")
        yield lambda ui: self._read(ui, inst).answer(f"We are on {network}.")


class InternetForTablets(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Children go online through the car until they fall asleep; a message in between is no reason to do anything."""

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HOTSPOT, False)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "The kids can't get online with their tablets.",
            "The kids' tablets have no internet.",
            "Can the kids use the car's internet?",
            "The kids want to stream something, but their tablets are offline.",
            "The kids' tablets are offline, get them on the car's internet.",
            "The kids are bored and their tablets have no internet.",
            speaker="passenger",
            check=lambda then: then.on(s.HOTSPOT) & then.off(s.AIRPLANE_MODE),
        )
        yield Turn(
            event=lambda car: car.is_written_to(inst.scene),
            notice="A message has arrived.",
            after=minutes(5),
            check=lambda then: then.silent() & then.on(s.HOTSPOT),
        )
        yield Turn(
            "The kids are asleep, nobody needs the car's internet now.",
            "Kids asleep, the tablets can go offline.",
            "The tablets are put away, so no more sharing the internet.",
            "Can you stop sharing the internet? The kids are asleep.",
            "Nobody's streaming any more, stop sharing our internet.",
            "That's enough screen time, cut off the kids' internet.",
            after=minutes(20),
            check=lambda then: then.off(s.HOTSPOT),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (s.HOTSPOT.world, f"{s.MOBILE_DATA.world}=true")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(section(ui, "network").switch("hotspot", True).turn().turn(), "network").switch("hotspot", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "network").switch("hotspot", True).turn().turn().answer("The hotspot is off.")
        yield lambda ui: section(ui, "network").switch("wifi", True).turn().turn()


class PhoneDropsOff(Task, category=SYSTEM, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A phone that loses the car is to be brought back when it does, and not another one."""

    steps = 8

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
            "Could you reconnect my phone whenever it loses the car?",
            "My phone keeps disconnecting, hook it back up when it does.",
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

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("bluetooth.connection_state",)

    def _connected(self, ui: UiScript, phone: str) -> UiScript:
        return section(ui.turn().turn().dismiss(), "bluetooth").tap("device_item", phone)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        phone = inst.params["phone"]
        yield lambda ui: self._connected(ui.answer("I will."), phone)
        yield lambda ui: section(ui.turn().turn().dismiss(), "bluetooth").tap("more_button", phone).tap("connect_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._connected(ui, inst.params["other"])
        yield lambda ui: ui.turn().turn().answer("Your phone is back.")
