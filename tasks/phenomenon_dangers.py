"""Dangers on the road that somebody has to tell the driver of: once, in time, with the words that matter, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.comms_replies import quick
from automotive_env.tasks.hvac_people import MESSAGES, friend
from automotive_env.tasks.phenomenon import DEMIST_FRONT, DEMIST_REAR, FROSTY, demists_front
from automotive_env.tasks.phenomenon_watch import CALM
from automotive_env.tasks.watching import OF_ALL
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import NOTHING_CAME_UP, AnyOf, Apart, Stated
from automotive_env.validators.answers import Fact, Presence, Says, Word
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.world.system import ALERT_KINDS

PHENOMENON = Category.PHENOMENON
FAIR = ("clear", "cloudy")
AHEAD = {
    "cows": ("Cows all over the road {where}!", "The cows {where} are back on their meadow, the road is free."),
    "deer": ("Two deer just jumped out {where}!", "The deer {where} has run off, all quiet now."),
    "ice": ("Sheet ice {where}, I nearly slid off.", "No more ice {where}, they have gritted it."),
    "fog": ("I can't see a thing {where}, fog like a wall.", "The fog {where} has lifted, bright sunshine."),
    "smoke": ("Thick smoke over the road {where}.", "The smoke {where} is gone, the fire brigade is leaving."),
}
"""What is on the road -> what one writes who drives ahead: where it is, and where it no longer is."""
KINDS = {"ice": ("ice",), "fog": ("fog", "low visibility"), "smoke": ("smoke", "low visibility")}
"""What is on the road -> the kinds of alert that tell of it; animals have none of their own."""
NAMES = {
    "cows": ("cow", "cows", "cattle", "animals"),
    "deer": ("deer", "animals"),
    "ice": ("ice", "icy", "sheet ice", "black ice"),
    "fog": ("fog", "foggy"),
    "smoke": ("smoke",),
}
SPOTS = {
    "behind the bridge": "bridge",
    "at the level crossing": "crossing",
    "by the quarry": "quarry",
    "after the petrol station": "petrol station",
    "at the sawmill": "sawmill",
    "in front of the dam": "dam",
}
"""Where it is -> the word without which one does not know."""
READ_AND_REPLY = 8
"""Seconds in which a message is opened and answered, before which one may not have warned yet."""
IS_OVER = Stated(
    "that it is over",
    r"\b(?:free|gone|over|lifted|passed|gritted|run off|ran off|quiet|all[- ]clear|back on|off the road|safe|clear(?:ed)?|"
    r"(?:drive|carry|go) on|can (?:now )?(?:go|drive|set off)|(?:it's|it is|all is|everything is) (?:now )?fine)\b",
    r"\b(?:careful|beware|watch out|slow down|brake)\b",
    r"\bno (?:more|longer)\b|\b(?:no|not|nothing)\b[^.;,]*\bany ?more\b|\bnothing (?:left|in|on)\b",
)
_LATER = r"\b(?:until|till|once|as soon as|before|when|if)\b"
ROAD_IS_FREE = AnyOf((NOTHING_CAME_UP, IS_OVER))
_WAITING = r"\b(?:wait\w*|stay\w*|hold(?:ing)?|stop\w*|remain\w*)\b"
_COMING = (
    r"\b(?:com(?:e|ing)|set(?:ting)? off|on (?:our|the|my) way|leav(?:e|ing)|driv(?:e|ing)|head(?:ing)?|start(?:ing)?|continu\w*|"
    r"be there|go(?:ing)?(?! to (?:wait|stay|hold|stop|remain)\b))\b"
)
WE_WAIT = Stated("that you wait", _WAITING, _COMING)
WE_COME = AnyOf((Word(quick("On my way.")[1:]), Stated("that you are coming", _COMING, _WAITING)))
_WROTE = r"\b(?:told|wrote|written|texted|replied|answered|let (?:him|her|them|\w+) know)\b"


def wrote_no_other(said: str, contrary: str) -> Fact:
    """Whatever is said of what was written, it is what was to be written."""
    return Says("of what was really written", "^", rf"{_WROTE}(?![^.;!?]*{said})[^.;!?]*{contrary}")


class WordFromAhead(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Somebody drives ahead and writes what is on the road: an alert that says what and where, or none where it is over."""

    says = (
        (
            "Before we drive on: {contact} is a few minutes ahead and will text us. If something dangerous is on the road, "
            "alert me, what and where, and reply that we wait. If not, no alarm: tell me it's free, and them we're coming."
        ),
        (
            "A text from {contact} is on its way, they're further up the road. Danger: an alert, what and where, and 'we wait' "
            "to them. Else: all clear to me, 'we're coming' to them."
        ),
        (
            "I've got a sandwich in both hands. When {contact}, who went ahead, texts, warn me of what lies on our road and "
            "at which spot, and let them know we're waiting; if there is nothing any more, don't scare me, say so to me, and "
            "that we set off to them."
        ),
        (
            "Could you look out for a message of {contact}'s, please? They scout the road. With something on it: warn me once, "
            "with the spot, and answer that we wait. With nothing: tell me it's fine, and them that we're on our way."
        ),
        "{contact} reports from ahead any minute. Trouble: one alert, what, where; reply we wait. None: say so; reply we come.",
        (
            "Read me what {contact} sends. No, better: a warning if it's a danger on our road, what and where exactly, and a "
            "line back that we stay; otherwise an all-clear to me and 'on our way' to them."
        ),
    )
    endings = ("act", "answer")
    steps = 9

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= FROSTY

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, weather=FAIR, outside=(-6, 3))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        told = {"what": draw.choice(sorted(AHEAD)), "where": draw.choice(sorted(SPOTS))}
        return {"contact": friend(draw), "after": draw.choice([10, 15, 20, 25, 30])} | told

    def _text(self, inst: TaskInstance) -> str:
        there, over = AHEAD[inst.params["what"]]
        return (there if inst.ending == "act" else over).format(where=inst.params["where"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, text = inst.params["contact"], self._text(inst)
        return (Event(lambda car: car.writes(contact, text), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        after, what = inst.params["after"], inst.params["what"]
        if inst.ending == "act":
            spot, there = SPOTS[inst.params["where"]], NAMES[what]
            others = [name for names in NAMES.values() for name in names if name not in there]
            spots = tuple(one for one in SPOTS.values() if one != spot)
            says = (Presence(there, there=True), Word(there, tuple(others)), Word((spot,), spots))
            kinds, urgent = KINDS.get(what, ALERT_KINDS), ("caution", "warning")
            warned = then.alerts.once(*kinds, urgency=urgent, says=says, since=after, within=PROMPT + READ_AND_REPLY)
            alarmed = ~then.answered_since(after, Apart(ROAD_IS_FREE, _LATER), OF_ALL)
            return warned & alarmed & then.phone.told(inst.params["contact"], WE_WAIT, since=after)
        free = then.answered_since(after, ROAD_IS_FREE)
        return then.alerts.none() & free & then.phone.told(inst.params["contact"], WE_COME, since=after)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        said, contrary = (_WAITING, _COMING) if inst.ending == "act" else (_COMING, _WAITING)
        return (wrote_no_other(said, contrary),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return MESSAGES

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return KINDS.get(inst.params["what"], ALERT_KINDS) if inst.ending == "act" else ()

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["after"]).open("messages").tap("message_item", inst.params["contact"])

    def _reply(self, ui: UiScript, text: str) -> UiScript:
        return ui.type("message_edit_text", text)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        what, where = inst.params["what"], inst.params["where"]
        kind = KINDS.get(what, ("emergency",))[0]
        if inst.ending == "act":
            yield lambda ui: self._reply(
                self._read(ui, inst).alert(kind, f"Careful: {what} {where}.", "warning").dismiss(), "Thanks, we wait."
            )
            yield lambda ui: self._reply(self._read(ui, inst), "We're waiting here.").alert(
                kind, f"There is {NAMES[what][0]} {where}, slow down.", "caution"
            )
        else:
            yield lambda ui: self._reply(self._read(ui, inst), "Thanks, we're coming.").answer("The way is free.")
            yield lambda ui: self._reply(self._read(ui, inst).answer("All clear."), "Great, we set off now.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        what, where = inst.params["what"], inst.params["where"]
        kind = KINDS.get(what, ("emergency",))[0]
        text = "We wait." if inst.ending == "act" else "We're coming."
        told = f"Careful: {what} {where}."
        if inst.ending == "act":
            yield lambda ui: self._reply(self._read(ui, inst), text).alert(kind, f"Careful, {what} on the road.", "warning")
            yield lambda ui: self._reply(self._read(ui, inst), text).alert(kind, told, "advice")
            yield lambda ui: self._reply(self._read(ui, inst), "We're coming.").alert(kind, told, "warning")
            yield lambda ui: self._read(ui, inst).alert(kind, told, "warning")
            yield lambda ui: self._reply(self._read(ui.wait(25), inst), text).alert(kind, told, "warning")
        else:
            yield lambda ui: self._reply(self._read(ui, inst), text).alert(kind, told, "warning").answer("The way is free.")
            yield lambda ui: self._reply(self._read(ui, inst), text).answer(told)
            yield lambda ui: self._reply(self._read(ui, inst), "We wait.").answer("The way is free.")


INSIDE_AIR = ("airConditioner.circulation_mode=internal circulation", "airConditioner.purification_mode")
"""What may change to keep the air of outside out."""
HANDLED = {
    "smoke": (Phenomenon.SMOKE_OUTSIDE, INSIDE_AIR),
    "front": (Phenomenon.FOGGED_WINDSCREEN, DEMIST_FRONT),
    "rear": (Phenomenon.FOGGED_REAR_WINDOW, DEMIST_REAR),
}
"""What the car can deal with by itself: what happens, and what may change for it."""
TOLD = {"ice": ("ice",), "fog": ("fog", "low visibility")}
"""What only the driver can deal with -> the kinds of alert that tell of it."""


class HandleOrWarn(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """What air or glass ask for is done without an alert; that the road turns bad is told once; all else is left alone."""

    says = (
        (
            "For the next {seconds} seconds: what the car can put right itself, bad air or milky glass, put right and spare me "
            "the alarm. What it can't, on the road, alert me to, once."
        ),
        "{seconds} seconds on guard. Air and panes: just deal with it. The road ahead: alert me. Nothing twice, no other alerts.",
        (
            "I get nervous with every beep, so only alert me to what I have to drive for. Stench or steamed-up glass you handle "
            "without one. {seconds} seconds, please."
        ),
        (
            "Could you keep watch for {seconds} seconds? If it smells or mists up, see to it without an alert; if the road or "
            "the view ahead gets dangerous, one alert."
        ),
        "Next {seconds} seconds: alerts for the road only, one each; anything about air or glass, just do it.",
        (
            "Alert me to everything. Well, not everything: for {seconds} seconds, only to what I must slow down for. The rest, "
            "air from outside or glass, you settle without alerts."
        ),
    )
    steps = 8

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= FROSTY

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), weather=FAIR, outside=(4, 9), roads=("rural",), speed=(50, 70))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first = draw.choice([10, 15, 20])
        times = [first, first + draw.choice([25, 30])]
        draw.rng.shuffle(times)
        what = {"handled": draw.choice(sorted(HANDLED)), "told": draw.choice(sorted(TOLD))}
        return {"seconds": draw.choice([60, 70, 80]), "handled_at": times[0], "told_at": times[1], "between": first + 12} | what

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")
        car.write(s.HIGH_BEAM, False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        phenomenon, told = HANDLED[inst.params["handled"]][0], inst.params["told"]

        def on_the_road(car: CarSetup) -> None:
            if told == "ice":
                car.turns(outside=1)
                car.happens(Phenomenon.ICY_ROAD)
            else:
                car.turns(weather="fog", visibility=60)

        return (
            Event(lambda car: car.happens(phenomenon), after_seconds=inst.params["handled_at"]),
            Event(on_the_road, after_seconds=inst.params["told_at"]),
            # by day, with the high beam off, nobody is dazzled: nothing to do, and nothing to tell
            Event(lambda car: car.write(s.DAZZLED_ONCOMING, True), after_seconds=inst.params["between"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        handled, at, told_at = (inst.params[name] for name in ("handled", "handled_at", "told_at"))

        came = (HANDLED[handled][0].value, True)

        def done(then: Episode) -> Criterion:
            if handled == "smoke":
                return then.recirculates()
            return demists_front(then) if handled == "front" else then.rear_defroster.enable() | then.off(s.FOGGED_REAR_WINDOW)

        switched = then.from_then_on(lambda then: then.in_order(came) & done(then), at, within=PROMPT + 3)
        warned = then.alerts.once(*TOLD[inst.params["told"]], urgency=("caution", "warning"), since=told_at, within=PROMPT)
        return switched & warned & ~then.answered_since(told_at, *CALM)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*HANDLED[inst.params["handled"]][1], "lowBeamHeadlight.mode")

    def _handled(self, ui: UiScript, handled: str) -> UiScript:
        button = {"smoke": "recycle_air_button", "front": "defroster_button", "rear": "rear_defroster_button"}[handled]
        return ui.open("climate").switch(button, True)

    def _played(
        self, ui: UiScript, inst: TaskInstance, handled: str, kind: str, urgency: str = "warning", late: int = 0
    ) -> UiScript:
        """Wait for both, and see to each."""
        at, told_at = inst.params["handled_at"] + late, inst.params["told_at"] + late
        message = "Slow down at once."
        if at < told_at:
            return self._handled(ui.wait(at), handled).wait(told_at - at).alert(kind, message, urgency)
        return self._handled(ui.wait(told_at).alert(kind, message, urgency).wait(at - told_at), handled)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        handled, kinds = inst.params["handled"], TOLD[inst.params["told"]]
        yield lambda ui: self._played(ui, inst, handled, kinds[0])
        yield lambda ui: self._played(ui, inst, handled, kinds[-1], "caution").wait(5)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        handled, kind = inst.params["handled"], TOLD[inst.params["told"]][0]
        other = {"smoke": "front", "front": "rear", "rear": "front"}[handled]
        yield lambda ui: self._played(ui, inst, other, kind)
        yield lambda ui: self._played(ui, inst, handled, kind, "advice")
        yield lambda ui: self._played(ui, inst, handled, kind, late=20)
        yield lambda ui: self._played(ui, inst, handled, kind).alert("smoke", "There was smoke.")
        yield lambda ui: self._played(ui, inst, handled, kind).alert("dazzled traffic", "Somebody comes towards us.")
        yield lambda ui: ui.wait(inst.params["told_at"]).alert(kind, "Slow down.").wait(40)
        yield lambda ui: self._handled(ui, handled).wait(60).answer("All is well.")
