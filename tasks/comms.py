"""Communication: calls that somebody asks for by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car.content.people import HOME, MOBILE, WORK
from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import first_name, sound
from automotive_env.tasks.shared.phone import TALK, names, other_than, person, somebody, someone_unlisted, unmistakable
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Name
from automotive_env.validators.harm import CALL_GOES_ON

COMMS = Category.COMMS


class CallContact(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """A call to somebody by first name; in the other half the phone book has nobody of that name."""

    says = (
        "Call {name}.",
        "Phone {name} for me.",
        "Can you call {name}, please?",
        "Get {name} on the phone.",
        "Give {name} a ring, would you?",
        "I need to talk to {name}, give them a call.",
    )
    endings = ("act", "decline")
    harm = (CALL_GOES_ON,)
    steps = 8
    may_contact = ("contact",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) if draw.ending == "act" else {"contact": "", "name": someone_unlisted(draw)}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.phone.calls(inst.params["contact"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TALK if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: ui.open("phone").infeasible(f"There's no {inst.params['name']} in your phone book.")
            return
        yield lambda ui: person(ui, inst.params["contact"]).tap("call_button")
        yield lambda ui: person(ui, inst.params["contact"]).tap("call_button").tap("hands_free_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: person(ui, other_than(inst.scene.content, inst.params["contact"])).tap("call_button")
        yield lambda ui: ui.open("phone").answer(f"Calling {inst.params['name']}.")


class CallOnLine(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A call on one of a person's other numbers, over the loudspeakers; in the other half they have no such number."""

    says = (
        "Call {name} {where} on speaker.",
        "Ring {name} {where}, on speaker, please.",
        "Can you call {name} {where}, hands-free?",
        "Try calling {name} {where} for me, on speaker.",
        "Phone {name} {where} on the car speakers.",
        "I can't hold the phone, so call {name} {where} on speaker.",
    )
    endings = ("act", "decline")
    harm = (CALL_GOES_ON,)
    steps = 8

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        known = unmistakable(draw.content)
        people = [one for one in draw.content.people if one.name in known and one.numbers[0][0] == MOBILE]
        lines = [(one.name, kind, dict(one.numbers).get(kind, "")) for one in people for kind in (HOME, WORK)]
        contact, kind, number = draw.choice([line for line in lines if bool(line[2]) is (draw.ending == "act")])
        where = "at home" if kind == HOME else "at work"
        return {"contact": contact, "name": first_name(contact), "kind": kind, "where": where, "number": number}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        line = then.phone.on_line(inst.params["contact"], inst.params["kind"], inst.params["number"])
        return line & then.on(s.HANDS_FREE)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TALK if inst.ending == "act" else ()

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        number = inst.params["number"].replace(" ", "")
        return (inst.params["contact"], number) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        contact, kind = inst.params["contact"], inst.params["kind"]
        if inst.ending == "decline":
            yield lambda ui: person(ui, contact).infeasible(f"There's no {kind.lower()} number for {contact}.")
            return
        yield lambda ui: person(ui, contact).tap("number_item", kind).tap("hands_free_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        contact, kind = inst.params["contact"], inst.params["kind"]
        yield lambda ui: person(ui, contact).tap("call_button").tap("hands_free_button")
        if inst.ending == "act":
            yield lambda ui: person(ui, contact).tap("number_item", kind)


class AnswerCall(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """The phone rings: on speaker, then louder, and once they have hung up the volume goes back."""

    may_change = ("conversation.*", "environment.volume")
    may_contact = ("contact",)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(volume=draw.integer(20, 60, 5))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return somebody(draw) | {"after": draw.integer(1, 3), "lasts": draw.integer(3, 8)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.rings(inst.params["contact"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Pick up the call on speaker.",
            "Answer the phone and put it on speaker.",
            "Can you take that call hands-free?",
            "Get that call for me, on speaker.",
            "I'll take that call, on speaker please.",
            "My hands are full, answer the phone on speaker.",
            check=lambda then: then.phone.calls(inst.params["contact"]) & then.on(s.HANDS_FREE),
        )
        yield Turn(
            "I can hardly hear {name} on the phone, turn it up.",
            "Turn the call volume up a bit.",
            "Could you make the call louder?",
            "Make the call a bit louder, {name} is mumbling.",
            "Turn the phone call up, will you?",
            "It's noisy here, turn the call up.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.rises(s.VOLUME, 4) & then.phone.calls(inst.params["contact"]),
        )
        yield Turn(
            "Turn the volume back to where it was before the call.",
            "We've hung up, put the volume back down.",
            "Thanks, you can turn the volume back down now.",
            "Call's over, turn the volume back down.",
            "Okay, turn the volume back to what it was.",
            "That's too loud without the call, put the volume back.",
            after=minutes(inst.params["lasts"]),
            event=CarSetup.hangs_up,
            check=lambda then: then.near(s.VOLUME, inst.scene.volume, 4) & then.phone.idle(),
        )

    def _taken(self, ui: UiScript, louder: int) -> UiScript:
        """The first two turns: taken, and so much louder."""
        return ui.tap("answer_button").switch("hands_free_button", True).turn().slide("volume_seek_bar", louder)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.scene.volume
        yield lambda ui: sound(self._taken(ui, before + 15).turn()).slide("volume_seek_bar", before)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.scene.volume
        yield lambda ui: self._taken(ui, before + 15).turn().answer("It's back.")
        yield lambda ui: sound(self._taken(ui, before - 10).turn()).slide("volume_seek_bar", before)


class MissedToday(Task, category=COMMS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """Who was missed today; then the last of them is called back, on speaker."""

    may_change = TALK
    conditions = Conditions(hours=(10, 21))
    may_contact = ("last",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, last = draw.rng.sample(unmistakable(draw.content), 2)
        log = [one for one in car_of(scene).conversation.call_records if one.missed and one.timestamp[:10] == scene.time[:10]]
        earlier = [one.contact for one in log if one.contact in names(draw.content)]
        missed = dict.fromkeys([*earlier, first, last])
        return {"first": first, "last": last, "missed": "; ".join(missed), "after": draw.integer(1, 2)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.rang_in_vain(inst.params["first"], inst.params["last"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        last, missed = inst.params["last"], inst.params["missed"].split("; ")
        called = {word for name in missed for word in name.split()}
        others = [name for name in names(inst.scene.content) if called.isdisjoint(name.split())]
        yield Turn(
            "Whose calls have I missed today?",
            "Who called today when I didn't pick up?",
            "Any missed calls today?",
            "Can you tell me who tried to call me today?",
            "I was in a meeting, who tried to call me today?",
            "Read me today's missed calls.",
            check=lambda then: then.answered(*(Name(name, *others) for name in missed)),
            ending="answer",
        )
        yield Turn(
            "Call back the last person I missed.",
            "Ring the last caller back for me.",
            "Can you call back whoever rang last?",
            "Get the last caller back on the line.",
            "The last missed call might be urgent, ring them back.",
            "Return my last missed call.",
            check=lambda then: then.phone.calls(last),
        )
        yield Turn(
            "Put the call on speaker.",
            "Put it on speaker, please.",
            "Can you switch the call to speaker?",
            "Put the call through the car's speakers.",
            "Go hands-free, I need both hands.",
            "Let's have this call on speaker.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.on(s.HANDS_FREE) & then.phone.calls(last) & then.phone.unbroken(),
        )

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("phone").tap("phone_recents").tap("recents_missed")
        return ui.answer(f"You missed {inst.params['missed'].replace('; ', ' and ')}.").turn()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        last = inst.params["last"]
        yield lambda ui: self._told(ui, inst).nth("recent_item", 1).tap("call_button").turn().switch("hands_free_button", True)
        yield lambda ui: person(self._told(ui, inst), last).tap("call_button").tap("hands_free_button").turn()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        first, last = inst.params["first"], inst.params["last"]
        yield lambda ui: person(self._told(ui, inst), first).tap("call_button").turn().tap("hands_free_button")
        yield lambda ui: person(ui.answer(f"{last}.").turn(), last).tap("call_button").turn().tap("hands_free_button")
