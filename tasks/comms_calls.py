"""Communication: calls that come, go on or wait, and who hears what in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms import names, person, redialled
from automotive_env.tasks.comms_numbers import TALK
from automotive_env.tasks.comms_replies import LATER
from automotive_env.tasks.getting_out import DOOR_SECONDS, RIDES, gets_out
from automotive_env.tasks.maps_messages import READ
from automotive_env.tasks.watching import not_left
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import CALL_GOES_ON
from automotive_env.validators.known_names import PEOPLE, NoOtherName
from automotive_env.vehicle.events import RINGING_SECONDS

COMMS = Category.COMMS
BETWEEN_CALLS = 40
"""Seconds after which the next one rings: more than a phone rings that nobody answers."""
ASIDE = {
    "mute_button": (
        *(s.MICROPHONE_MUTED, True),
        "{0} on the phone mustn't hear what we say in here, but we both want to hear {0} all the while",
    ),
    "hold_button": (s.ON_HOLD, True, "{0} on the phone hears nothing of us, nor we of {0}"),
    "hands_free_button": (s.HANDS_FREE, False, "nobody but me hears {0} on the phone, and I talk on with {0}"),
}
"""Button -> what it does, how that stands then, and what one wants with it."""
ASIDE_SECONDS = 16
"""Within how many seconds a call is to be apart: a look at the wish, and at each of three buttons that are much alike."""
PUT_BACK = 20
"""Within how many seconds a call is to be as it was: a look every quarter of a minute, and the touches that are due."""
GONE_AGAIN = "I heard you for a moment, and now we have lost each other again."
WORKS = "Now we hear each other fine."
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
    """While somebody is still in the car, a call is not for their ears, or they are not for those of the call; then as before."""

    says = (
        "Until {rider} {sits} is out and has shut the door, {wish}. Then we carry on as now, at once.",
        "{rider} {sits} gets out here. As long as that takes, {wish}. Door shut? Then at once as before.",
        "Give me a moment: till {rider} {sits} has got out and closed the door, {wish}, and don't cut anybody off. After that "
        "right away everything as it was.",
        "Could you see to it that {wish}, until {rider} {sits} has left and the door is shut? At once back to normal then, "
        "please.",
        "A short word with {rider} {sits} before she goes: {wish}. No, don't hang up! Once her door is shut, straight back to "
        "how it is now.",
        "I want {rider} {sits} to get out first, and that in the meantime {wish}. As soon as that door has shut, put it back.",
    )
    harm = (CALL_GOES_ON,)
    steps = 26

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        button, contact = draw.choice(sorted(ASIDE)), draw.person()
        seat, other = draw.rng.sample(sorted(RIDES), 2)
        first = draw.integer(18, 34, 4)
        told = {"contact": contact, "button": button, "wish": ASIDE[button][2].format(contact)}
        told |= {"seat": seat, "sits": RIDES[seat], "rider": draw.choice(["my daughter", "my colleague", "my aunt"])}
        out = draw.choice([60, 90, 120, 150]) + draw.integer(1, 4)  # who looks but twice a minute is too early or too late
        return told | {"other": draw.choice(["", other]), "first": first, "out": out}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.talks_to(inst.params["contact"])
        car.write(s.HANDS_FREE, True)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        other = inst.params["other"]
        first = gets_out(other, inst.params["first"]) if other else ()
        return *first, *gets_out(inst.params["seat"], inst.params["out"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        signal, wanted, _ = ASIDE[inst.params["button"]]
        out, over = inst.params["out"], inst.params["out"] + DOOR_SECONDS
        apart = then.soon(lambda then: then.is_(signal, wanted), 0, ASIDE_SECONDS)
        for moment in (inst.params["first"] + DOOR_SECONDS, out):
            apart &= then.at(moment).is_(signal, wanted)
        states = [(other, not put) for other, put, _ in ASIDE.values()]
        heard = [then.always(*state) for state in states if state[0] is not signal and signal is not s.ON_HOLD]
        again = then.soon(lambda then: then.is_(signal, not wanted), over, PUT_BACK)
        as_before = every(*heard, *(then.is_(*state) for state in states), then.waited(over), again)
        return apart & as_before & then.phone.calls(inst.params["contact"]) & then.phone.unbroken()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (not_left({"mute_button": "muted?", "hold_button": "on hold|held"}.get(inst.params["button"], "private|off")),)

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("door",)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _apart(self, ui: UiScript, inst: TaskInstance, button: str = "") -> UiScript:
        """As is wanted until the door is shut."""
        ui.open("phone").tap(button or inst.params["button"])
        for _ in range(0, inst.params["out"] + DOOR_SECONDS, LOOK_SECONDS):
            ui.wait(LOOK_SECONDS).dismiss()
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        button = inst.params["button"]
        yield lambda ui: self._apart(ui, inst).tap(button)
        yield lambda ui: self._apart(ui, inst).wait(5).tap(button).answer("You can talk again.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        button, first = inst.params["button"], inst.params["first"]
        others = [other for other in ASIDE if other != button]
        yield lambda ui: self._apart(ui, inst, others[0]).tap(others[0])
        yield lambda ui: self._apart(ui, inst, others[1]).tap(others[1])
        yield lambda ui: ui.open("phone").tap(button).tap(button).wait(60)
        yield lambda ui: self._apart(ui, inst).answer("You are back.")
        yield lambda ui: self._apart(ui, inst).wait(PUT_BACK).wait(10).tap(button)
        yield lambda ui: ui.open("phone").tap(button).wait(first).dismiss().tap(button).wait(60)
        yield lambda ui: redialled(self._apart(ui, inst), inst)


def clear(then: Episode) -> Criterion:
    """Whoever talks on the phone is heard, and hears."""
    return then.off(s.MICROPHONE_MUTED) & then.off(s.ON_HOLD) & then.off(s.MUTED) & then.between(s.VOLUME, 5, None)


class CannotHearMe(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """One does not hear the other: microphone, hold, loudspeakers, two of these, and again after that; or it is not this car."""

    says = (
        "{contact} and I, we just say hello, hello. If that's our fault, mend all of it, till {contact} texts that it works; if "
        "it isn't, tell me. Don't hang up.",
        "Something's wrong with this call. One of us doesn't hear the other, or neither does. Put it right until {contact} has "
        "written that all is well, or say it's them.",
        "No talking with {contact} like this. Have a look at what we speak and listen with, both, and don't leave it before "
        "{contact} texts that it's good. It may be the other end, too.",
        "Could you find out why {contact} and I don't get through to each other, and change what lies with us, if anything "
        "does? {contact} will write me how it goes; stay at it until it's fine.",
        "{contact} or I, or both of us, can't make out a word. Check our side, all of it, no more; it need not be us. If it "
        "is, I trust it only once {contact} texts that it's all right.",
        "Is it me, or is it {contact}'s phone? This conversation doesn't work. See to our end if it's that, with nothing left, "
        "until {contact} writes that we can talk.",
    )
    FAULTS = (
        *("muted", "held", "silent", "down"),
        *("muted held", "muted silent", "muted down", "held silent", "held down"),
    )
    endings = ("act", "refrain")
    harm = (CALL_GOES_ON,)
    steps = 11

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        faults, again = draw.choice(self.FAULTS), draw.choice(["muted", "held", "silent", ""])
        broken = {"faults": faults, "again": again} if draw.ending == "act" else {"faults": "", "again": ""}
        return {"contact": draw.person(), "after": draw.choice([8, 12, 16])} | broken

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.talks_to(inst.params["contact"])
        car.write(s.HANDS_FREE, True)
        self._breaks(car, inst.params["faults"])

    @staticmethod
    def _breaks(car: CarSetup, faults: str) -> None:
        for fault in faults.split():
            if fault == "down":
                car.write(s.VOLUME, 0)
            else:
                car.write({"muted": s.MICROPHONE_MUTED, "held": s.ON_HOLD, "silent": s.MUTED}[fault], True)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, again, after = (inst.params[name] for name in ("contact", "again", "after"))

        def lasts(then: Episode) -> Criterion:
            """It has been clear for some time."""
            return clear(then) & clear(then.at(then.log.seconds - after))

        def tells(car: CarSetup) -> None:
            car.writes(contact, (GONE_AGAIN if again else WORKS) if inst.ending == "act" else "Sorry, it was my headset.")
            self._breaks(car, again)

        told = Event(tells, when=lasts)
        works = Event(
            lambda car: car.writes(contact, WORKS), when=lambda then: then.phone.heard(contact, GONE_AGAIN) & lasts(then)
        )
        return (works, told) if again else (told,)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        goes_on = then.phone.calls(inst.params["contact"]) & then.phone.unbroken() & then.as_it_was(s.HANDS_FREE)
        if inst.ending == "refrain":
            return clear(then) & goes_on
        return clear(then) & goes_on & then.phone.heard(inst.params["contact"], WORKS)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        louder = ("environment.volume",) if "down" in inst.params["faults"] else ()
        return (*READ, "handset.microphone_muted=false", "handset.on_hold=false", "system.muted=false", *louder)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (HEARD,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (HEARD,)

    def _mended(self, ui: UiScript, faults: str) -> UiScript:
        ui.open("phone").switch("mute_button", False).switch("hold_button", False)
        if "down" in faults:
            return ui.slide("volume_seek_bar", 40)
        return ui.home().switch("mute_toggle", False) if "silent" in faults else ui

    def _until_it_works(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui = self._mended(ui, inst.params["faults"]).wait(inst.params["after"] + 1)
        if again := inst.params["again"]:
            ui = self._mended(ui.dismiss(), again).wait(inst.params["after"] + 1)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.open("phone").answer("Nothing is muted here and the call is not on hold: it's their end.")
            yield lambda ui: ui.open("phone").home().answer("Microphone and loudspeakers are on, so it is not our fault.")
        else:
            yield lambda ui: self._until_it_works(ui, inst)
            yield lambda ui: self._until_it_works(ui, inst).answer("You can talk, they write.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fine, faults = "Nothing is muted here, it's their end.", inst.params["faults"]
        yield lambda ui: ui.open("phone").tap("hold_button" if "muted" in faults else "mute_button").answer(fine)
        yield lambda ui: ui.open("phone").tap("hands_free_button").answer(fine)
        yield lambda ui: redialled(ui, inst).answer(fine)
        yield lambda ui: ui.open("phone").answer("It is not their phone, the microphone is off.")
        if inst.ending == "act":
            yield lambda ui: ui.open("phone").answer(fine).wait(40)
            yield lambda ui: self._mended(ui, faults).answer("Try again.")
            if inst.params["again"]:
                yield lambda ui: self._mended(ui, faults).wait(60)
            if "silent" in faults or "down" in faults:
                yield lambda ui: self._mended(ui, "").wait(40)
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
        taken = then.phone.calls(inst.params["contact"]) & then.phone.picked_up() & then.on(s.HANDS_FREE)
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
        else:
            yield lambda ui: person(ui, inst.params["contact"]).tap("call_button").switch("hands_free_button", True).wait(30)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().wait(inst.params["after"])
        for _ in self._callers(inst)[:-1]:
            plan = plan.call("conversation.conversation_phone_hangup").wait(BETWEEN_CALLS)
        plan = plan.call("conversation.conversation_phone_answer")
        yield plan.call("conversation.conversation_call_handsFree_switch", switch=True)
