"""The system: Bluetooth devices, paired on wish, and held on to on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.system import SYSTEM, section
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import NoOtherName, pool
from automotive_env.world.content.gadgets import HEADPHONES, STRANGERS

SEARCHED = 9
"""Seconds after which a search for devices has found them all."""
ANSWERED = {"accepts": 4, "refuses": 4, "silent": 16}
"""What a device does -> seconds after which the car says so."""
ODD = ("printer", "tag")
"""Kinds of devices that few would want to pair with a car."""
_REFUSES = (
    r"(?<!not )(?<!n't )\b(refus\w+|reject\w+|declin\w+|den(ies|ied)|turn\w* (it |us |the car )?down|"
    r"(no|not|\w+n't|never) want)\b"
)
_ACCEPTS_NOT = r"\b(no|not|\w+n't|never|without)( \w+){0,4} (want|accept\w*|agree\w*|let)\b"
_IS_SILENT = (
    r"\b(unresponsive|silent|tim\w+ out|"
    r"(no|not|\w+n't|never|without|lack of)( \w+){0,4} (answer\w*|respon\w+|repl\w+|react\w*))\b"
)
TURNED_DOWN = {
    "refuses": Says("that the device refuses", rf"{_REFUSES}|{_ACCEPTS_NOT}", _IS_SILENT),
    "silent": Says("that the device does not answer", _IS_SILENT, _REFUSES),
}
"""What a device does -> what is to be told of it."""
GADGETS = pool((*(name for name, *_ in STRANGERS), *HEADPHONES))
HELD = Says(
    "that the phone stayed connected",
    r"\b(held|holds|(stayed|stays|remained|remains|still|is|was)( \w+){0,3} (connected|linked|there|on|paired|stable|together)|"
    r"(it|they|phone|connection|link) (has |have |all )?(stayed|remained)|"
    r"(not|\w+n't|never|no|without)( \w+){0,3} "
    r"(drop\w*|disconnect\w*|interrupt\w*|los\w+|lost|fail\w*|fall\w*|fell|br(ea|o)k\w*|gone|went))\b",
    r"(?<!never )(?<!not )(?<!n't )\b(has|have|was|is|it|phone) (just |been )?"
    r"(dropped|disconnected|lost|gone|back|reconnected)\b|"
    r"\b(not|\w+n't|no longer) (\w+ )?(connected|linked)\b",
)

DROPPED = Says(
    "that the phone did not stay connected",
    "",
    r"\b(stayed|remained|held|never (dropped|lost|fell)|(whole|entire|all the) time|throughout|always)\b",
)


class PairWithTheCar(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """A device nearby is paired, if it lets itself be; the phone that the car uses stays connected."""

    says = (
        "{device} should know this car: it is switched on and waits. My phone stays on. If it won't have it, tell me why.",
        "Get {device} and the car acquainted.",
        "Could the car make friends with {device}? It lies here, ready to be found. Tell me if it doesn't work, and why.",
        "We want to use {device} in here later, so the car and it have to be introduced. Not in place of my phone.",
        "{device}, for the first time in this car. Its number will be the same, I've looked.",
        "Not any of those that the car knows: {device} is new, take that in. Should it fail, I want to hear what it did.",
    )
    endings = ("act", "decline")
    steps = 15

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        wanted = ("accepts",) if draw.ending == "act" else ("refuses", "silent")
        there = [one for one in draw.content.nearby if one.answer in wanted]
        device = draw.choice([one for one in there if one.kind not in ODD] or there)
        return {"device": device.name, "answer": device.answer}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.BLUETOOTH, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        phone = then.as_it_was(s.PHONE, s.PHONE_LINK) & then.on(s.BLUETOOTH)
        if inst.ending == "act":
            return then.connections.paired(inst.params["device"]) & phone
        return then.as_it_was(s.PAIRED_COUNT) & phone

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("pairing.devices", "pairing.headphones") if inst.ending == "act" else ()

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        if inst.ending != "decline":
            return ()
        paired = Says("that it is not paired", "", r"(?<!not )\bis (now )?paired\b|\bfind the car now\b")
        return TURNED_DOWN[inst.params["answer"]], paired, NoOtherName((inst.params["device"],), GADGETS)

    def _asked(self, ui: UiScript, name: str) -> UiScript:
        return section(ui, "bluetooth").tap("pair_button").wait(SEARCHED).tap("nearby_item", name)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        name, seconds = inst.params["device"], ANSWERED[inst.params["answer"]]

        def tried(ui: UiScript) -> UiScript:
            return self._asked(ui, name).tap("confirm_pairing_button").wait(seconds).tap("close_button")

        if inst.ending == "act":
            yield lambda ui: tried(ui)
            yield lambda ui: tried(ui).answer(f"{name} is paired.")
        else:
            why = "refuses to be paired" if inst.params["answer"] == "refuses" else "does not answer"
            yield lambda ui: tried(ui).infeasible(f"{name} {why}.")
            yield lambda ui: tried(ui).answer(f"{name} {why}, so it is not paired.").infeasible(f"{name} {why}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        name = inst.params["device"]
        yield lambda ui: self._asked(ui, name).tap("decline_pairing_button").answer(f"{name} is paired.")
        yield lambda ui: section(ui, "bluetooth").switch("visible", True).answer(f"{name} can find the car now.")
        if inst.ending == "act":
            yield lambda ui: self._asked(ui, name).tap("confirm_pairing_button").tap("cancel_pairing_button")
            yield lambda ui: self._asked(ui, name).infeasible(f"{name} refuses.")
        else:
            yield lambda ui: self._asked(ui, name).tap("confirm_pairing_button").wait(5).answer(f"{name} is paired.")
            yield lambda ui: ui.infeasible(f"{name} refuses or does not answer.")


OVER_THE_LIST = 4
"""Seconds that the way over the settings and their list of devices takes longer than one touch."""


class PhoneDropsOff(Task, category=SYSTEM, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The phone loses the car, and is brought back, that one and no other; or only an app tells something."""

    says = (
        "My phone keeps losing the car. Mind it for {seconds} seconds: if it goes, bring it back; if not, say so at the end.",
        "{seconds} seconds on guard, please: should the car lose my phone, get mine back, else a word afterwards that it held.",
        (
            "I'm waiting for an important call. For {seconds} seconds, see that my phone doesn't fall off unnoticed; mend it if "
            "it does. At the end, tell me in case it never did."
        ),
        (
            "Could you watch for {seconds} seconds whether the car and my phone stay together? Get them together again if not, "
            "or report that they did."
        ),
        (
            "Something may come up in {seconds} seconds. If my phone is gone, I want that same one back; else just tell me "
            "it stayed."
        ),
        "Keep an eye on my phone, no other, for {seconds} seconds: gone means bring it back. Not gone, a short word then.",
    )
    endings = ("act", "answer")
    steps = 8

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seconds, after = draw.choice([25, 30, 35, 45]), draw.choice([8, 12, 16])
        return {"seconds": seconds, "after": after, "phone": draw.content.paired[0].name, "other": draw.content.paired[1].name}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after = inst.params["after"]
        told = Event(lambda car: car.event("notice of an app", app="news"), after_seconds=after)
        gone = Event(lambda car: car.event("phone disconnected"), after_seconds=after)
        return (gone,) if inst.ending == "act" else (told,)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def there(then: Episode) -> Criterion:
            return then.connections.phone(inst.params["phone"])

        if inst.ending == "act":

            def again(then: Episode) -> Criterion:
                return then.in_order((s.PHONE_LINK, "DISCONNECTED"), (s.PHONE_LINK, "CONNECTED")) & there(then)

            return then.soon(again, inst.params["after"], PROMPT + OVER_THE_LIST) & there(then) & then.answered(DROPPED)
        watched = 0.8 * inst.params["seconds"]
        held = then.always(s.PHONE_LINK, "CONNECTED") & then.always(s.PHONE, inst.params["phone"])
        return there(then) & held & then.waited(watched) & then.answered_since(watched, HELD)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("bluetooth.connection_state",) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, phone = inst.params["after"], inst.params["seconds"], inst.params["phone"]
        if inst.ending == "act":
            yield lambda ui: section(ui.wait(after).dismiss(), "bluetooth").tap("device_item", phone)
            yield (
                lambda ui: (
                    section(ui.wait(after).wait(4).dismiss(), "bluetooth")
                    .tap("more_button", phone)
                    .tap("connect_button")
                    .answer("Your phone was gone, it is back now.")
                )
            )
        else:
            yield lambda ui: section(ui, "bluetooth").wait(seconds).answer("Your phone stayed connected.")
            yield lambda ui: ui.wait(seconds).answer("It held, the phone never dropped off.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, other = inst.params["after"], inst.params["seconds"], inst.params["other"]
        held = "Your phone stayed connected."
        yield lambda ui: section(ui.wait(after), "bluetooth").tap("device_item", other).wait(seconds).answer(held)
        yield lambda ui: ui.answer(held).wait(seconds)
        yield lambda ui: section(ui, "bluetooth").tap("bluetooth").tap("bluetooth").wait(after).answer(held)
        if inst.ending == "act":
            yield lambda ui: ui.wait(seconds).answer(held)
            yield lambda ui: section(ui.wait(after), "bluetooth").tap("bluetooth").answer("It is back.")
            late = after + 2 * PROMPT
            yield lambda ui: section(ui.wait(late).dismiss(), "bluetooth").tap("device_item", inst.params["phone"])
        else:
            yield lambda ui: ui.wait(seconds).answer("Your phone was lost, but it is back now.")
