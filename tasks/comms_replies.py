"""Communication: what is written back, by what was written or by the law of the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.headunit.language.translate import TABLES, translate
from automotive_env.headunit.widgets.wording import clock
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms import LATE, names, person
from automotive_env.tasks.comms_numbers import TALK
from automotive_env.ui_script import UiScript
from automotive_env.validators.answer_forms import AnyOf, TimeOfDay
from automotive_env.validators.answers import NO, YES, Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

COMMS = Category.COMMS
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
SPOTS = ("at the station", "at the museum", "by the old bridge", "at the theatre", "in the city park")


def quick(text: str) -> tuple[str, ...]:
    """A quick reply as the displays of all languages send it, without its full stop."""
    return tuple(dict.fromkeys(translate(text, language).rstrip(".。") for language in ("English", *TABLES)))


LATER = AnyOf(
    (
        Word(quick("Call you later.")),
        Says(
            "that the driver calls later",
            r"\b(later|back|(get|be) in touch|(will|'ll|going to|gonna) (\w+ )?(call|ring|phone))\b",
            r"\b(will not|won't|never) (\w+ )?(call|ring|phone|get|be)\b",
        ),
    )
)
"""What tells somebody to expect a call."""


def agreement(yes: bool) -> Fact:
    """What says yes, or no, in the language of any display."""
    wanted, other = quick("Yes."), quick("No.")
    return AnyOf((Word(wanted, other), YES)) if yes else AnyOf((Word(other, wanted), NO))


def read(ui: UiScript, who: str) -> UiScript:
    """Read what somebody has written."""
    return ui.dismiss().open("messages").tap("message_item", who)


def _meant(spot: str) -> str:
    """A regular expression of what names a meeting point, and not to say that it is there no longer."""
    place = spot.split()[-1]
    before = r"\b(not|no longer|instead of|rather than) (\w+ ){0,3}"
    return rf"(?s)^(?!.*{before}{place}\b).*\b{place}\b"


class PassOn(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """Where and when somebody wants to meet, also as it changes meanwhile, is written to somebody else until they agree."""

    says = (
        "Text {contact} when and where {who} wants to meet us, and again if that changes, until {contact} agrees.",
        "{who} has written where we meet, and at what time. {contact} has to know both as they stand, until they agree.",
        "Would you let {contact} know the time and the place of {who}'s, also new ones, till {contact} writes that they come?",
        "{contact} comes to our meeting with {who}. Pass on by text when and where that is, every change, till they've agreed.",
        "I've lost track of {who}'s plans. Write {contact} time and meeting point, new ones, too, until they agree.",
        "Time and place of what {who} is planning, to {contact}, till they agree. Mind that {who} keeps changing things!",
    )
    AGREES = "Fine, see you there!"
    steps = 22

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who = draw.person()
        spot, elsewhere = draw.rng.sample(SPOTS, 2)
        times = [f"{hour}:{minute:02}" for hour in range(13, 23) for minute in (0, 15, 30, 45)]
        first, last, late = draw.rng.sample(times, 3)
        drawn: dict[str, Any] = {"who": who, "contact": draw.person(but=[who]), "spot": spot, "elsewhere": elsewhere}
        drawn |= {"first": first, "last": last, "moves": draw.maybe()}
        return drawn | {"late": draw.choice([late, late, ""]), "after": draw.choice([8, 12, 16])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        drawn = inst.params
        place, moved = (drawn["elsewhere"], f" and {drawn['spot']}") if drawn["moves"] else (drawn["spot"], "")
        kept = "T" if moved else "Same place, t"
        car.writes(drawn["who"], f"Let's meet {place}, {drawn['first']}.")
        car.waits(140)
        car.writes(drawn["who"], f"Sorry, it has to be {drawn['last']}{moved}. {kept}ell the others!")
        car.waits(140)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, contact, late, after = (inst.params[name] for name in ("who", "contact", "late", "after"))

        def told(then: Episode, time: str) -> Criterion:
            """They have known it for some time."""
            return self._told(then.at(then.log.seconds - after), inst, time)

        agrees = Event(lambda car: car.writes(contact, self.AGREES), when=lambda then: told(then, late or inst.params["last"]))
        moves = Event(
            lambda car: car.writes(who, f"{late}, sorry! The place stays."), when=lambda then: told(then, inst.params["last"])
        )
        return (agrees, moves) if late else (agrees,)

    @staticmethod
    def _told(then: Episode, inst: TaskInstance, time: str) -> Criterion:
        """The other one was told last to come at a time, to the right place."""
        hour, minute = map(int, time.split(":"))
        spot = Says(f"{inst.params['spot']}", _meant(inst.params["spot"]), _meant(inst.params["elsewhere"]))
        known = then.phone.told_last(inst.params["contact"], TimeOfDay(hour, minute))
        return known & then.phone.told(inst.params["contact"], spot)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        told = self._told(then, inst, inst.params["late"] or inst.params["last"])
        return told & then.phone.heard(inst.params["contact"], self.AGREES)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("conversation.messages",)

    def _write(self, ui: UiScript, inst: TaskInstance, to: str, time: str, spot: str) -> UiScript:
        return person(read(ui, inst.params["who"]), to).tap("message_button").type("message_edit_text", f"{time}, {spot}")

    def _kept_up(self, ui: UiScript, inst: TaskInstance, again: str = "It is {} now.") -> UiScript:
        """What changes is written, too, until they agree."""
        ui.wait(inst.params["after"] + 2).dismiss()
        if again and inst.params["late"]:
            person(ui, inst.params["contact"]).tap("message_button")
            ui.type("message_edit_text", again.format(inst.params["late"])).wait(inst.params["after"] + 2)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        drawn = inst.params

        def written(text: str, beside: str = "") -> Way:
            spot = beside or drawn["spot"]
            return lambda ui: self._kept_up(self._write(ui, inst, drawn["contact"], text, spot), inst)

        yield written(drawn["last"])
        yield written(f"We meet at {drawn['last']}")
        yield written(f"Not {drawn['first']} but {drawn['last']}")
        yield written(f"{drawn['last']} {drawn['spot']}", f"not {drawn['elsewhere']}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        drawn = inst.params
        contact, first, last, spot = drawn["contact"], drawn["first"], drawn["last"], drawn["spot"]

        def wrong(to: str, time: str, where: str) -> Way:
            return lambda ui: self._write(ui, inst, to, time, where).wait(30)

        yield wrong(contact, first, spot)
        yield wrong(contact, last, drawn["elsewhere"])
        yield wrong(drawn["who"], last, spot)
        yield wrong(contact, f"{first} or {last}", spot)
        yield wrong(contact, f"{first}, no longer {last}", spot)
        yield wrong(contact, last, f"no longer {spot}")
        yield lambda ui: self._write(ui, inst, contact, last, spot)
        yield lambda ui: read(ui, drawn["who"]).answer(f"I told them: {last}, {spot}.")
        if drawn["late"]:
            yield lambda ui: self._kept_up(self._write(ui, inst, contact, last, spot), inst, "").wait(60)
            yield lambda ui: self._kept_up(self._write(ui, inst, contact, last, spot), inst, f"{first} now, not {{}}.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        who, contact, last, late, spot = (inst.params[name] for name in ("who", "contact", "last", "late", "spot"))
        view, send = "conversation.conversation_message_view", "conversation.conversation_message_send"
        plan = CallPlan().call(view, contact=who).call(send, contact=contact, content=f"We meet at {last}, {spot}.")
        plan = plan.wait(inst.params["after"] + 2)
        if late:
            plan = (
                plan.call(view, contact=who)
                .call(send, contact=contact, content=f"It is {late} now.")
                .wait(inst.params["after"] + 2)
            )
        yield plan


class DayThatSuits(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody will ask whether a day and an hour suit, for something that takes a while; somebody else asks, too."""

    says = (
        "{contact} is about to ask me about a day, for 90 minutes. I'm only free on {free} until {until}. Yes or no for me.",
        "This week it's {free}, out by {until}, or not at all. {contact} asks soon, for 90 minutes; yes or no, nobody else.",
        "I can't look at the phone. {contact} proposes 90 minutes soon: yes if it's {free} and over by {until}, else no.",
        "Could you answer {contact} for me as soon as they write? It's 90 minutes; {free} I have time, until {until}.",
        "{contact} wants 90 minutes and writes soon. I'm free on {free} and have to go at {until}: a plain yes or no.",
        "Tuesday, Thursday, whatever {contact} suggests for our 90 minutes: {free} only, by {until}. No, wait for them; then "
        "answer.",
    )
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        contact = draw.person()
        free, other = draw.rng.sample(DAYS, 2)
        until = draw.integer(14 * 60, 18 * 60, 15)
        fits, in_time, too_late = (until - 90 - draw.choice(early) for early in ([0, 15, 30], [30, 45], [-15, -30, -45]))
        asked = draw.choice([(free, fits)] * 5 + [(free, too_late), (free, too_late), (other, in_time)])
        tempting = (other, in_time) if asked[0] == free else (free, fits)
        told = {"asked": asked, "tempting": tempting}
        days = {name: f"{day} at {self._clock(minute, scene)}" for name, (day, minute) in told.items()}
        drawn: dict[str, Any] = {"contact": contact, "rival": draw.person(but=[contact]), "free": free}
        drawn |= {"until": self._clock(until, scene)}
        drawn |= days | {"yes": asked == (free, fits)}
        return drawn | {"after": draw.choice([8, 12, 16]), "apart": draw.choice([-5, 4])}

    @staticmethod
    def _clock(minute: int, scene: Scene) -> str:
        return clock(f"2025-01-01 {minute // 60:02}:{minute % 60:02}:00", scene.clock)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        drawn, other = inst.params, inst.params["after"] + inst.params["apart"]
        return (
            Event(lambda car: car.writes(drawn["rival"], f"Lunch on {drawn['tempting']}?"), after_seconds=other),
            Event(lambda car: car.writes(drawn["contact"], f"Shall we say {drawn['asked']}?"), after_seconds=drawn["after"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        right = agreement(inst.params["yes"])
        return then.phone.told(inst.params["contact"], right, since=inst.params["after"])

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def _asked(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["after"] + 4)

    def _reply(self, ui: UiScript, inst: TaskInstance, to: str, yes: bool) -> UiScript:
        return read(self._asked(ui, inst), to).tap("quick_reply", "Yes." if yes else "No.")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, yes = inst.params["contact"], inst.params["yes"]
        yield lambda ui: self._reply(ui, inst, contact, yes)
        if not inst.scene.moving:
            text = "Yes, gladly." if yes else "No, I'm sorry."
            yield lambda ui: read(self._asked(ui, inst), contact).type("message_edit_text", text)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, yes = inst.params["contact"], inst.params["yes"]
        yield lambda ui: self._reply(ui, inst, contact, not yes)
        yield lambda ui: self._reply(ui, inst, inst.params["rival"], yes)
        yield lambda ui: read(self._asked(ui, inst), contact).tap("quick_reply", "On my way.")
        yield lambda ui: read(self._asked(ui, inst), contact).answer("I have answered.")
        yield lambda ui: person(ui, contact).tap("message_button").tap("quick_reply", "Yes." if yes else "No.").wait(30)


LATE_THEMSELVES = Says(
    "that they are late themselves",
    r"\b(they('re)?|themselves|doctor\w*|practice|workshop|appointments?|everything|(is|are) running)\b[^.!?]*\b"
    r"(late|later|behind|delay\w*|slow\w*)\b|\b(late|behind|delayed|slow(er)?) (\w+ ){0,3}(too|themselves|as well|than you)\b",
    r"\bi (have )?(told|wrote|written|informed|texted|called)\b(?! (nothing|nobody|no one|to nobody)\b)|"
    r"(?<!not )(?<!n't )\bon time\b|"
    r"\b(they|doctor\w*|practice|workshop)( are| is|'re|'s)?(n't| not) (\w+ ){0,2}(late|behind|delayed|slow)\b",
)


IN_TIME = AnyOf(
    (
        LATE_THEMSELVES,
        Says(
            "that the driver is in time",
            r"\b(you|we|you're|we're|you'll|we'll)\b[^.;!?]*\b(in time|on time|early|make it|before|by then)\b|"
            r"\byou have (enough )?time\b|\bturn (is|comes|was moved|has been moved)\b[^.;!?]*\d",
            r"\bi (have )?(told|wrote|written|informed|texted|called)\b(?! (nothing|nobody|no one|to nobody)\b)|"
            r"\b(not|\w+n't|never) (\w+ ){0,3}(in time|on time|make it)\b",
        ),
    )
)
"""What says that nobody waits for the driver."""
NOT_LATE = Says(
    "that do not call the driver late",
    "^",
    r"\b(you|we)\b((?!\bnot\b|\bnever\b|n't\b)[^.,;!?])*\b(late|miss\w*|behind)\b|"
    r"\b(you|we)\b[^.,;!?]*\b(not|\w+n't|never) (\w+ ){0,3}(in time|on time|make it)\b|\bthey( are|'re) (on time|not late)\b|"
    r"\bi (have )?(told|wrote|written|informed|texted|called)\b(?! (nothing|nobody|no one|to nobody)\b)",
)


class LateForAppointment(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """The doctor or the workshop has moved the driver's turn twice: they hear of it if it is over before the driver arrives."""

    says = (
        "{minutes} minutes until I'm at {where}. Is my turn over by then, going by what they wrote last? Then let them know.",
        "I need {minutes} minutes more to {where}. If I miss the time they gave me in the end, warn them; if not, just say so.",
        "Could you keep {where} from waiting? I'm {minutes} minutes away, and they wrote about my turn. If I'm in time, good.",
        "They give my slot at {where} away if I don't turn up. {minutes} minutes yet! See when it is now; in time, don't bother.",
        "I believe {where} has moved my turn, and I take another {minutes} minutes. If that won't do, they should hear of it.",
        "Tell {where} that I won't make it by my time. No, look first whether I will: {minutes} minutes, and they wrote me.",
    )
    endings = ("act", "refrain")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("day",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        place, where = draw.choice([(2, "the workshop"), (3, "my doctor's")])
        minutes, off = draw.choice([15, 20, 25, 40]), draw.choice([8, 10, 12])
        behind, before = (minutes + off, minutes - off) if draw.ending == "refrain" else (minutes - off, minutes + off)
        return {
            "contact": draw.content.people[place].name,
            "where": where,
            "minutes": minutes,
            "behind": behind,
            "before": before,
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        now, form = datetime.fromisoformat(inst.scene.time), inst.scene.clock
        first, last = (clock(str(now + timedelta(minutes=inst.params[name])), form) for name in ("before", "behind"))
        car.writes(inst.params["contact"], f"We run late today: your turn is at {first}.")
        car.writes(inst.params["contact"], f"Sorry for the to and fro, something has changed: {last} for you.")
        car.waits(15)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "refrain":
            return then.phone.idle()
        return then.phone.told(inst.params["contact"], LATE) | then.phone.calls(inst.params["contact"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TALK if inst.ending == "act" else ()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],) if inst.ending == "act" else ()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says("that do not call the driver in time", "^", r"\b(you|we)('ll| will|'re| are)( be)? (there )?(in|on) time\b"),
        )

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (IN_TIME,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NOT_LATE,) if inst.ending == "refrain" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact = inst.params["contact"]
        if inst.ending == "refrain":
            yield lambda ui: read(ui, contact).answer("You will be there in time, so nothing needs to be done.")
            yield lambda ui: read(ui, contact).answer("No need: they're running late, and you arrive before your turn.")
            return
        yield lambda ui: read(ui, contact).tap("quick_reply", "I will be late.")
        yield lambda ui: person(read(ui, contact), contact).tap("call_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact, known = inst.params["contact"], names(inst.scene.content)
        other = known[2] if contact == known[3] else known[3]
        said = "You will be there in time, so nothing needs to be done."
        yield lambda ui: person(read(ui, contact), other).tap("message_button").tap("quick_reply", "I will be late.").answer(said)
        yield lambda ui: read(ui, contact).tap("quick_reply", "On my way.").answer(said)
        if inst.ending == "act":
            yield lambda ui: read(ui, contact).answer(said)
        else:
            yield lambda ui: read(ui, contact).tap("quick_reply", "I will be late.").answer(said)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        contact, behind = inst.params["contact"], inst.params["behind"]
        look = CallPlan().call("conversation.conversation_message_view", contact=contact)
        if inst.ending == "refrain":
            yield look.answer(f"They are {behind} minutes late themselves, so nothing needs to be done.")
        else:
            yield look.call("conversation.conversation_message_send", contact=contact, content="I will be late.")
