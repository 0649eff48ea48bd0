"""The system: wireless networks, joined, offered and forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps_messages import READ
from automotive_env.tasks.system import SYSTEM, section
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import NO_CLAIM, Presence, Says, Word, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import NETWORKS, NoOtherName
from automotive_env.world.content.networks import WORDS
from automotive_env.world.device import SEATS

STRENGTHS = ("weak", "fair", "good", "strong")
"""Words for one bar to four."""
CUT_OFF = "It's gone! Nothing loads back here any more."
"""What a passenger writes who is no longer online."""
GETS_OUT = 30
"""Seconds after which the driver of a parked car opens the door."""
RED = 26
"""Seconds from one red light to the next."""
SEARCHED = 7
"""Seconds after which a search for networks has found them all."""


def networks(ui: UiScript) -> UiScript:
    """The networks in range, all of them."""
    return section(ui, "network").tap("wifi_networks_button").wait(SEARCHED)


PASSWORDS = re.compile(rf"(?<!\w)(?:{'|'.join(WORDS)})-(?:{'|'.join(WORDS)})-\d\d(?!\w)")


def password(draw: Draw) -> str:
    """A password as people make them."""
    return f"{draw.choice(WORDS)}-{draw.choice(WORDS)}-{draw.integer(10, 99)}"


class NetworkOfAFriend(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """A friend has written the password of their network, and later that it is another one; the strength is told."""

    says = (
        "{host} wrote me how to get into {network}. Do it, then tell me how well it reaches us: weak, fair, good or strong.",
        "Online through {network}, please; {host} has sent me what it takes. And is it weak, fair, good or strong here?",
        (
            "We are in front of {host}'s place: join {network} with what they wrote to me, and say whether it comes in weak, "
            "fair, good or strong."
        ),
        "{network}, and how well it reaches us: weak, fair, good, strong? What you have to enter is in {host}'s messages.",
        "I'd rather not use up my data. Could the car go into {network}? {host} texted. Weak, fair, good or strong, tell me.",
        (
            "Not through my phone any more: {network} instead. {host} has written to me what you need, and I want to know if "
            "it is weak, fair, good or strong."
        ),
    )
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        host = draw.person()
        ours, other = draw.rng.sample([one for one in draw.content.networks[1:] if one.password], 2)
        drawn = {"network": ours.name, "password": ours.password, "bars": ours.bars, "old": password(draw)}
        return drawn | {"host": host, "other": other.name, "others": other.password, "rival": draw.person(but=[host])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        drawn = inst.params
        car.write(s.WIFI, True)
        car.writes(drawn["host"], f"Our Wi-Fi is {drawn['network']}, the password {drawn['old']}.")
        car.writes(drawn["rival"], f"You can use {drawn['other']} if you like: {drawn['others']}")
        car.writes(drawn["host"], f"Sorry, that was the old one! It's {drawn['password']} since last week.")
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        right = STRENGTHS[inst.params["bars"] - 1]
        told = [Presence((word,), word == right) for word in STRENGTHS]
        kept = then.near(s.SAVED_NETWORK_COUNT, then.number_at_start(s.SAVED_NETWORK_COUNT) + 1)
        return (
            then.connections.joined(inst.params["network"])
            & kept
            & then.answered(*told, NoOtherName((inst.params["network"],), NETWORKS, beside=True))
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("networks.saved", "networks.current", "conversation.messages")

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", inst.params["host"])

    def _joined(self, ui: UiScript, network: str, password: str) -> UiScript:
        return networks(ui).tap("network_item", network).type("dialog_edit_text", password)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        network, secret, word = inst.params["network"], inst.params["password"], STRENGTHS[inst.params["bars"] - 1]
        yield (
            lambda ui: (
                self._joined(self._told(ui, inst), network, secret).tap("more_button", network).answer(f"Done, it's {word}.")
            )
        )
        yield (
            lambda ui: (
                networks(self._told(ui, inst))
                .tap("more_button", network)
                .scroll_to("network_signal")
                .tap("connect_button")
                .type("dialog_edit_text", secret)
                .answer(f"We are in {network} now. The signal is {word}, not {STRENGTHS[inst.params['bars'] % 4]}.")
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        network, secret, word = inst.params["network"], inst.params["password"], STRENGTHS[inst.params["bars"] - 1]
        told = f"We are in {network}, it's {word}."
        other = STRENGTHS[0] if word != STRENGTHS[0] else STRENGTHS[-1]
        yield lambda ui: self._joined(self._told(ui, inst), network, inst.params["old"]).answer(told)
        yield lambda ui: self._joined(self._told(ui, inst), inst.params["other"], inst.params["others"]).answer(told)
        yield lambda ui: self._joined(self._told(ui, inst), network, secret).answer("We are in.")
        yield lambda ui: self._joined(ui, network, secret).answer("It's weak, fair, good or strong.")
        yield lambda ui: self._joined(ui, network, secret).answer(f"It is not {word}, it is {other}.")
        yield lambda ui: self._joined(ui, network, secret).tap("more_button", network).tap("disconnect_button").answer(told)


class HotspotAnew(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """The internet that the car offers gets a name and a password, typed where the car stands; what they were before is told."""

    says = (
        "The kids are to find {name} and get in with {password}, online; we'll halt on the way. What were both before?",
        "Share the car's internet as {name}, password {password}, by the next lights; then read me both as they were.",
        "Could the car give its internet to the others as {name}, with {password}? Lights are ahead. I need the old two, too.",
        "Everybody's tablets know {name} with {password}. Offer that here by the next halts; what were name and password?",
        "{name}, {password}: that's how we get online through the car, as soon as it can be. What were both before?",
        "Not its present name for the car's network, but {name}, with {password}, once we halt. What were both before?",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kinds = draw.rng.sample(["Wagon", "Rider", "Express", "Bus", "Van"], 2)
        name, was = (f"{word.title()} {kind}" for word, kind in zip(draw.rng.sample(WORDS, 2), kinds, strict=True))
        on, data = draw.choice([(False, True), (False, False), (True, False)])
        drawn = {"name": name, "password": password(draw), "was": was, "old": password(draw)}
        return drawn | {"on": on, "data": data, "halts": draw.choice([14, 18, 22]), "stands": draw.choice([6, 8, 10])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HOTSPOT, inst.params["on"])
        car.write(s.MOBILE_DATA, inst.params["data"])
        car.write(s.HOTSPOT_NAME, inst.params["was"])
        car.write(s.HOTSPOT_PASSWORD, inst.params["old"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        """Two halts: at the first there is time for hardly one of the two."""
        leaves = inst.params["halts"] + inst.params["stands"]
        return (
            Event(lambda car: car.write(s.SPEED, 0), after_seconds=inst.params["halts"]),
            Event(lambda car: car.drives(inst.scene.speed, inst.scene.road), after_seconds=leaves),
            Event(lambda car: car.write(s.SPEED, 0), after_seconds=leaves + RED),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        named = then.is_(s.HOTSPOT_NAME, inst.params["name"]) & then.is_(s.HOTSPOT_PASSWORD, inst.params["password"])
        name = re.escape(plain(inst.params["name"]))
        renamed = Says("that it was not called so before", "", rf"\b(was (called )?|or ){name}\b|\b{name} or\b")
        no_other = NoOtherName((inst.params["old"], inst.params["password"]), PASSWORDS)
        told = then.answered(Word((inst.params["was"],)), Word((inst.params["old"],)), renamed, no_other)
        return named & then.on(s.HOTSPOT) & then.on(s.MOBILE_DATA) & then.off(s.AIRPLANE_MODE) & told

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("networks.hotspot_*", "system.hotspot", "system.mobile_data")

    def _page(self, ui: UiScript) -> UiScript:
        """The page of the hotspot, on and with data behind it."""
        return section(ui, "network").switch("mobile_data", True).tap("hotspot_button").switch("hotspot", True)

    def _typed(self, ui: UiScript, name: str, secret: str) -> UiScript:
        return ui.tap("hotspot_name").type("dialog_edit_text", name).tap("hotspot_password").type("dialog_edit_text", secret)

    def _named(self, ui: UiScript, inst: TaskInstance, name: str, secret: str) -> UiScript:
        """Both typed at the second halt."""
        return self._typed(self._page(ui).wait(inst.params["halts"] + inst.params["stands"]).wait(RED), name, secret)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        name, secret, was, old = (inst.params[key] for key in ("name", "password", "was", "old"))
        yield lambda ui: self._named(ui, inst, name, secret).answer(f"It was called {was}, with the password {old}.")
        yield lambda ui: self._named(section(ui, "privacy").switch("mobile_data", True), inst, name, secret).answer(
            f"{was}, {old}"
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        name, secret, was, old = (inst.params[key] for key in ("name", "password", "was", "old"))
        told = f"It was called {was}, with the password {old}."
        yield lambda ui: self._page(ui).answer(told).infeasible("The keyboard is locked while the car moves.")
        yield lambda ui: self._named(ui, inst, name, secret).tap("hotspot").answer(told)
        yield lambda ui: self._named(ui, inst, secret, name).answer(told)
        yield lambda ui: self._named(ui, inst, name, secret).answer(told).back().switch("mobile_data", False)
        yield lambda ui: self._named(ui, inst, name, secret).answer(f"It was called {was}.")
        yield lambda ui: self._named(ui, inst, name, secret).answer(f"It was called {name}, with the password {secret}.")


class InternetForTablets(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """Passengers go online through the car until it is parked, also where that fails on the way; then it is undone."""

    says = (
        "The tablets in the back need internet from the car all the way. What do they look for and type in? {rider} back there "
        "writes if it's gone. Parked, and before I get out: everything as now. Is it shared already? Leave it.",
        "My passengers have no reception. Can the car share its own till we've parked, and then be as it is before I open my "
        "door? Under which name, with which password? {rider} tells you by text if it doesn't work. If it's shared already, "
        "only those two.",
        "The children want to stream back there: let them in through the car, read me what it's called and how they get in. "
        "{rider} sits with them and will write if they're cut off. Undo it when we're parked, before I leave; unless it was "
        "possible anyway.",
        "{rider} and the others in the back need to go online through us, just to the car park. Which is ours, what to type in? "
        "They'll write if it stops. I get out, and all is as now; or leave it if they can already.",
        "Internet for those in the back, plus what to pick and enter. {rider} complains by text if need be. We park: as it is "
        "now, before I'm out. Is it there? Leave it.",
        "Not for me, for {rider} and the kids: online through the car without a break, and as before between parking and my "
        "getting out. Name and password? They write if there's trouble. If they can already, no change.",
    )
    endings = ("act", "answer")
    steps = 17

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        states = [(False, True), (False, True), (True, False), (False, False)] if draw.ending == "act" else [(True, True)]
        hotspot, data = draw.choice(states)
        name = f"{draw.choice(WORDS).title()} {draw.choice(['Wagon', 'Rider', 'Express', 'Bus', 'Van'])}"
        drawn = {"hotspot": hotspot, "data": data, "name": name, "password": password(draw), "rider": draw.person()}
        fails = draw.choice(["hotspot", "data", ""]) if draw.ending == "act" else ""
        halts = draw.integer(32, 52, 4)
        return drawn | {"fails": fails, "halts": halts, "parks": halts + draw.integer(40, 60, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HOTSPOT, inst.params["hotspot"])
        car.write(s.MOBILE_DATA, inst.params["data"])
        car.write(s.HOTSPOT_NAME, inst.params["name"])
        car.write(s.HOTSPOT_PASSWORD, inst.params["password"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        rider, fails, halts, parks = (inst.params[name] for name in ("rider", "fails", "halts", "parks"))

        def cut_off(car: CarSetup) -> None:
            car.write(s.SPEED, 0)
            if fails:
                car.write(s.HOTSPOT if fails == "hotspot" else s.MOBILE_DATA, False)
            car.writes(rider, CUT_OFF if fails else "All well back here!")

        return (
            Event(cut_off, after_seconds=halts),
            Event(lambda car: car.drives(inst.scene.speed, inst.scene.road), after_seconds=halts + 8),
            Event(lambda car: car.parks(), after_seconds=parks),
            Event(lambda car: car.event("door ajar", seat=SEATS[0]), after_seconds=parks + GETS_OUT),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        no_other = NoOtherName((inst.params["password"],), PASSWORDS)
        told = then.answered(Word((inst.params["name"],)), Word((inst.params["password"],)), no_other)
        if inst.ending == "answer":
            return told & then.answered(NO_CLAIM) & then.on(s.HOTSPOT) & then.on(s.MOBILE_DATA)
        parks = inst.params["parks"]
        before = (s.HOTSPOT, s.MOBILE_DATA, s.AIRPLANE_MODE)
        undone = then.at(parks + GETS_OUT - 1).as_it_was(*before) & then.as_it_was(*before)
        return told & then.from_then_on(self._online, 0, parks - 1, NOTICED) & then.waited(parks) & undone

    @staticmethod
    def _online(then: Episode) -> Criterion:
        return then.on(s.HOTSPOT) & then.on(s.MOBILE_DATA) & then.off(s.AIRPLANE_MODE)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "system.hotspot", "system.mobile_data") if inst.ending == "act" else READ

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("door",)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["rider"],)

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.answer(f"They join {inst.params['name']} with {inst.params['password']}.")

    def _page(self, ui: UiScript, *, data: bool, hotspot: bool) -> UiScript:
        """Both as wanted, from the page of the network to that of the hotspot."""
        return section(ui, "network").switch("mobile_data", data).tap("hotspot_button").switch("hotspot", hotspot)

    def _shared(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Online, told how, and as long as it holds at first."""
        return self._told(self._page(ui, data=True, hotspot=True), inst).wait(inst.params["halts"])

    def _kept(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Online again where that failed, until the car is parked."""
        fails, left = inst.params["fails"], inst.params["parks"] - inst.params["halts"]
        ui = self._shared(ui, inst).dismiss()
        if fails == "hotspot":
            ui.switch("hotspot", True)
        elif fails:
            ui.back().switch("mobile_data", True).tap("hotspot_button")
        return ui.wait(left)

    def _undone(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui = ui.switch("hotspot", inst.params["hotspot"])
        return ui.back().switch("mobile_data", False) if not inst.params["data"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "answer":
            yield lambda ui: self._told(section(ui, "network").tap("hotspot_button"), inst)
            yield lambda ui: self._told(section(ui, "network").tap("hotspot_button").wait(5), inst)
            return
        yield lambda ui: self._undone(self._kept(ui, inst), inst)
        yield lambda ui: self._undone(self._kept(ui, inst).wait(4), inst).answer("It is as it was.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        left = inst.params["parks"] - inst.params["halts"]
        yield lambda ui: self._shared(ui, inst).wait(left).back().switch("airplane_mode", True)
        yield lambda ui: section(ui, "network").tap("hotspot_button").answer(f"It is called {inst.params['name']}.")
        yield lambda ui: section(ui, "network").switch("mobile_data", True).tap("wifi").wait(60).answer("They can go online.")
        if inst.ending == "act":
            yield lambda ui: self._kept(ui, inst)
            yield lambda ui: self._undone(self._shared(ui, inst), inst).wait(left)
            yield lambda ui: self._undone(self._kept(ui, inst).wait(GETS_OUT), inst)
            if inst.params["fails"]:
                yield lambda ui: self._undone(self._shared(ui, inst).wait(left), inst)


class PhoneLeavesNoTrace(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """A phone is neither to be paired nor, if the car knows it as that, a network any more; another one stays."""

    says = (
        "I hand the car over now. It must not get hold of {phone} by itself ever again, in whatever way it could.",
        "Make the car lose {phone} for good, as a phone and, should it be one, as a way to the internet. {other} stays.",
        "{phone} was stolen! Whatever way the car has to it, close it. Nothing else, {other} is safe with us.",
        "Could you see to it that the car doesn't know {phone} any longer, whichever way it reached it? Keep {other}.",
        "No trace of {phone} in the car's radios, please; the new owner goes on with {other}.",
        "Taking {phone} off for now won't do, I want it gone, as a network, too, if it is one. {other} is to stay.",
    )
    steps = 15

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        mine, others = draw.content.paired[:2]
        if mine.name == others.name:
            raise SceneImpossible("two phones with one name cannot be told apart")
        first = draw.maybe()
        phone, other = (mine, others) if first else (others, mine)
        return {"phone": phone.name, "other": other.name, "is_network": first}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.WIFI, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        gone = then.connections.forgotten(inst.params["phone"])
        return gone & then.near(s.PAIRED_COUNT, then.number_at_start(s.PAIRED_COUNT) - 1)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        in_use = ("pairing.phone", "bluetooth.connection_state", "networks.saved", "networks.current")
        return ("pairing.devices", *(in_use if inst.params["is_network"] else ()))

    def _unpaired(self, ui: UiScript, name: str) -> UiScript:
        return section(ui, "bluetooth").tap("more_button", name).tap("forget_button").tap("confirm_forget_button").back()

    def _left(self, ui: UiScript, name: str) -> UiScript:
        section(ui, "network").tap("wifi_networks_button").tap("more_button", name)
        return ui.tap("forget_button").tap("confirm_forget_button").back().back()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        phone = inst.params["phone"]
        if inst.params["is_network"]:
            yield lambda ui: self._left(self._unpaired(ui, phone), phone)
            yield lambda ui: self._unpaired(self._left(ui, phone), phone)
        else:
            yield lambda ui: self._unpaired(ui, phone).tap("section_network").tap("wifi_networks_button")
            yield lambda ui: self._unpaired(section(ui, "network").tap("wifi_networks_button").back(), phone)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        phone, other = inst.params["phone"], inst.params["other"]
        yield lambda ui: self._unpaired(ui, other).answer(f"The car does not know {phone} any more.")
        yield lambda ui: self._unpaired(self._unpaired(ui, phone), other)
        yield lambda ui: section(ui, "bluetooth").tap("more_button", phone).tap("forget_button").cancel().answer("It is gone.")
        if inst.params["is_network"]:
            yield lambda ui: self._unpaired(ui, phone).answer(f"The car does not know {phone} any more.")
            yield lambda ui: self._left(ui, phone).answer(f"The car does not know {phone} any more.")
        else:
            yield lambda ui: self._left(self._unpaired(ui, phone), other)
