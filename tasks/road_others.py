"""The road: the car handed on to others, from the workshop, to a friend; wipers that go together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import shown_speed
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import friend
from automotive_env.tasks.road import ROAD, assistance, lights
from automotive_env.tasks.road_setups import BLIND_SPOT_WARNING, COLLISION_WARNING, DISTANCES, MESSAGES, MODES, kmh, warned_from
from automotive_env.tasks.speed import half_a_step, in_kmh, limit_kmh, limited, next_five, told_in
from automotive_env.tasks.watching import NO_SPEED, NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Apart, measured
from automotive_env.validators.answers import NOT_DENIED, Fact, NoOther, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal

REAR_WIPER = Signal("wiper.rear", "wiper.rear_wiper.is_on")
REAR_WIPER_SPEED = Signal("wiper.rear_speed", "wiper.rear_wiper.speed_setting.value")
HELPERS = {
    "lane keeping": s.LANE_KEEPING,
    "collision warning": COLLISION_WARNING,
    "blind spot warning": BLIND_SPOT_WARNING,
}
"""What helps the driver, as the display calls it."""
SWITCHES = dict(zip(HELPERS, ("lane_keeping", "forward_collision_warning", "blind_spot_warning"), strict=True))
"""The same -> resource id."""
RATED = {"km/h": (160, 170, 180, 190), "mph": (95, 100, 105, 110)}
"""Speeds for which winter tyres are good."""


class WipersAlike(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """The front wiper some gears slower or faster, the rear one at its gear; both as they were once the rain is over."""

    says = (
        "Front wiper {by} {way}, and the rear one at the same gear as that then. When it's dry again, both as they are now.",
        "Wipe {by} {way} in front, please, and behind just as fast; after the rain, front and rear exactly as at present.",
        "The rain has changed: {by} {way} on the windscreen, the back window the same. It'll stop soon; then as it was, both.",
        "Could the blades before me go {by} {way} than now, and the one at the back at their pace? Undo it when the rain ends.",
        "Both in step: what's in front {by} {way}, what's behind no faster and no slower. Rain over? Both like at the moment.",
        "The windscreen {by} {way}; no, not only that: the glass behind likewise, in the same gear. Till it's dry, then as now.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(weather=("rain", "heavy rain"), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        faster, by = draw.maybe(), draw.integer(1, 3)
        start = draw.integer(1, 5 - by) if faster else draw.integer(1 + by, 5)
        gear = start + (by if faster else -by)
        rear = draw.choice([other for other in range(1, 6) if other != gear])
        words = {"by": ("a gear", "two gears", "three gears")[by - 1], "way": "faster" if faster else "slower"}
        return words | {"start": start, "gear": gear, "rear": rear, "after": draw.choice([32, 38, 44])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, "on")
        car.write(s.FRONT_WIPER, True)
        car.write(s.WIPER_SPEED, inst.params["start"])
        car.write(REAR_WIPER, False)
        car.write(REAR_WIPER_SPEED, inst.params["rear"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        dry = Event(lambda car: car.turns(weather="cloudy", visibility=9_000), after_seconds=inst.params["after"])
        return (dry,)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        gear, start, after = (inst.params[name] for name in ("gear", "start", "after"))

        def alike(then: Episode) -> Criterion:
            front = then.on(s.FRONT_WIPER) & then.near(s.WIPER_SPEED, gear)
            return front & then.on(REAR_WIPER) & then.near(REAR_WIPER_SPEED, gear)

        def back(then: Episode) -> Criterion:
            return then.as_it_was(s.FRONT_WIPER, REAR_WIPER) & then.near(s.WIPER_SPEED, start)

        return then.from_then_on(alike, 0, after - 1, NOTICED) & then.from_then_on(back, after, within=NOTICED)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("wiper.*",)

    def _alike(self, ui: UiScript, gear: int) -> UiScript:
        ui = lights(ui).slide("wiper_speed", gear, 0.4).switch("rear_wiper", True)
        return ui.slide("rear_wiper_speed", gear, 0.4)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.slide("wiper_speed", inst.params["start"], 0.4).switch("rear_wiper", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        gear, after = inst.params["gear"], inst.params["after"]
        yield lambda ui: self._back(self._alike(ui, gear).wait(after), inst)
        yield lambda ui: self._back(self._alike(ui, gear).wait(after).wait(4), inst).answer("Both are as they were.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        start, gear, after = inst.params["start"], inst.params["gear"], inst.params["after"]
        yield lambda ui: self._alike(ui, gear).wait(after)
        yield lambda ui: self._back(self._alike(ui, start).wait(after), inst)
        yield lambda ui: self._back(self._alike(ui, gear), inst).wait(after)
        yield lambda ui: self._back(self._alike(ui, gear).wait(after).wait(NOTICED), inst)
        yield lambda ui: self._back(self._alike(ui, gear).wait(after), inst).switch("front_fog_light", True)
        yield lambda ui: self._back(self._alike(ui, gear).wait(after), inst).tap("wipers").answer("Both wipers are as before.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        switch, speed = "wiper.carcontrol_wiperBlade_switch", "wiper.carcontrol_wiperBlade_speed_set"
        look = CallPlan().call("system.state_view", modules=["wiper"]).call(switch, switch=True, position="rear")
        alike = look.call(speed, value=inst.params["gear"]).wait(inst.params["after"])
        yield alike.call(speed, value=inst.params["start"]).call(switch, switch=False, position="rear")


class TellWhoBorrowsIt(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """A car lent to somebody from abroad: eco, the helper that is off comes on; they are told which, and the limit in town."""

    says = (
        (
            "{contact} is from abroad and takes the car tomorrow. Eco for them, switch on the helper that's off, and text them "
            "which one it was and how fast one may drive in towns here."
        ),
        (
            "I lend the car to {contact}: thrifty, no assistant asleep. They should hear by text which one was, and what's "
            "generally allowed in town in this country."
        ),
        (
            "{contact} drives it next and must not be taken by surprise. Put it in eco, wake the one assistant that's off, then "
            "a few words to them: which assistant it is, and the usual limit of this place inside towns."
        ),
        (
            "Could you get the car ready for {contact}, please? Economical, and every assistant on. Let them know in writing "
            "the one that was off until now, and the law's limit for streets in town around here."
        ),
        "Eco and all helpers on for {contact}. Text them what had been off, and what one may do in built-up areas here.",
        (
            "{contact} borrows it. Not my usual mode but eco, and the assistant that I don't like back on: name it to them in a "
            "text, with the speed that's legal in town in these parts; they have never driven here."
        ),
    )
    steps = 16

    def rule(self, place: Place) -> Hashable:
        return limit_kmh(place, "urban") if "urban" in limited(place) else None

    def suits(self, place: Place, ending: Ending) -> bool:
        return self.rule(place) is not None

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        limit, off = limit_kmh(draw.place, "urban"), draw.choice(sorted(HELPERS))
        sign = {"limit": limit, "sign": shown_speed(draw.place, limit), "speed": draw.integer(75, 115, 5)}
        return {"contact": friend(draw), "off": off, "was": draw.choice(["comfort", "sport"])} | sign

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVE_MODE, inst.params["was"])
        car.write(s.SPEED_LIMIT, kmh(inst.params["speed"], inst.scene))
        car.write(s.SPEED_LIMIT_WARNING, True)
        for name, signal in HELPERS.items():
            car.write(signal, name != inst.params["off"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        off = inst.params["off"]
        others = "|".join(name.split()[0] for name in HELPERS if name != off)
        contrary = rf"\b({others})\b(?![^.;]* (on|active|enabled|work\w*|run\w*)\b)"
        name = rf"\b{off.replace(' ', '[ -]')}\b"
        helper = Says(f"that it was the {off}", name, rf"{contrary}|{name}[^.;,]*\b(?:never|not|\w+n't) (?:\w+ )?off\b")
        speed, in_town = (
            measured(inst.params["limit"], "km/h", 1.7),
            Says("of towns", "^", r"\b(?:on|for) (?:the )?(?:motor|high)ways?\b"),
        )
        ready = then.is_(s.DRIVE_MODE, "eco") & every(*(then.on(signal) for signal in HELPERS.values()))
        return then.phone.told(inst.params["contact"], speed, in_town, helper) & ready & then.as_it_was(s.SPEED_LIMIT)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        others = "|".join(name for name in HELPERS if name != inst.params["off"])
        none = r"\b(?:all|every\w*|everything)(?: \w+){0,3} (?:was|were) (?:already )?on\b"
        wrong = rf"\b(?:{others})\b[^.;,]*\b(?:is|was|had been|were) (?:\w+ )?off\b|{none}"
        helper = Says("of which helper was off", "^", wrong)
        return NOT_DENIED, helper, Apart(NoOther(measured(inst.params["limit"], "km/h", 1.7)), NO_SPEED)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        helpers = ("drive_mode", *(f"{name}=true" for name in (*SWITCHES.values(), "auto_high_beam")))
        return (*(f"assistance.{name}" for name in helpers), *MESSAGES)

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def ready(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Eco, and the helper on that is off."""
        return assistance(ui).tap("drive_mode_eco").switch(SWITCHES[inst.params["off"]], True)

    def written(self, ui: UiScript, inst: TaskInstance, text: str) -> UiScript:
        """Text whoever borrows the car."""
        ui = ui.open("phone").tap("phone_contacts").tap("contact_item", inst.params["contact"])
        return ui.tap("message_button").type("message_edit_text", text)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        limit, sign, off = inst.params["limit"], inst.params["sign"], inst.params["off"]

        def new(ui: UiScript) -> UiScript:
            ui = assistance(ui).open("messages").tap("new_message_button").tap("recipient_item", inst.params["contact"])
            return self.ready(ui.type("message_edit_text", f"{off.capitalize()} was off. {sign} in town."), inst)

        yield lambda ui: self.written(self.ready(ui, inst), inst, f"One may do {limit} km/h; the {off} was off.")
        yield new

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        limit, sign, off = inst.params["limit"], inst.params["sign"], inst.params["off"]
        other = next(name for name in HELPERS if name != off)
        right = f"One may do {sign} in town; the {off} was off."
        abroad = next(kmh for kmh in (50, 60, 40) if abs(kmh - limit) > 5)  # what is usual elsewhere
        yield lambda ui: self.written(self.ready(ui, inst), inst, f"One may do {abroad} km/h in town; the {off} was off.")
        yield lambda ui: self.written(self.ready(ui, inst), inst, f"One may do {sign} in town; the {other} was off.")
        yield lambda ui: self.written(self.ready(ui, inst), inst, f"One may do {sign} in town.")
        yield lambda ui: self.written(self.ready(ui, inst), inst, f"The {off} was never off. One may do {sign} in town.")
        yield lambda ui: self.written(ui, inst, right)
        yield lambda ui: self.ready(ui, inst).answer(right)
        yield lambda ui: self.written(self.ready(ui, inst).tap(SWITCHES[other]), inst, right)


class WinterTyresFitted(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """New winter tyres: the monitor takes their pressures for right, the car warns at what the slower pair stands; snow mode.

    Who has fitted them has written how fast they may go, as speeds are told here; so has somebody else of theirs.
    """

    says = (
        (
            "{who} has fitted my winter tyres and written what they stand. Teach the car their pressures, have it warn me at the "
            "most I may do on all four, and the mode for such roads, please."
        ),
        "Winter tyres by {who} are on: new pressures for the monitor, snow mode, a beep at the speed that all of them stand.",
        (
            "{who} has put the winter wheels on and pumped them up. The car should take these pressures as right, be in snow "
            "mode and tell me when it's too fast for any of them; see the text."
        ),
        (
            "Could you make the car get used to its winter tyres? They're inflated, so the monitor starts anew; warn me at the "
            "fastest they may all go, {who} wrote it; and it's snow now, as to the mode."
        ),
        "Tyre monitor anew, they're freshly inflated. Warn me where the slower ones end, {who} texted it. And drive as for snow.",
        (
            "They've fitted the winter ones. No, not the load, just reset the monitor, all tyres have air; then snow mode, and "
            "complain once I'm too fast for front or back, by what {who} texted."
        ),
    )
    steps = 24

    def rule(self, place: Place) -> Hashable:
        return told_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, outside=(-15, 2), distance_unit=draw.choice(DISTANCES))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = told_in(draw.place)
        speed, faster = sorted(draw.rng.sample(RATED[unit], 2))
        shown, who = next_five(speed, unit, scene), friend(draw)
        words = {"speed": speed, "faster": faster, "front": draw.maybe(), "unit": unit, "shown": shown, "who": who}
        words["rival"] = draw.person(but=[who])
        return words | {"start": shown - draw.choice([30, 35, 40, 45]), "was": draw.choice(MODES), "warns": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVE_MODE, inst.params["was"])
        car.write(s.SPEED_LIMIT, kmh(inst.params["start"], inst.scene))
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])
        speed, faster = inst.params["speed"], inst.params["faster"]
        front, back = (speed, faster) if inst.params["front"] else (faster, speed)
        car.writes(inst.params["who"], f"Your winter tyres: the front pair is good for {front}, the pair behind for {back}.")
        car.writes(
            inst.params["rival"], f"I have my winter tyres now, too. All four good for {RATED[inst.params['unit']][0] - 10}!"
        )
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        rated = in_kmh(inst.params["speed"], inst.params["unit"])
        warned = then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, rated, half_a_step(inst.scene))
        return then.care.tyres_reset() & warned & then.is_(s.DRIVE_MODE, "snow")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        helpers = (f"assistance.{name}" for name in ("drive_mode", "speed_limit", "speed_limit_warning=true"))
        return ("tyres.reset_*", *helpers, *MESSAGES)

    def _reset(self, ui: UiScript) -> UiScript:
        return ui.open("care").tap("reset_tyres_button").confirm()

    def _warned(self, ui: UiScript, inst: TaskInstance, shown: int = 0) -> UiScript:
        ui = assistance(ui).tap("drive_mode_snow").switch("speed_limit_warning", True)
        return warned_from(ui, shown or inst.params["shown"], inst.params["start"])

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("messages").tap("message_item", inst.params["who"])

    def _picked(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """The speed from the list behind the value instead of the steps."""
        ui = assistance(ui).tap("drive_mode_snow").switch("speed_limit_warning", True)
        shown, told = inst.params["shown"], inst.params["speed"]
        return ui.tap("speed_limit_value").pick(
            shown if inst.scene.distance_unit == "mile" else 10 * round(in_kmh(told, inst.params["unit"]) / 10)
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._warned(self._reset(self._read(ui, inst)), inst)
        yield lambda ui: self._reset(self._picked(self._read(ui, inst), inst))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        abroad = next_five(inst.params["speed"], "km/h" if inst.params["unit"] == "mph" else "mph", inst.scene)
        if abs(abroad - inst.params["start"]) < 60 and abroad < 120:
            yield lambda ui: self._warned(self._reset(ui), inst, abroad)
        faster = next_five(inst.params["faster"], inst.params["unit"], inst.scene)
        yield lambda ui: self._warned(self._reset(self._read(ui, inst)), inst, faster)
        yield lambda ui: self._warned(ui.open("care").tap("reset_tyres_button").cancel(), inst)
        yield lambda ui: self._warned(ui, inst).answer("The monitor has been reset.")
        yield lambda ui: assistance(self._reset(ui)).tap("drive_mode_snow").switch("speed_limit_warning", True)
        yield lambda ui: self._warned(self._reset(ui), inst).tap("drive_mode_eco")
        yield lambda ui: self._warned(self._reset(ui), inst).switch("speed_limit_warning", False)
