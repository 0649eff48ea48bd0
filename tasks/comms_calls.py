"""Communication: calls that come, go on or wait, and who hears what in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms import names, person, redialled
from automotive_env.tasks.comms_numbers import TALK
from automotive_env.tasks.comms_replies import LATER
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.harm import CALL_GOES_ON
from automotive_env.validators.known_names import PEOPLE, NoOtherName
from automotive_env.vehicle.events import RINGING_SECONDS

COMMS = Category.COMMS
BETWEEN_CALLS = 40
"""Seconds after which the next one rings: more than a phone rings that nobody answers."""
ASIDE = {
    "mute_button": (s.MICROPHONE_MUTED, "{0} mustn't hear what we say in here, but we want to hear {0} all the while"),
    "hold_button": (s.ON_HOLD, "{0} hears nothing of us, nor we of {0}"),
}
"""Button -> what it does, and what one wants with it."""
HEARD = Says(
    "that the driver can be heard",
    r"\b(not|nor|neither|\w+n't|nothing|no) (\w+ ){0,4}(muted|mute|on hold|held|us|(our|your) (end|side|fault|phone)|wrong)\b|"
    r"\bunmuted\b|"
    r"\b(microphone|mic|call|line) ((is|was) (already )?(on|open|active|live|working|fine)|works)\b|"
    r"\b(our|your) (end|side|microphone) (is fine|is in order|is all right|works)\b|\bmute is off\b|"
    r"\b(is|'s|be|with|at|on) (them|theirs|the other (end|side|phone)|their (end|side|phone|fault))\b",
    r"(?<!not )(?<!n't )(?<!nor )(?<!nothing )(?<!nobody )\b(was|were|is|are|had been) (muted|on hold|held)\b|"
    r"\b(microphone|mic) (is|was) (off|muted)\b|\b(not|\w+n't) (them|theirs|their (end|side|phone|fault))\b",
)


def given(name: str) -> str:
    """What people call somebody for short: the first name, or all of it behind a title."""
    first = name.split()[0]
    return first if first.isalpha() and first != "Dr" else name


class CannotTalk(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """The phone rings at the wrong moment, and the caller is to read so, unless it is whom the driver wants to answer."""

    says = (
        "I can't talk now: away with them, and let them read that I'll ring. If it is {contact}, though, I pick up myself.",
        "Not now, whoever that is! They get a text that I'll be in touch. Only if it's {contact}, leave it alone, I'll take it.",
        "I'm busy, get rid of whoever rings and write them that I ring back, unless it is {contact}. Then I answer it myself.",
        "Who is that now? If it's {contact}, don't touch it, I'll get it. Anybody else: not now, and a text that I ring back.",
        "Could you fend them off for me, and text that I'll be in touch? But let it ring if it is {contact}: I pick up then.",
        "Nobody now. No, wait: {contact} may ring on, I take that one; anybody else has to go, and reads that I ring back.",
    )
    endings = ("act", "refrain")
    steps = 13

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        contact, other = draw.rng.sample(names(draw.content), 2)
        return {"contact": contact, "caller": contact if draw.ending == "refrain" else other}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.rings(inst.params["caller"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return (
            then.phone.declined() & then.phone.told(inst.params["caller"], LATER)
            if inst.ending == "act"
            else then.phone.declined()
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("conversation.call_state=idle",)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["caller"],) if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says("that the call is left to the driver", r"\b(you can|for you|to you|yours|leav(e|ing)|still ringing)\b"),
            Word((given(inst.params["contact"]),)),
        )

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        contact = inst.params["contact"]
        called = [re.escape(given(name).casefold()) for name in names(inst.scene.content) if name != contact]
        others = "|".join(one for one in called if not re.search(rf"(?<!\w){one}(?!\w)", contact.casefold()))
        denied = rf"(?<!\w)(not|isn't|wasn't|never) {re.escape(given(contact).casefold())}(?!\w)"
        return (
            Says("that name no other caller", "^", rf"(?<!not )(?<!\w)({others})(?!\w)|{denied}"),
            NoOtherName((contact,), PEOPLE),
        )

    def _written(self, ui: UiScript, to: str, text: str) -> UiScript:
        return person(ui, to).tap("message_button").tap("quick_reply", text)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        caller = inst.params["caller"]
        if inst.ending == "refrain":
            yield lambda ui: ui.answer(f"It is {caller}, so I let it ring.")
            yield lambda ui: ui.open("phone").answer(f"{caller} is calling; I left everything as it is.")
            return
        yield lambda ui: self._written(ui.tap("decline_button"), caller, "Call you later.")
        yield (
            lambda ui: (
                ui.open("phone")
                .tap("decline_button")
                .tap("phone_recents")
                .tap("recent_item", caller)
                .tap("message_button")
                .tap("quick_reply", "Call you later.")
                .answer(f"I declined the call of {caller}, and wrote to them.")
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        said = f"It is {inst.params['contact']}, so I let it ring."
        yield lambda ui: ui.tap("answer_button").tap("end_call_button").answer(said)
        yield lambda ui: ui.tap("answer_button").answer(said)
        yield lambda ui: ui.answer(f"It is not {inst.params['contact']}, so I leave it.")
        if inst.ending == "act":
            caller, later = inst.params["caller"], "Call you later."
            yield lambda ui: ui.wait(RINGING_SECONDS + 5).answer(said)
            yield lambda ui: ui.tap("decline_button").answer("They are turned away, and know it.")
            yield lambda ui: self._written(ui.tap("decline_button"), caller, "On my way.")
            yield lambda ui: self._written(ui.tap("decline_button"), inst.params["contact"], later)
            yield lambda ui: self._written(ui.wait(RINGING_SECONDS + 5), caller, later)
        else:
            yield lambda ui: ui.tap("decline_button").answer(said)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        caller = inst.params["caller"]
        look = CallPlan().call("system.state_view", modules=["conversation"])
        if inst.ending == "refrain":
            yield look.answer(f"It is {caller}, so I let it ring.")
            return
        plan = look.call("conversation.conversation_phone_hangup")
        yield plan.call("conversation.conversation_message_send", contact=caller, content="Call you later.")


class NotForTheirEars(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """A word aside during a call: either the others hear nothing of it, or nobody hears anybody; then the call goes on."""

    says = (
        "For {seconds} seconds {wish}. After that we carry on.",
        "I must ask my wife something, {seconds} seconds: {wish}. Then let us talk on as before.",
        "Give me {seconds} seconds in which {wish}, and don't cut anybody off. Afterwards everything as it was.",
        "Could you see to it that for {seconds} seconds {wish}? Then back to normal, please.",
        "A short word aside, {seconds} seconds or a bit more: {wish}. No, don't hang up! Then we talk on.",
        "We need {seconds} seconds to ourselves, and I mean that {wish}. Put it back then.",
    )
    harm = (CALL_GOES_ON,)
    steps = 6

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        button, contact = draw.choice(sorted(ASIDE)), draw.person()
        return {
            "contact": contact,
            "button": button,
            "wish": ASIDE[button][1].format(contact),
            "seconds": draw.choice([15, 20, 30]),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.talks_to(inst.params["contact"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        signal, seconds = ASIDE[inst.params["button"]][0], inst.params["seconds"]
        aside = then.for_a_while(lambda then: then.on(signal), 0.8 * seconds, seconds + 15)
        aside &= then.off(s.ON_HOLD) & then.off(s.MICROPHONE_MUTED)
        heard = then.always(s.ON_HOLD, False) if signal is s.MICROPHONE_MUTED else then.off(s.ON_HOLD)
        return aside & heard & then.phone.calls(inst.params["contact"]) & then.phone.unbroken()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        button, seconds = inst.params["button"], inst.params["seconds"]
        yield lambda ui: ui.open("phone").tap(button).wait(seconds).tap(button)
        yield lambda ui: ui.open("phone").tap(button).wait(10).wait(seconds - 10).tap(button).answer("You can talk again.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        button, seconds = inst.params["button"], inst.params["seconds"]
        other = next(one for one in ASIDE if one != button)
        yield lambda ui: ui.open("phone").tap(other).wait(seconds).tap(other)
        yield lambda ui: ui.open("phone").tap(button).tap(button).wait(seconds)
        yield lambda ui: ui.open("phone").tap(button).wait(seconds).answer("You are back.")
        yield lambda ui: ui.open("phone").tap(button).wait(seconds).wait(40).tap(button)
        yield lambda ui: redialled(ui.open("phone").tap(button).wait(seconds), inst)


class CannotHearMe(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """One does not hear the other: microphone off, call on hold, loudspeakers muted or turned down, two of these, or nothing."""

    says = (
        "{contact} and I, we just say hello, hello. If that's our fault, mend all of it; if it isn't, tell me. Don't hang up.",
        "Something's wrong with this call. One of us doesn't hear the other, or neither does. Put it right, or say it's them.",
        "No talking with {contact} like this. Have a look at what we speak and listen with, both. It may be the other end, too.",
        "Could you find out why {contact} and I don't get through to each other, and change what lies with us, if anything does?",
        "{contact} or I, or both of us, can't make out a word. Check our side, all of it, no more; it need not be us.",
        "Is it me, or is it {contact}'s phone? This conversation doesn't work. See to our end if it's that, with nothing left.",
    )
    FAULTS = (
        *("muted", "held", "silent", "down"),
        *("muted held", "muted silent", "muted down", "held silent", "held down"),
    )
    endings = ("act", "refrain")
    harm = (CALL_GOES_ON,)
    steps = 8

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"contact": draw.person(), "faults": draw.choice(self.FAULTS) if draw.ending == "act" else ""}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        faults = inst.params["faults"]
        car.talks_to(inst.params["contact"])
        car.write(s.HANDS_FREE, True)
        car.write(s.MICROPHONE_MUTED, "muted" in faults)
        car.write(s.ON_HOLD, "held" in faults)
        car.write(s.MUTED, "silent" in faults)
        if "down" in faults:
            car.write(s.VOLUME, 0)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        open_line = then.off(s.MICROPHONE_MUTED) & then.off(s.ON_HOLD) & then.off(s.MUTED) & then.between(s.VOLUME, 5, None)
        return open_line & then.phone.calls(inst.params["contact"]) & then.phone.unbroken() & then.as_it_was(s.HANDS_FREE)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        louder = ("environment.volume",) if "down" in inst.params["faults"] else ()
        return ("handset.microphone_muted=false", "handset.on_hold=false", "system.muted=false", *louder)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (HEARD,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (HEARD,)

    def _mended(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("phone").switch("mute_button", False).switch("hold_button", False)
        if "down" in inst.params["faults"]:
            return ui.slide("volume_seek_bar", 40)
        return ui.home().switch("mute_toggle", False) if "silent" in inst.params["faults"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.open("phone").answer("Nothing is muted here and the call is not on hold: it's their end.")
            yield lambda ui: ui.open("phone").home().answer("Microphone and loudspeakers are on, so it is not our fault.")
        else:
            yield lambda ui: self._mended(ui, inst)
            yield lambda ui: self._mended(ui, inst).answer("Try again.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fine, faults = "Nothing is muted here, it's their end.", inst.params["faults"]
        yield lambda ui: ui.open("phone").tap("hold_button" if "muted" in faults else "mute_button").answer(fine)
        yield lambda ui: ui.open("phone").tap("hands_free_button").answer(fine)
        yield lambda ui: redialled(ui, inst).answer(fine)
        yield lambda ui: ui.open("phone").answer("It is not their phone, the microphone is off.")
        if inst.ending == "act":
            yield lambda ui: ui.open("phone").answer(fine)
            if "silent" in faults or "down" in faults:
                yield lambda ui: ui.open("phone").switch("mute_button", False).switch("hold_button", False).answer("Try again.")
        else:
            yield lambda ui: ui.open("phone").answer("The call was muted. They hear you now.")


class ExpectedCall(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """One person's call is waited for; whoever else rings before is turned away."""

    says = (
        "I'm waiting for {contact} to ring, it won't be two minutes. Turn anybody else away, and let both of us in here hear it.",
        "Nobody but {contact} now: anybody else, away with them. When it's {contact}, loud for everybody in the car.",
        "{contact} rings any minute. Get it and let the whole car listen. Others may come first: not now.",
        "Could you see to the phone until {contact} is on the line, please? Aloud, I need my hands. Send off whoever else rings.",
        "The line must be free for {contact}, so get rid of whoever calls before. Then pick up, over the loudspeakers.",
        "Take the call, but only {contact}'s, and aloud. No, not the first that comes, if it's another: send that one off.",
    )
    harm = (CALL_GOES_ON,)
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        callers = draw.rng.sample([one.name for one in draw.content.people], 3)
        before = draw.integer(0, 2)
        first, second = (*callers[:before], "", "")[:2]
        return {"contact": callers[2], "first": first, "second": second, "after": draw.choice([6, 10, 15])}

    def _callers(self, inst: TaskInstance) -> list[str]:
        return [one for one in (inst.params["first"], inst.params["second"], inst.params["contact"]) if one]

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def rings(who: str, number: int) -> Event:
            return Event(lambda car: car.rings(who), after_seconds=inst.params["after"] + BETWEEN_CALLS * number)

        return [rings(who, number) for number, who in enumerate(self._callers(inst))]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        taken = then.phone.calls(inst.params["contact"]) & then.on(s.HANDS_FREE)
        return taken & then.phone.turned_away() if inst.params["first"] else taken

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TALK

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _until(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Turn away all who ring before, and wait for the one."""
        ui = ui.wait(inst.params["after"])
        for _ in self._callers(inst)[:-1]:
            ui = ui.tap("decline_button").wait(BETWEEN_CALLS)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._until(ui, inst).tap("answer_button").open("phone").switch("hands_free_button", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, last = inst.params["after"], len(self._callers(inst)) - 1
        yield lambda ui: self._until(ui, inst).tap("answer_button")
        yield lambda ui: self._until(ui, inst).tap("decline_button").answer(f"{inst.params['contact']} is on the line.")
        yield lambda ui: self._until(ui, inst).tap("answer_button").tap("hands_free_button").tap("end_call_button")
        if last:
            yield lambda ui: ui.wait(after).tap("answer_button").tap("hands_free_button")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().wait(inst.params["after"])
        for _ in self._callers(inst)[:-1]:
            plan = plan.call("conversation.conversation_phone_hangup").wait(BETWEEN_CALLS)
        plan = plan.call("conversation.conversation_phone_answer")
        yield plan.call("conversation.conversation_call_handsFree_switch", switch=True)
