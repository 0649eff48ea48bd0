"""Communication: the phone book, the call log and the conversations kept in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.comms import deleted, names, person
from automotive_env.tasks.comms_numbers import TALK, spoken_number
from automotive_env.tasks.comms_replies import LATER
from automotive_env.ui_script import UiScript
from automotive_env.validators.answer_forms import AnyOf, First, Listed
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.harm import CALL_GOES_ON
from automotive_env.vehicle.events import RINGING_SECONDS
from automotive_env.world.content.spelling import spellings

COMMS = Category.COMMS
NOTHING_WRITTEN = Says(
    "that there are no messages",
    r"\b(no|not|never|nothing|none|nobody|neither|\w+n't)\b[^.!?]*\b(messages?|texts?|conversations?|threads?|chats?|written|wrote|"
    r"there|with|any|one)\b|\bthere (is|are|was|were) (none|nothing)\b|\b(found|find|see) (none|nothing)\b",
    r"(?<!nothing )(?<!none )\b(is|are|was|were) (now )?(gone|deleted|removed|cleared)\b|"
    r"\b(not|cannot|\w+n't) (\w+ )?(delete|clear|remove|wipe)\w* (the|your|these|those|all|them|messages|texts)\b",
)


def rang_in_vain(car: CarSetup, *callers: str) -> None:
    """Let people ring, one after the other, and nobody answer."""
    for caller in callers:
        car.rings(caller)
        car.waits(RINGING_SECONDS + 5)


def missed(ui: UiScript) -> UiScript:
    """Show the calls that were missed."""
    return ui.open("phone").tap("phone_recents").tap("recents_missed")


class StarredPeople(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two people become favourites, and one is none any more."""

    says = (
        "Give {first} and {second} a star in the phone, and take {old}'s off.",
        "{first} and {second} are my favourite people now, {old} no longer is. Let the phone know.",
        "Star for {first}, star for {second}, none for {old}.",
        "Would you mark {first} and {second} with the star in my phone book? And {old} without it from now on.",
        "{old} needn't be among the starred ones any more, I want {first} and {second} there instead.",
        "My starred contacts: add {first}. No, {first} and {second}; and {old} is out. Don't delete anybody, though.",
    )
    steps = 20

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second = draw.rng.sample([one.name for one in draw.content.people if not one.favorite], 2)
        return {"first": first, "second": second, "old": draw.choice([one.name for one in draw.content.people if one.favorite])}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept = [one.name for one in inst.scene.content.people if one.favorite and one.name != inst.params["old"]]
        return then.phone.keeps(inst.params["first"], inst.params["second"], *kept)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("handset.favorites",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, second, old = (inst.params[name] for name in ("first", "second", "old"))
        yield lambda ui: self._turned(ui, first, second, old)
        yield lambda ui: self._turned(ui, old, first, second).answer("Done.")

    def _turned(self, ui: UiScript, *people: str) -> UiScript:
        for name in people:
            ui = person(ui, name).tap("favorite_contact_button")
        return ui

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, second, old = (inst.params[name] for name in ("first", "second", "old"))
        yield lambda ui: self._turned(ui, first, second)
        yield lambda ui: self._turned(ui, first, old)
        yield lambda ui: self._turned(ui, first, second, old, second)
        yield lambda ui: deleted(self._turned(ui, first, second), old)


class ForgetConversation(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL):
    """All that was written with one person goes, and no other's; where nothing was, that is said."""

    says = (
        "Get rid of all the messages between {contact} and me. If there are none, I want to know.",
        "What {contact} and I have written is nobody's business: away with it. Or is there nothing?",
        "Would you clear my chat with {contact}, please? Tell me in case there isn't one.",
        "I sell the car tomorrow, so no texts of {contact} in here, if there are any. The number I still need.",
        "{contact}'s messages out of my phone, mine to them too, the others stay. Say so if you find none.",
        "Wipe all that {contact} has texted me. No, not the contact! Only the texts; and if it's nothing, say that.",
    )
    endings = ("act", "refrain")
    steps = 9

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        known = names(draw.content)
        wrote = {past.record.contact for past in draw.content.messages} | {name for name, _ in scene.messages}
        return {"contact": draw.choice([name for name in known if (name in wrote) is (draw.ending == "act")])}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.phone.forgets(inst.params["contact"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("conversation.messages",) if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return self.reason(inst)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NOTHING_WRITTEN,) if inst.ending == "refrain" else ()

    def _gone(self, ui: UiScript, contact: str) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", contact).tap("delete_thread_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact = inst.params["contact"]
        if inst.ending == "refrain":
            yield lambda ui: person(ui, contact).answer(f"There are no messages with {contact}.")
            yield lambda ui: ui.open("messages").answer(f"You and {contact} have not written any messages.")
        else:
            yield lambda ui: self._gone(ui, contact).confirm()
            yield lambda ui: person(ui, contact).tap("message_button").tap("delete_thread_button").confirm()

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        contact = inst.params["contact"]
        other = next(past.record.contact for past in inst.scene.content.messages if past.record.contact != contact)
        none = f"There are no messages with {contact}."
        yield lambda ui: self._gone(ui, other).confirm().answer(none)
        yield lambda ui: deleted(ui, contact).answer(none)
        if inst.ending == "act":
            yield lambda ui: self._gone(ui, contact).cancel().answer("They are gone.")
            yield lambda ui: ui.open("messages").answer(none)
        else:
            yield lambda ui: ui.open("messages").answer("All of them are deleted now.")


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
        return then.answered(told, known) & then.phone.told(inst.params["last"], LATER)

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
    before = rf"\b(?:last|lastly|finally|latest|most recently){linked}\W*(?:{one})(?!\w)"
    return rf"{before}|(?<!\w)(?:{one}){linked} (?:last|latest|lastly)\b"


class TriedAgain(Task, category=COMMS, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody has tried more than once in the last minutes and is called back; where nobody has, it is told who was last."""

    says = (
        "It rang and rang just now. Somebody twice? Then it's urgent: get them for me. If not, who was the last?",
        "Three times it rang, and I couldn't take it. Whoever was it more than once, put me through; else name the last one.",
        "Did anybody call me several times in these last minutes? Then I want to talk to them. Otherwise tell me who came last.",
        "Somebody seems desperate to reach me. The same one again and again? Connect us; if not, the last name will do.",
        "I missed three calls a moment ago. Twice the same? Then ring there, please. All different? Just say who was last.",
        "Who was that all the time? One who tried again I want on the line, but not the wrong one; else tell me the last.",
    )
    endings = ("act", "answer")
    harm = (CALL_GOES_ON,)
    steps = 11

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        often, once, third = draw.rng.sample(names(draw.content), 3)
        row = draw.choice([(often, once, often), (once, often, often), (often, often, once)])
        callers = row if draw.ending == "act" else (often, once, third)
        return {"often": often if draw.ending == "act" else "", "callers": "; ".join(callers)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        rang_in_vain(car, *inst.params["callers"].split("; "))

    def _last(self, inst: TaskInstance) -> Fact:
        """Who was last: named before the others, or as the last of them."""
        last = inst.params["callers"].split("; ")[-1]
        others = tuple(name for name in names(inst.scene.content) if name != last)
        return AnyOf((First(last, others), Says(f"that {last} was last", _was_last(last), _was_last(*others))))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            return then.phone.calls(inst.params["often"])
        return then.answered(self._last(inst), NOBODY_TWICE) & then.phone.idle()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TALK if inst.ending == "act" else ()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["often"],) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        often, last = inst.params["often"], inst.params["callers"].split("; ")[-1]
        if inst.ending == "act":
            yield lambda ui: missed(ui.dismiss()).tap("recent_item", often).tap("call_button")
            yield lambda ui: person(missed(ui.dismiss()), often).tap("call_button").tap("hands_free_button")
        else:
            yield lambda ui: missed(ui.dismiss()).answer(f"The last one was {last}.")
            yield lambda ui: ui.dismiss().open("phone").tap("phone_recents").answer(f"{last}; nobody tried twice.")
            first, second, _ = inst.params["callers"].split("; ")
            yield lambda ui: missed(ui.dismiss()).answer(f"First {first}, then {second}, and last {last}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        often, callers = inst.params["often"], inst.params["callers"].split("; ")
        other = next(name for name in callers if name != (often or callers[-1]))
        yield lambda ui: missed(ui.dismiss()).tap("recent_item", other).tap("call_button")
        yield lambda ui: missed(ui.dismiss()).answer(f"{other} was the last one.")
        yield lambda ui: ui.dismiss().open("phone").tap("phone_recents").tap("redial_button")
        yield lambda ui: missed(ui.dismiss()).answer(f"{callers[-1]} has tried twice.")
        if often:
            yield lambda ui: missed(ui.dismiss()).answer(f"{often} has tried twice.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        often, last = inst.params["often"], inst.params["callers"].split("; ")[-1]
        look = CallPlan().call("conversation.conversation_call_miss_view")
        if inst.ending == "act":
            yield look.call("conversation.conversation_phone_call", contact=often)
        else:
            yield look.answer(f"The last one was {last}.")
