"""Communication: the phone book, the call log and the conversations kept in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms import deleted, names, person
from automotive_env.tasks.comms_numbers import TALK, spoken_number
from automotive_env.tasks.comms_replies import LATER
from automotive_env.tasks.maps_messages import READ, opened
from automotive_env.ui_script import UiScript
from automotive_env.validators.answer_forms import AnyOf, First, Listed
from automotive_env.validators.answers import Fact, Says, denial_of, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.harm import CALL_GOES_ON
from automotive_env.validators.known_names import PEOPLE, NoOtherName
from automotive_env.vehicle.events import RINGING_SECONDS
from automotive_env.world.content.spelling import spellings

COMMS = Category.COMMS
ELSEWHERE = "My battery is dying. I'm with {} now, ring there and ask for me!"
SETTLED = "All settled now, no need to ring back."


def wrote_nothing(who: str, others: Sequence[str]) -> Fact:
    """What says of one person that there are no messages with them, and not of these others."""
    one, rest = ("|".join(re.escape(plain(name)) for who in people for name in spellings(who)) for people in ([who], others))
    none = r"no|none|nothing|never|empty|neither|not|\w+n't"
    says = rf"{denial_of(one)}|(?<!\w)(?:{one})(?!\w)[^.,;!?]*\b(?:{none})\b|\b(?:{none})\b[^.,;!?]*(?<!\w)(?:{one})(?!\w)"
    return Says(f"that there are no messages with {who}", says, denial_of(rest))


def rang_in_vain(car: CarSetup, *callers: str) -> None:
    """Let people ring, one after the other, and nobody answer."""
    for caller in callers:
        car.rings(caller)
        car.waits(RINGING_SECONDS + 5)


def missed(ui: UiScript) -> UiScript:
    """Show the calls that were missed."""
    return ui.open("phone").tap("phone_recents").tap("recents_missed")


class StarredPeople(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two people are favourites in the end, and two are none; for one of the four it was so before."""

    says = (
        "A star in the phone for {first} and {second}, and none for {old} and {gone}; I don't know who has one now.",
        "{first} and {second} are my favourite people now, {old} and {gone} aren't. Let the phone know what it doesn't yet.",
        "Star for {first}, star for {second}, none for {old}, none for {gone}; some of it may be so.",
        "Would you see that {first} and {second} have the star in my phone book? And that {old} and {gone} don't, from now on.",
        "{old} and {gone} needn't be among the starred ones, I want {first} and {second} there, if they aren't.",
        "My starred contacts: {first} in. No, {first} and {second}; {old} and {gone} out. Don't delete anybody, though.",
    )
    steps = 22

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        starred = [one.name for one in draw.content.people if one.favorite]
        plain = [one.name for one in draw.content.people if not one.favorite]
        draw.rng.shuffle(starred)
        draw.rng.shuffle(plain)
        if draw.maybe():  # one of those who are wanted is there already
            wanted, unwanted = [starred.pop(), plain.pop()], [starred.pop(), plain.pop()]
        else:
            wanted, unwanted = [plain.pop(), plain.pop()], [starred.pop(), plain.pop()]
        draw.rng.shuffle(wanted)
        draw.rng.shuffle(unwanted)
        return dict(zip(("first", "second", "old", "gone"), (*wanted, *unwanted), strict=True))

    @staticmethod
    def _to_turn(inst: TaskInstance) -> list[str]:
        """Those whose star is not yet as it should be."""
        starred = {one.name for one in inst.scene.content.people if one.favorite}
        wanted = [inst.params[name] for name in ("first", "second") if inst.params[name] not in starred]
        return [*wanted, *(inst.params[name] for name in ("old", "gone") if inst.params[name] in starred)]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        out = (inst.params["old"], inst.params["gone"])
        kept = [one.name for one in inst.scene.content.people if one.favorite and one.name not in out]
        return then.phone.keeps(*dict.fromkeys((inst.params["first"], inst.params["second"], *kept)))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("handset.favorites",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        turn = self._to_turn(inst)
        yield lambda ui: self._turned(ui, *turn)
        yield lambda ui: self._turned(ui, *turn[::-1]).answer("Done.")

    def _turned(self, ui: UiScript, *people: str) -> UiScript:
        for name in people:
            ui = person(ui, name).tap("favorite_contact_button")
        return ui

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        turn, named = self._to_turn(inst), [inst.params[name] for name in ("first", "second", "old", "gone")]
        yield lambda ui: self._turned(ui, *named)
        yield lambda ui: self._turned(ui, *turn[:-1]).answer("Done.")
        yield lambda ui: self._turned(ui, *turn, turn[0])
        yield lambda ui: deleted(self._turned(ui, *turn[:-1]), turn[-1])


class ForgetConversation(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """All that was written with two people goes, also what one writes meanwhile; where one wrote nothing, that is said."""

    says = (
        "Get rid of the messages between {contact} and me, and of {second}'s, to the last one. If one of them has none, tell me.",
        "Not a word of {contact} or {second} may be left among my messages. Or is there nothing of one of them?",
        "Would you clear my chats with {contact} and {second}, till nothing is left? Tell me if one of them has none.",
        "I sell the car tomorrow, so no texts of {contact} or {second} may stay in here; tell me whose there weren't.",
        "{contact}'s messages out of my phone, {second}'s too, even those to come while you do it. Say so if one has none.",
        "Wipe what {contact} and {second} text me, all of it. No, not the contacts! If one has written nothing, say whose.",
    )
    AGAIN = "Did you see my last message? I need to know today."
    endings = ("act", "answer")
    steps = 24

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        known = names(draw.content)
        wrote = {past.record.contact for past in draw.content.messages} | {name for name, _ in scene.messages}
        some, none = [name for name in known if name in wrote], [name for name in known if name not in wrote]
        if len(some) < 3 or (draw.ending == "answer" and not none):
            raise SceneImpossible("too few people of the phone book wrote, or all of them did")
        two = draw.rng.sample(some, 2) if draw.ending == "act" else [draw.choice(some), draw.choice(none)]
        told = {"there": "|".join(name for name in two if name in wrote), "none": "" if draw.ending == "act" else two[1]}
        draw.rng.shuffle(two)
        return {"contact": two[0], "second": two[1], "again": draw.maybe(0.7)} | told

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def again(who: str) -> Event:
            """Whose messages are the first to be gone writes again."""
            return Event(lambda car: car.writes(who, self.AGAIN), when=lambda then: then.phone.forgets(who))

        return [again(who) for who in inst.params["there"].split("|")] if inst.params["again"] else []

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        there = inst.params["there"].split("|")
        gone = then.phone.forgets(*there)
        if inst.ending == "act":
            return gone
        return gone & then.answered(wrote_nothing(inst.params["none"], there))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("conversation.messages",)

    def _gone(self, ui: UiScript, contact: str) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", contact).tap("delete_thread_button")

    def _all_gone(self, ui: UiScript, inst: TaskInstance, *others: str) -> UiScript:
        """The messages with the first one, with these others, and what the first one has written since."""
        first = inst.params["there"].split("|")[0]
        for who in (first, *others, *([first] if inst.params["again"] else [])):
            self._gone(ui, who).confirm()
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, *others = inst.params["there"].split("|")
        none = inst.params["none"]
        if none:
            yield lambda ui: self._all_gone(ui, inst).answer(f"There are no messages with {none}.")
            yield lambda ui: self._all_gone(ui, inst).answer(f"You and {none} have not written any messages.")
        else:
            yield lambda ui: self._all_gone(ui, inst, *others)

            def over_the_book(ui: UiScript) -> UiScript:
                return person(ui, first).tap("message_button").tap("delete_thread_button").confirm()

            again = [first] if inst.params["again"] else []
            yield lambda ui: reduce(lambda ui, who: self._gone(ui, who).confirm(), [*again, *others], over_the_book(ui))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        there, none = inst.params["there"].split("|"), inst.params["none"]
        wrote = [past.record.contact for past in inst.scene.content.messages]
        other = next(name for name in wrote if name not in there)
        said = f"There are no messages with {none or there[-1]}."
        yield lambda ui: self._gone(self._gone(ui, there[0]).confirm(), other).confirm().answer(said)
        yield lambda ui: deleted(ui, there[0]).answer(said)
        yield lambda ui: self._gone(ui, there[0]).cancel().answer(said)
        if none:
            yield lambda ui: self._all_gone(ui, inst).answer("All of them are deleted now.")
            yield lambda ui: self._all_gone(ui, inst)
        else:
            yield lambda ui: self._all_gone(ui, inst).answer(said)
        if inst.params["again"]:
            yield lambda ui: reduce(lambda ui, who: self._gone(ui, who).confirm(), there, ui).answer(said if none else "Done.")


class MissedToday(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """Whom of the phone book the driver has missed today; the last of them is told to expect a call."""

    says = (
        "Which of my contacts have I missed today? Tell me all the names, and text the last of them that I'll get back to them.",
        "Who has rung in vain today? Names of those I know, please. And write to the latest one that I ring back.",
        "I was in a meeting. Which people I know didn't get me today? The one who tried last should read that I'll ring back.",
        "Read me who I know rang today without reaching me. A text to the last of them, too: I'll be in touch.",
        "Whoever of my phone book tried me today and failed, tell me. The most recent one gets a message: I'll ring back.",
        "Missed calls. No, only today's, only people I know: who? And tell the latest by text that I'll call later, not now.",
    )
    endings = ("answer",)
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        for _ in range(30):
            scene = draw.scene(light=("day",))
            if 10 <= int(scene.time[11:13]) <= 20:
                return scene
        raise SceneImpossible(f"{draw.place.name} has no day")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        callers = draw.rng.sample(names(draw.content), draw.integer(2, 3))
        stranger = f"+44 555 01{draw.integer(10, 99)} {draw.integer(100, 999)}"
        rang = draw.rng.sample([*callers[:-1], stranger], len(callers)) + callers[-1:]
        today = [one for one in car_of(scene).conversation.call_records if one.missed and one.timestamp[:10] == scene.time[:10]]
        earlier = [one.contact for one in today if one.contact in names(draw.content)]
        missed = "; ".join(dict.fromkeys([*earlier, *callers]))
        return {"rang": "; ".join(rang), "stranger": stranger, "first": callers[0], "missed": missed, "last": callers[-1]}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        rang_in_vain(car, *inst.params["rang"].split("; "))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        told = Listed(tuple(inst.params["missed"].split("; ")), tuple(names(inst.scene.content)))
        unsaid = r"(?!.*\b(unknown|strangers?|unlisted|nobody you know|(not|isn't) (\w+ ){0,3}(contacts?|phone ?book))\b)"
        known = Says("that count no stranger among them", "", rf"(?s)^{unsaid}.*{spoken_number(inst.params['stranger'])}")
        nobody_else = NoOtherName(tuple(names(inst.scene.content)), PEOPLE)
        return then.answered(told, known, nobody_else) & then.phone.told(inst.params["last"], LATER)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["last"],)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        last, all_of_them = inst.params["last"], inst.params["missed"].replace("; ", ", ")

        def written(ui: UiScript) -> UiScript:
            return missed(ui.dismiss()).tap("recent_item", last).tap("message_button").tap("quick_reply", "Call you later.")

        yield lambda ui: written(ui).answer(f"You missed {all_of_them} today.")
        if not inst.scene.moving:
            yield (
                lambda ui: (
                    person(missed(ui.dismiss()).answer(f"They were: {all_of_them}."), last)
                    .tap("message_button")
                    .type("message_edit_text", "I will ring you back later")
                )
            )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        last, all_of_them = inst.params["last"], inst.params["missed"].replace("; ", ", ")
        first, stranger = inst.params["first"], inst.params["stranger"]

        def reply(ui: UiScript, to: str, text: str) -> UiScript:
            return person(ui, to).tap("message_button").tap("quick_reply", text)

        yield lambda ui: reply(ui, last, "Call you later.").answer(f"You missed {last}.")
        yield lambda ui: reply(ui, first, "Call you later.").answer(f"You missed {all_of_them}.")
        yield lambda ui: reply(ui, last, "Call you later.").answer(f"You missed {all_of_them}, {stranger}.")
        yield lambda ui: reply(ui, last, "On my way.").answer(f"You missed {all_of_them}.")
        yield lambda ui: reply(ui, last, "Call you later.").answer(", ".join(names(inst.scene.content)))
        yield lambda ui: missed(ui).answer(f"You missed {all_of_them}, and I have written to {last}.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        last, all_of_them = inst.params["last"], inst.params["missed"].replace("; ", ", ")
        plan = CallPlan().call("conversation.conversation_call_miss_view")
        plan = plan.call("conversation.conversation_contact_hag_view")
        plan = plan.call("conversation.conversation_message_send", contact=last, content="Call you later.")
        yield plan.answer(f"You missed {all_of_them} today.")


NOBODY_TWICE = Says(
    "that say of nobody that they rang twice",
    "",
    r"(^|[.;,:!?])((?!\b(no|nobody|none|no one|not|never|neither|\w+n't)\b)[^.;,:!?])*"
    r"\b(twice|two times|several times|more than once)\b",
)


def _was_last(*people: str) -> str:
    """A regular expression of what says that one of these people was the last."""
    one = "|".join(re.escape(written.casefold()) for name in people for written in spellings(name))
    linked = r"(?:\W+(?:it|was|came|is|one|caller|call|by|from|to|the|you|missed|rang|called|then)\b){0,5}"
    before = rf"\b(?:last|lastly|finally|latest|most recent(?:ly)?){linked}\W*(?:{one})(?!\w)"
    return rf"{before}|(?<!\w)(?:{one}){linked} (?:last|latest|lastly|most recent(?:ly)?)\b"


class TriedAgain(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """Who has tried more than once is called where they want it, unless they wrote that it is settled; else, who was last."""

    says = (
        "It rang and rang just now. Somebody twice? Then it's urgent: get them for me, the way they've asked for. If nobody, or "
        "it's settled by now, who was the last?",
        "Three times it rang, and I couldn't take it. Whoever was it more than once, put me through to where they are now; if "
        "nobody needs me any more, name the last one.",
        "Did anybody call me several times in these last minutes? Then I want to talk to them, wherever they want that. If "
        "there's no such one, or no need by now, tell me who came last.",
        "Somebody seems desperate to reach me. The same one again and again? Connect us, as they wish; see what they wrote. If "
        "there's none, or they're fine without me, the last name will do.",
        "I missed three calls a moment ago. Twice the same? Then get them, wherever their text says, please. All different, or "
        "already settled? Just say who was last.",
        "Who was that all the time? One who tried again I want on the line, but not in vain or at the wrong place; else tell me "
        "the last.",
    )
    endings = ("act", "answer")
    harm = (CALL_GOES_ON,)
    steps = 13

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        people = [one.name for one in draw.content.people if not one.is_firm and one.name not in dict(scene.messages)]
        if len(people) < 4:
            raise SceneImpossible("too few people have not written")
        often, once, third, deputy = draw.rng.sample(people, 4)
        kind = draw.choice(["called", "elsewhere", "elsewhere"] if draw.ending == "act" else ["settled", "settled", "nobody"])
        rows = [(often, often, once), (often, once, often), (once, often, often)]
        row = rows[0] if kind == "settled" else draw.choice(rows)
        callers = (often, once, third) if kind == "nobody" else row
        writer = often if kind in ("elsewhere", "settled") else once
        wanted = {"called": often, "elsewhere": deputy}.get(kind, "")
        drawn: dict[str, Any] = {
            "often": "" if kind == "nobody" else often,
            "callers": "; ".join(callers),
            "kind": kind,
            "writer": writer,
        }
        drawn |= {"deputy": deputy, "wanted": wanted, "late": draw.maybe()}
        return drawn | {"says": ELSEWHERE if kind == "elsewhere" else SETTLED}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        rang_in_vain(car, *inst.params["callers"].split("; "))
        if not inst.params["late"]:
            self._written(car, inst)
            car.waits(RINGING_SECONDS)

    @staticmethod
    def _written(car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["writer"], inst.params["says"].format(inst.params["deputy"]))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        """What is written late is there before anybody can be called back."""
        return (Event(lambda car: self._written(car, inst), after_steps=1),) if inst.params["late"] else ()

    def _last(self, inst: TaskInstance) -> Fact:
        """Who was last: named before the others, or as the last of them."""
        last = inst.params["callers"].split("; ")[-1]
        others = tuple(name for name in names(inst.scene.content) if name != last)
        return AnyOf((First(last, others), Says(f"that {last} was last", _was_last(last), _was_last(*others))))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            return then.phone.calls(inst.params["wanted"])
        callers = inst.params["callers"].split("; ")
        earlier = [name for name in callers if name != callers[-1]]
        others = Says("that call nobody else the last", "", _was_last(*earlier))
        twice = () if inst.params["often"] else (NOBODY_TWICE,)
        told = then.answered(self._last(inst), *twice, others, NoOtherName(tuple(callers), PEOPLE))
        return told & then.phone.idle()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TALK, *READ) if inst.ending == "act" else READ

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["wanted"],) if inst.ending == "act" else ()

    def _looked(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Read what was written, and then who called."""
        return missed(opened(ui, inst.params["writer"]))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        wanted, last = inst.params["wanted"], inst.params["callers"].split("; ")[-1]
        if inst.ending == "act":
            yield lambda ui: person(self._looked(ui, inst), wanted).tap("call_button")
            yield lambda ui: person(self._looked(ui, inst), wanted).tap("call_button").tap("hands_free_button")
            return
        yield lambda ui: self._looked(ui, inst).answer(f"The last one was {last}.")
        if often := inst.params["often"]:
            settled = f"{often} called twice, but wrote that it is settled; last was {last}."
            yield lambda ui: self._looked(ui, inst).answer(settled)
        else:
            first, second, _ = inst.params["callers"].split("; ")
            yield lambda ui: ui.dismiss().open("phone").tap("phone_recents").answer(f"{last}; nobody tried twice.")
            yield lambda ui: self._looked(ui, inst).answer(f"First {first}, then {second}, and last {last}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        often, wanted, callers = inst.params["often"], inst.params["wanted"], inst.params["callers"].split("; ")
        other = next(name for name in callers if name != (wanted or callers[-1]))
        yield lambda ui: missed(ui.dismiss()).tap("recent_item", other).tap("call_button")
        yield lambda ui: missed(ui.dismiss()).answer(f"{other} was the last one.")
        yield lambda ui: ui.dismiss().open("phone").tap("phone_recents").tap("redial_button")
        if often:
            yield lambda ui: missed(ui.dismiss()).answer(f"{often} has tried twice.").wait(5)
            if often != wanted:
                yield lambda ui: missed(ui.dismiss()).tap("recent_item", often).tap("call_button")
        else:
            yield lambda ui: missed(ui.dismiss()).answer(f"{callers[-1]} has tried twice.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("conversation.conversation_call_miss_view")
        look = look.call("conversation.conversation_message_view", contact=inst.params["writer"])
        if inst.ending == "act":
            yield look.call("conversation.conversation_phone_call", contact=inst.params["wanted"])
        else:
            yield look.answer(f"The last one was {inst.params['callers'].split('; ')[-1]}.")
