"""The road: how the car is set up for a drive: several settings at once, by how much, by whom, by how cold it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import KMH_PER_MPH
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks import watching
from automotive_env.tasks.hvac import counted_in
from automotive_env.tasks.hvac_people import OTHERS, friend, local
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.road import FAIR, ROAD, assistance, lights
from automotive_env.tasks.speed import half_a_step, in_kmh, next_five, told_in
from automotive_env.tasks.watching import NOTICED, happened
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import measured
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal
from automotive_env.world.temperature import UNITS

COLLISION_WARNING = Signal("assistance.collision_warning", "assistance.forward_collision_warning")
BLIND_SPOT_WARNING = Signal("assistance.blind_spot_warning", "assistance.blind_spot_warning")
POSITION_LIGHT = Signal("lights.position", "positionLight.is_on")
LAMPS = {
    "high_beam": s.HIGH_BEAM,
    "front_fog_light": s.FRONT_FOG_LIGHT,
    "rear_fog_light": s.REAR_FOG_LIGHT,
    "tail_light": Signal("lights.tail", "tailLight.is_on"),
    "hazard_light": Signal("lights.hazard", "hazardLight.is_active"),
}
"""Resource id -> lamp that shines or flashes beside low beam and position lights."""
DISTANCES = ("kilometer", "mile")
"""Units of distances and speeds that displays may have."""
MODES = ("eco", "comfort", "sport")
MESSAGES = ("conversation.messages", "conversation.message_*")
"""What differs once messages have been read or written."""
SEEN_FROM_AFAR = {
    "hazard_light": "Just turned into your street. Which one are you? Let it flash on all corners, please!",
    "rear_fog_light": "I come from behind and can't make you out. Give me the strong red mist lamp at the back!",
    "front_fog_light": "I come towards you and see two tiny dots. The wide low lamps for mist at the front, please!",
}
"""Resource id of a lamp -> what somebody writes who looks for the car."""


_NAMED = {"hazard_light": r"hazards?(?: \w+)?|flashers?", "rear_fog_light": r"rear fog \w+", "front_fog_light": r"front fog \w+"}
"""Resource id of a lamp -> regular expression of its names."""


def unit_of(scene: Scene) -> str:
    """The unit in which the displays tell speeds."""
    return "mph" if scene.distance_unit == "mile" else "km/h"


def kmh(speed: float, scene: Scene) -> int:
    """A speed in the driver's unit, as the car counts it."""
    return round(speed * KMH_PER_MPH) if scene.distance_unit == "mile" else round(speed)


def warned_from(ui: UiScript, speed: float, start: float = 0) -> UiScript:
    """Step the speed warning to a speed in the driver's unit, a multiple of five; coarsely at first if told where it starts."""
    ui = assistance(ui)
    for _ in range(int(abs(speed - start) // 20) if start else 0):
        ui.long_press("speed_limit_more" if speed > start else "speed_limit_less")
    return ui.step("speed_limit_more", "speed_limit_less", "speed_limit_value", speed)


class OnlyPositionLights(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """A car that goes no further tonight: guidance ends, only position lights shine, and what somebody needs to find it.

    They write which lamp that is once the car is dark.
    """

    says = (
        (
            "No more guidance to the {destination}. I wait here for {who}: only my sidelights, whatever else glows or flashes "
            "out, but for what they'll text that they need."
        ),
        "Guidance off, and all lamps outside off, except for the position light and whatever {who} texts in a moment.",
        (
            "{who} picks me up here. No directions any more, and I don't want to wake the street: just parking lamps, and what "
            "{who} is about to ask for in a message."
        ),
        (
            "Could you drop the way to the {destination}, and make it sidelights and nothing else outside? {who} will text if "
            "they can't find us; then do what it takes."
        ),
        "The {destination} can wait, don't guide us there. And we look like a funfair: sidelights alone, plus what {who} texts.",
        (
            "Stop leading us to the {destination}, and put it all out, outside. No, wait, keep the parking lamps going, and the "
            "one that {who} is going to text me for."
        ),
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), weather=FAIR, moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        lit = draw.rng.sample(sorted(LAMPS), 4)
        destination, first, second = draw.rng.sample(PLACES, 3)
        way = {"destination": destination, "first": first, "second": second}
        wanted = {"who": friend(draw), "asks": draw.choice(sorted(SEEN_FROM_AFAR))}
        return way | {lamp: lamp in lit for lamp in LAMPS} | {"low_beam": draw.choice(["on", "auto"])} | wanted

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], inst.params["first"], inst.params["second"])
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(POSITION_LIGHT, False)
        for lamp, signal in LAMPS.items():
            car.write(signal, inst.params[lamp])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        text = SEEN_FROM_AFAR[inst.params["asks"]]
        return (Event(lambda car: car.writes(inst.params["who"], text), when=lambda then: self._lit(then)),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        who, asks = inst.params["who"], inst.params["asks"]
        told = then.answered_since(happened(then, watching.MESSAGES), self._told(inst))
        return then.phone.heard(who, SEEN_FROM_AFAR[asks]) & then.on(LAMPS[asks]) & self._lit(then, asks) & told

    def _lit(self, then: Episode, but: str = "") -> Criterion:
        """Guidance is over, and only the position lights shine; left open are tail lights, which belong to them, and one lamp."""
        others = (signal for lamp, signal in LAMPS.items() if lamp not in (but, "tail_light"))
        dark = then.is_(s.LOW_BEAM, "off") & every(*(then.off(signal) for signal in others))
        return then.navigation.ended() & then.on(POSITION_LIGHT) & dark

    def _told(self, inst: TaskInstance) -> Fact:
        """Whatever is said once somebody has written, it is so."""
        others = "|".join(name for lamp, name in _NAMED.items() if lamp != inst.params["asks"])
        wrong = (
            rf"\b(?:{others}) (?:is|are) (?:now )?(?:on|lit|flashing)\b",
            rf"\b(?:switched|turned|put) on (?:the |your )?(?:{others})\b",
            r"\b(?:all|every) (?:the |your )?(?:lamps?|lights?)(?: outside)? (?:is|are) (?:off|out)\b",
            r"\b(?:has|have|did)(?:n't| not) (?:\w+ )?(?:written|texted|write|text|asked?)\b|\bnobody (?:wrote|texted|has)\b",
            r"\b(?:route|guidance|navigation)\b[^.;,]{0,40}\b(?:goes on|continues|still|is on)\b",
        )
        return Says("of what shines and who wrote", "^", "|".join(wrong))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        lamps = ("lowBeamHeadlight.mode", "highBeamHeadlight.high_beam_on", "fogLight.*", "tailLight.*", "hazardLight.*")
        more = ("positionLight.*", "highBeamHeadlight.delay_off_enabled=false", "assistance.auto_high_beam=false")
        return (*lamps, *more, *ROUTE, *MESSAGES)

    def _ended(self, ui: UiScript) -> UiScript:
        return ui.open("maps").tap("route_end_button").confirm()

    def _dark(self, ui: UiScript, but: str = "") -> UiScript:
        """Everything out but the position lights, and one lamp more."""
        lights(ui).tap("low_beam_off")
        for lamp in LAMPS:
            if lamp != but:
                ui.switch(lamp, False)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def found(ui: UiScript) -> UiScript:
            return lights(ui.dismiss()).switch(inst.params["asks"], True)

        yield lambda ui: found(self._dark(self._ended(ui)).switch("position_light", True))
        yield lambda ui: found(self._ended(self._dark(lights(ui).switch("position_light", True)).switch("auto_high_beam", False)))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        asks = inst.params["asks"]
        other = next(lamp for lamp in SEEN_FROM_AFAR if lamp != asks)

        def dark(ui: UiScript, then: str) -> UiScript:
            return lights(self._dark(self._ended(ui)).switch("position_light", True).dismiss()).switch(then, True)

        yield lambda ui: self._dark(self._ended(ui)).switch("position_light", True).answer("Only the position lights are on.")
        yield lambda ui: self._dark(self._ended(ui), asks).switch("position_light", True)
        yield lambda ui: dark(ui, other)
        yield lambda ui: dark(ui, asks).tap("low_beam_auto")
        yield lambda ui: lights(self._ended(ui)).switch("position_light", True).answer("Everything else is off.")
        yield lambda ui: self._dark(ui.open("maps").tap("route_end_button").cancel()).switch("position_light", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("navigation.navigation_exit").call("lowBeamHeadlight.switch", action="off")
        for lamp, api in (("high_beam", "highBeamHeadlight"), ("hazard_light", "hazardLight")):
            if inst.params[lamp]:
                plan = plan.call(f"{api}.switch", switch=False)
        if inst.params["front_fog_light"] or inst.params["rear_fog_light"]:
            plan = plan.call("fogLight.carcontrol_fogLight_switch", switch=False)
        plan = plan.call("positionLight.switch", switch=True).call("system.state_view", modules=["conversation"])
        asks = inst.params["asks"]
        if asks == "hazard_light":
            yield plan.call("hazardLight.switch", switch=True)
        else:
            yield plan.call("fogLight.carcontrol_fogLight_switch", switch=True, position=asks.removesuffix("_fog_light"))


class WarnBySoMuch(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """The speed warning so much earlier or later than it stands, and both warnings about other cars on or off."""

    says = (
        "I'd like to be told about my pace {by} {unit} {way} than it's set, and about the others, ahead and beside me: {told}.",
        "Speed warning {by} {unit} {way}, and the ones about other cars, both of them: {told}.",
        "Make it {by} {unit} {way} that the car complains of my pace. About cars in front or next to me: {told}.",
        "Could the beep for going too fast come {by} {unit} {way} than so far, please? And those two about other cars: {told}.",
        (
            "This is a hired car and its beeping doesn't suit me: the one for my pace {by} {unit} {way} than it is, "
            "those for cars ahead and alongside: {told}."
        ),
        "Not at a round figure, just {by} {unit} {way} than it is now: the beep for fast driving. For other cars, all: {told}.",
    )
    steps = 16

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        by, later = draw.choice([35, 55]), draw.maybe()
        start = draw.choice([45, 50, 55, 60] if later else [75, 80, 85, 90, 95])
        words = {"way": "later" if later else "earlier", "told": draw.choice(["on", "off"]), "unit": unit_of(scene)}
        warns = {"collision": draw.maybe(), "blind_spot": draw.maybe(), "warns": draw.maybe(0.3)}
        if warns["collision"] == warns["blind_spot"] == (words["told"] == "on"):
            warns["collision"] = not warns["collision"]
        return words | warns | {"by": by, "start": start, "value": start + (by if later else -by)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, kmh(inst.params["start"], inst.scene))
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])
        car.write(COLLISION_WARNING, inst.params["collision"])
        car.write(BLIND_SPOT_WARNING, inst.params["blind_spot"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        told = inst.params["told"] == "on"
        others = then.is_(COLLISION_WARNING, told) & then.is_(BLIND_SPOT_WARNING, told)
        return then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, kmh(inst.params["value"], inst.scene), 1.1) & others

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        warnings = ("forward_collision_warning", "blind_spot_warning", "speed_limit", "speed_limit_warning=true")
        return [f"assistance.{name}" for name in warnings]

    def _others(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        told = inst.params["told"] == "on"
        return assistance(ui).switch("forward_collision_warning", told).switch("blind_spot_warning", told)

    def _held(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return warned_from(assistance(ui).switch("speed_limit_warning", True), inst.params["value"], inst.params["start"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        value = inst.params["value"]
        yield lambda ui: self._others(self._held(ui, inst), inst)
        yield lambda ui: warned_from(self._others(ui, inst).switch("speed_limit_warning", True), value)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        start, value = inst.params["start"], inst.params["value"]
        yield lambda ui: self._others(warned_from(assistance(ui), max(30, min(120, 2 * start - value))), inst)
        yield lambda ui: self._held(ui, inst).answer("All is set as you wish.")
        yield lambda ui: self._others(self._held(ui, inst), inst).switch("speed_limit_warning", False)
        yield lambda ui: self._others(self._held(ui, inst), inst).tap("lane_keeping")
        yield lambda ui: self._others(warned_from(assistance(ui), inst.params["by"]), inst)


NEW_SIGNS = "Sorry, they have changed the signs: make that {speed}. The rest as I said."


class SetUpAsWritten(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """Somebody from here writes how the car is to be set up, in speeds of the place; what they write last counts.

    They may think better of it before the wish, or once the car is set.
    """

    says = (
        "{contact} knows the way and has written how to set the car up for it. Do that, and write back the speed you've set.",
        "Read what {contact} recommends for tomorrow's drive, have the car like that, and text them the speed as a confirmation.",
        "Could you set up the car for the trip as {contact} wrote to me, and send back a line with the speed that's set?",
        "{contact}'s advice about the drive: do all of it, then let them read what speed it is now.",
        (
            "I promised {contact} to follow the advice to the letter, so whatever was written to me about the car, do it, and "
            "answer with the speed, as a proof."
        ),
        "Not by my own taste: the car as {contact} has put it, all of it, and the speed back to them as a text.",
    )
    steps = 26

    def rule(self, place: Place) -> Hashable:
        return told_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, distance_unit=draw.choice(DISTANCES))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        speed = draw.choice([45, 50, 55, 60, 65, 70, 75])
        first = speed + draw.choice([-10, 10])  # more than a step of any display, and not the same in another unit
        start = {"mode": draw.choice(MODES), "was": draw.choice(MODES), "start": draw.choice([90, 95, 100]), "lane": draw.maybe()}
        start |= {"unit": told_in(draw.place)}
        changed = draw.choice(["never", "before", "after", "after"])
        return {
            "contact": friend(draw),
            "speed": speed,
            "first": speed if changed == "never" else first,
            "changed": changed,
        } | start

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        contact, speed, first, mode = (inst.params[name] for name in ("contact", "speed", "first", "mode"))
        lane = "on" if inst.params["lane"] else "off"
        car.write(s.DRIVE_MODE, inst.params["was"])
        car.write(s.SPEED_LIMIT, kmh(inst.params["start"], inst.scene))
        car.write(s.SPEED_LIMIT_WARNING, False)
        car.write(s.LANE_KEEPING, not inst.params["lane"])
        car.writes(contact, f"For the road to us: {mode} mode, lane keeping {lane}, a warning if you do more than {first}.")
        if inst.params["changed"] == "before":
            car.writes(contact, NEW_SIGNS.format(speed=speed))
        content = inst.scene.content
        others = [person.name for person in content.people if person.name != contact][:OTHERS]
        for name, text in zip(others, inst.scene.small_talk, strict=False):
            car.writes(name, text)
        car.waits(30)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        if inst.params["changed"] != "after":
            return ()
        text = NEW_SIGNS.format(speed=inst.params["speed"])
        return (Event(lambda car: car.writes(inst.params["contact"], text), when=lambda then: self._warned(then, inst, "first")),)

    def _warned(self, then: Episode, inst: TaskInstance, name: str) -> Criterion:
        speed = in_kmh(inst.params[name], inst.params["unit"])
        return then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, speed, half_a_step(inst.scene))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        speed, near = in_kmh(inst.params["speed"], inst.params["unit"]), half_a_step(inst.scene)
        told = then.phone.told_last(inst.params["contact"], measured(speed, "km/h", near))
        return (
            self._warned(then, inst, "speed")
            & told
            & then.is_(s.DRIVE_MODE, inst.params["mode"])
            & then.is_(s.LANE_KEEPING, inst.params["lane"])
        )

    def contacts(self, inst: TaskInstance) -> Sequence[str]:
        return (inst.params["contact"],)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        helpers = [f"assistance.{name}" for name in ("drive_mode", "lane_keeping", "speed_limit", "speed_limit_warning=true")]
        return (*helpers, *MESSAGES)

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("messages").tap("message_item", inst.params["contact"])

    def _told(self, ui: UiScript, inst: TaskInstance, text: str) -> UiScript:
        return self._read(ui, inst).type("message_edit_text", text)

    def _set(self, ui: UiScript, inst: TaskInstance, speed: float, unit: str = "") -> UiScript:
        ui = assistance(ui).switch("lane_keeping", inst.params["lane"]).switch("speed_limit_warning", True)
        shown = next_five(speed, unit or inst.params["unit"], inst.scene)
        return warned_from(ui.tap(f"drive_mode_{inst.params['mode']}"), shown, inst.params["start"])

    def _set_as_told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """As they wrote first, and anew where they write again."""
        if inst.params["changed"] != "after":
            return self._set(ui, inst, inst.params["speed"])
        shown = next_five(inst.params["speed"], inst.params["unit"], inst.scene)
        return warned_from(self._set(ui, inst, inst.params["first"]).dismiss(), shown)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        speed, unit = inst.params["speed"], inst.params["unit"]
        yield lambda ui: self._told(self._set_as_told(self._read(ui, inst), inst), inst, f"It warns from {speed} {unit}.")
        if inst.params["changed"] == "after":
            yield lambda ui: self._told(
                self._set_as_told(self._told(ui, inst, f"{inst.params['first']}!"), inst), inst, f"Now {speed} {unit}."
            )
        else:
            yield lambda ui: self._set(self._told(ui, inst, f"{speed} {unit}, thank you!"), inst, speed)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        speed = inst.params["speed"]
        wrong, unit = inst.params["first"] if inst.params["first"] != speed else speed + 10, inst.params["unit"]

        def told(ui: UiScript) -> UiScript:
            return self._told(ui, inst, f"It warns from {speed} {unit}.")

        yield lambda ui: self._told(self._set(ui, inst, wrong), inst, f"It warns from {wrong} {unit}.")
        yield told
        yield lambda ui: self._set(told(ui), inst, speed, "km/h" if unit == "mph" else "mph")
        yield lambda ui: self._set(self._read(ui, inst), inst, speed).answer("The car is set up as recommended.")
        yield lambda ui: self._set(told(ui), inst, speed).switch("speed_limit_warning", False)
        yield lambda ui: self._set(told(ui), inst, speed).tap("lane_keeping")
        yield lambda ui: self._set(told(ui), inst, speed).tap("drive_mode_snow")


class ModeByTheCold(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """Below degrees outside that people of the place count the car is set up for winter, else for saving; each with a speed.

    On the way up or down the cold may come or go.
    """

    says = (
        (
            "Less than {cold} degrees out there? Then snow mode and a warning over {slow}, as signs here count; if not, eco and "
            "{fast}. Mind it for {seconds} seconds, it may change."
        ),
        (
            "For {seconds} seconds: as long as it's below {cold} degrees outside, a winter car that beeps above what is {slow} "
            "on a sign here; else a thrifty one, {fast}."
        ),
        (
            "We're in the hills, so watch the cold for {seconds} seconds: whenever it's under {cold} degrees, what's for "
            "slippery roads and a beep over {slow}, otherwise what saves most and {fast}, by the signs of this country."
        ),
        (
            "Could you keep an eye on the cold for {seconds} seconds? Under {cold} degrees: snow, beep above {slow}. Else save "
            "fuel, beep at {fast}. Both as on the signs outside."
        ),
        (
            "Eco and a beep above a sign's {fast}, but snow and {slow} while it's colder than {cold} degrees out there. For "
            "{seconds} seconds from now, please."
        ),
        (
            "I said eco, but while it's below {cold} degrees outside, no: the one for snow, and beep when I'm over a {slow} sign "
            "instead of a {fast}. Look after it for {seconds} seconds."
        ),
    )
    steps = 26

    def rule(self, place: Place) -> Hashable:
        return counted_in(place), told_in(place)

    def scene(self, draw: Draw) -> Scene:
        degrees, ways = draw.choice(UNITS), draw.choice(DISTANCES)  # as somebody has left the displays
        return draw.scene(moving=True, outside=(-10, 14), weather=FAIR, temperature_unit=degrees, distance_unit=ways)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit, is_cold = told_in(draw.place), draw.maybe()
        away = draw.integer(2, 6) * (1 if is_cold else -1)
        cold = round(local(scene.outside + away, counted_in(draw.place)))
        slow, fast = draw.choice([(40, 75), (45, 70), (50, 80), (55, 85)])
        start = next_five(slow if is_cold else fast, unit, scene) + 35
        was = {"was": draw.choice(["comfort", "sport"]), "start": start, "warns": draw.maybe(0.3)}
        after = draw.choice([0, 40, 45, 50])
        times = {"after": after, "seconds": draw.choice([75, 80, 85]), "turns": scene.outside + 2 * away}
        return {"cold": cold, "slow": slow, "fast": fast, "is_cold": is_cold, "unit": unit} | was | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVE_MODE, inst.params["was"])
        car.write(s.SPEED_LIMIT, kmh(inst.params["start"], inst.scene))
        car.write(s.SPEED_LIMIT_WARNING, inst.params["warns"])

    def _speed(self, inst: TaskInstance, other: bool = False) -> int:
        """What is told, in the unit of the place."""
        return int(inst.params["slow" if inst.params["is_cold"] is not other else "fast"])

    def _shown(self, inst: TaskInstance, other: bool = False) -> int:
        return next_five(self._speed(inst, other), inst.params["unit"], inst.scene)

    def _mode(self, inst: TaskInstance, other: bool = False) -> str:
        return "snow" if inst.params["is_cold"] is not other else "eco"

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after = inst.params["after"]
        return (Event(lambda car: car.turns(outside=inst.params["turns"]), after_seconds=after),) if after else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def fits(then: Episode, other: bool = False) -> Criterion:
            told = in_kmh(self._speed(inst, other), inst.params["unit"])
            warned = then.on(s.SPEED_LIMIT_WARNING) & then.near(s.SPEED_LIMIT, told, half_a_step(inst.scene))
            return warned & then.is_(s.DRIVE_MODE, self._mode(inst, other))

        after, watched = inst.params["after"], then.waited(0.8 * inst.params["seconds"])
        if not after:
            return watched & then.from_then_on(fits, 0, within=NOTICED)
        turned = then.from_then_on(lambda then: fits(then, other=True), after, within=NOTICED)
        return watched & fits(then.at(after - 1)) & turned

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return [f"assistance.{name}" for name in ("drive_mode", "speed_limit", "speed_limit_warning=true")]

    def _set(self, ui: UiScript, inst: TaskInstance, mode: str, speed: float) -> UiScript:
        ui = assistance(ui).tap(f"drive_mode_{mode}").switch("speed_limit_warning", True)
        return warned_from(ui, speed, inst.params["start"])

    def _minded(self, ui: UiScript, inst: TaskInstance, mode: str, speed: float, *, first: bool = True) -> UiScript:
        """Set the one or the other, as it ends, by a mode and a speed; as it was right before, if it changes on the way."""
        after, seconds = inst.params["after"], inst.params["seconds"]
        if after and first:
            ui = self._set(ui, inst, self._mode(inst), self._shown(inst)).watch(after)
            return warned_from(ui.tap(f"drive_mode_{mode}"), speed).watch(seconds - after)
        return self._set(ui, inst, mode, speed).watch(seconds)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        turns = bool(inst.params["after"])
        mode, speed = self._mode(inst, turns), self._shown(inst, turns)
        yield lambda ui: self._minded(ui, inst, mode, speed)
        yield lambda ui: self._minded(ui, inst, mode, speed).answer(f"It is set to {mode} with a warning above {speed}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        turns = bool(inst.params["after"])
        mode, speed = self._mode(inst, turns), self._shown(inst, turns)
        wrong, other = self._mode(inst, not turns), self._shown(inst, not turns)
        abroad = next_five(self._speed(inst, turns), "km/h" if inst.params["unit"] == "mph" else "mph", inst.scene)
        yield lambda ui: self._minded(ui, inst, mode, abroad)
        yield lambda ui: self._minded(ui, inst, wrong, other)
        yield lambda ui: self._minded(ui, inst, mode, other)
        yield lambda ui: self._minded(ui, inst, wrong, speed)
        yield lambda ui: self._minded(ui, inst, mode, speed).switch("speed_limit_warning", False)
        if turns:
            yield lambda ui: self._minded(ui, inst, mode, speed, first=False)
        yield lambda ui: assistance(ui).answer(f"It is set to {mode} with a warning above {speed}.")
