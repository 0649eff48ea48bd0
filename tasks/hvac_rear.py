"""Climate: the seats in the back, each with a unit and a warmth of its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from re import escape
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.hvac import TOLD, counted_in
from automotive_env.ui_script import UiScript
from automotive_env.validators.answer_forms import Apart, First, measured
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.subjects.comfort import DEVICES, GEARS, does, gear, unit
from automotive_env.world.temperature import UNITS, set_point

HVAC = Category.HVAC
REAR = {
    "second row left": "rear left", "second row right": "rear right",
    "third row left": "third-row left", "third row right": "third-row right",
}  # fmt: skip
"""Seat -> how a driver calls it."""
IDS = {seat: seat.replace(" row ", "_") for seat in REAR}
"""Seat -> how the resource ids of its buttons end."""
ROWS = {
    "second": ("rear", "back", "second", "second row", "second-row", "2nd row", "middle row"),
    "third": ("third", "third row", "third-row", "3rd row", "last row"),
}
"""Row of seats -> what it is called."""
FORMS = (
    *("{row}'s {side}", "{side}-hand seat in the {row}", "{side}-hand seat of the {row}"),
    *("{row} {side}", "{row}-{side}", "{side} {row}", "{side} in the {row}", "{side} of the {row}", "{row} on the {side}"),
    *("{side} seat in the {row}", "{side} seat of the {row}", "{side} one in the {row}", "{side} side in the {row}"),
    *("{side} side of the {row}", "{row}, {side}", "{row}, on the {side}", "{row} seat on the {side}", "{row} ({side}"),
)
"""How a seat is named by its row and its side."""


def _called(seat: str) -> tuple[str, ...]:
    """Words that name a seat in the back in an answer, the most usual first."""
    row, _, side = seat.split()
    return tuple(form.format(row=name, side=side) for form in FORMS for name in ROWS[row])


CALLED = {seat: _called(seat) for seat in REAR}
"""Seat -> words that name it in an answer."""
AIR = {"face": ("outlet_face",), "feet": ("outlet_feet",), "face and feet": ("outlet_face", "outlet_feet")}
"""Where the air is to go -> what is on then."""
HELD = 2
"""Degrees by which a temperature button runs on while it is held."""


def said(celsius: float, unit: str) -> str:
    """A temperature that is set, as it is said where the displays show a unit: "20.5 °C", "69 °F"."""
    return f"{set_point(celsius, unit):g} °{unit[0].upper()}"


def rear_page(ui: UiScript, seat: str) -> UiScript:
    """Open the page of a seat's air."""
    return ui.open("climate").tap("hvac_more_button").tap(f"air_{IDS[seat]}")


def rear_temperature(ui: UiScript, start: float, celsius: float) -> UiScript:
    """Bring the page of a seat's air from a temperature to another: the button is held as long as that helps."""
    way = "seat_temperature_more" if celsius > start else "seat_temperature_less"
    for _ in range(int(abs(celsius - start) // HELD)):
        ui.long_press(way)
    return ui.seat_temperature(celsius)


class RearSeatAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """One seat in the back, by the kerb or not, gets a temperature, its neighbour's fan and a direction; nobody else notices."""

    says = (
        "The seat {seat}: {degrees}, fan as on the seat beside it, air to the {air} and nowhere else.",
        "{degrees} {seat}, blowing on the {air} only, as hard as it blows next to it. Leave the others alone.",
        (
            "Could whoever sits {seat} have {degrees}, please? The same fan speed as their neighbour, and the air on their "
            "{air} alone."
        ),
        "She's {seat}, wants {degrees}, the fan as her neighbour has it, and air at her {air}, not anywhere else. Just her.",
        "Not for all of us, only {seat}: {degrees}, ventilator like that of the seat beside it, air to nothing but the {air}.",
        "My brother {seat} is picky: {degrees}, the blower as his neighbour has it, air at the {air} only. We stay as we are.",
    )
    steps = 20

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat, start = draw.choice(sorted(REAR)), draw.choice([16, 22, 24])
        celsius = draw.choice([one for one in TOLD[scene.temperature_unit] if abs(one - start) >= 2])
        row, _, side = seat.split()
        towards = "the kerb side" if side == driving_side(draw.place).value else "the side of the oncoming traffic"
        place = {"seat": f"in the {row} row on {towards}", "position": seat, "start": start, "runs": draw.maybe()}
        return place | {
            "celsius": celsius,
            "degrees": said(celsius, scene.temperature_unit),
            "fan": draw.choice([1, 2, 4, 5, 6]),
            "air": draw.choice(sorted(AIR)),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        for seat in REAR:
            car.write(unit(seat, "is_on"), inst.params["runs"])
            car.write(unit(seat, "temperature"), inst.params["start"])
            car.write(unit(seat, "wind_speed"), inst.params["fan"] if seat == self._beside(inst) else 3)
            car.write(unit(seat, "outlet_modes.window"), True)

    def _beside(self, inst: TaskInstance) -> str:
        """The other seat of the row."""
        row, _, side = inst.params["position"].split()
        return f"{row} row {'left' if side == 'right' else 'right'}"

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat, air = inst.params["position"], inst.params["air"].split(" and ")
        comfort = then.comfort
        return comfort.set_to(seat, inst.params["celsius"]) & comfort.fan(seat, inst.params["fan"]) & comfort.blows_to(seat, *air)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        parts = ("is_on", "temperature", "wind_speed", "outlet_modes.*")
        return (*(f"airConditioner.ac_states.{inst.params['position']}.{part}" for part in parts), "environment.temperature")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        off = Says("that it runs", "^", r"\b(rear air|air con\w*|climate|unit|it) (is|stays) (now |still )?off\b")
        return NoOther(measured(inst.params["celsius"], "celsius", 0.6, inst.params["start"], inst.params["fan"])), off

    def _air(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        wanted = AIR[inst.params["air"]]
        for vent in ("outlet_face", "outlet_feet", "outlet_window"):
            ui.switch(vent, vent in wanted)
        return ui

    def _set(self, ui: UiScript, inst: TaskInstance, seat: str) -> UiScript:
        ui = rear_page(ui, seat).switch("seat_power", True)
        ui = rear_temperature(ui, inst.params["start"], inst.params["celsius"])
        ui.step("seat_fan_more", "seat_fan_less", "seat_fan_value", inst.params["fan"])
        return self._air(ui, inst)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seat, celsius = inst.params["position"], inst.params["celsius"]
        yield lambda ui: self._set(rear_page(ui, self._beside(inst)).tap(f"air_{IDS[seat]}").back(), inst, seat)
        if celsius == int(celsius):
            yield lambda ui: self._picked(ui, inst, seat)

    def _picked(self, ui: UiScript, inst: TaskInstance, seat: str) -> UiScript:
        """The same with the degrees chosen at once."""
        ui = (
            rear_page(ui, seat)
            .switch("seat_power", True)
            .tap("seat_temperature_value")
            .pick(set_point(inst.params["celsius"], inst.scene.temperature_unit))
        )
        ui.tap(f"air_{IDS[seat]}").step("seat_fan_more", "seat_fan_less", "seat_fan_value", inst.params["fan"])
        return self._air(ui, inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat = inst.params["position"]
        yield lambda ui: self._set(ui, inst, self._beside(inst))  # right in other countries
        yield lambda ui: self._set(ui, inst, seat).step("seat_fan_more", "seat_fan_less", "seat_fan_value", 3)
        yield lambda ui: self._set(ui, inst, seat).tap("seat_power")
        yield lambda ui: self._set(ui, inst, seat).tap("outlet_all")
        yield lambda ui: self._set(ui, inst, seat).tap("seat_fan_more")
        yield lambda ui: ui.open("climate").answer("Done.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat = inst.params["position"]
        plan = CallPlan().call("system.state_view", modules=["airConditioner"])
        plan = plan if inst.params["runs"] else plan.call("airConditioner.switch", switch=True, position=seat)
        plan = plan.call("airConditioner.temperature_set", value=inst.params["celsius"], position=seat)
        plan = plan.call("airConditioner.wind_speed_set", value=inst.params["fan"], position=seat)
        plan = plan.call("airConditioner.outlet_mode", switch=False, mode="window", position=seat)
        yield plan.call("airConditioner.outlet_mode", switch=True, mode=inst.params["air"], position=seat)


class WarmestSeat(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Which seat in the back, of those whose unit runs, is set warmest or coolest, in the degrees of the place."""

    says = (
        "Of the back seats whose air is switched on, which one is set {most}, and to how much? In the degrees they use here.",
        "Who has it {most} behind us, going by the settings? Only units that run. The figure in this country's degrees, please.",
        (
            "I'd like to know which of the seats behind me is set {most}; leave out those that are off. And to what, in the "
            "degrees people here know."
        ),
        "Compare the seats in the second and third row: which unit that is on is set {most}? Tell me the local degrees, too.",
        (
            "There's a quarrel in the back over who set theirs {most}. Check what runs there and say who, and how many "
            "degrees as one counts them here."
        ),
        "Not mine and not next to me: of the rear ones that are on, the one set {most}, with its number in local degrees.",
    )
    endings = ("answer",)
    steps = 9

    def rule(self, place: Place) -> Hashable:
        return counted_in(place)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(temperature_unit=draw.choice([counted_in(draw.place), *UNITS, *UNITS]))  # as somebody has left it

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        celsius = draw.rng.sample([18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5], 4)
        most = draw.choice(["warmest", "coolest"])
        order = sorted(range(4), key=lambda number: celsius[number], reverse=most == "warmest")
        off = order[0] if draw.maybe(0.6) else order[2]  # the one that seems to win does not run
        row = dict(zip(("first", "second", "third", "fourth"), celsius, strict=True))
        return {"most": most, "off": off, "local": counted_in(draw.place)} | row

    def _set(self, inst: TaskInstance) -> dict[str, float]:
        return dict(zip(REAR, (inst.params[name] for name in ("first", "second", "third", "fourth")), strict=True))

    def _running(self, inst: TaskInstance) -> dict[str, float]:
        off = list(REAR)[inst.params["off"]]
        return {seat: celsius for seat, celsius in self._set(inst).items() if seat != off}

    def _wanted(self, inst: TaskInstance) -> str:
        running = self._running(inst)
        pick = max if inst.params["most"] == "warmest" else min
        return pick(running, key=lambda seat: running[seat])

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        running = self._running(inst)
        for seat, celsius in self._set(inst).items():
            car.write(unit(seat, "is_on"), seat in running)
            car.write(unit(seat, "temperature"), celsius)

    def _told(self, inst: TaskInstance, celsius: float) -> float:
        return set_point(celsius, inst.params["local"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat = self._wanted(inst)
        off = list(REAR)[inst.params["off"]]
        others = tuple(word for other, words in CALLED.items() if other != seat for word in words)
        degrees, beside = (self._told(inst, self._set(inst)[one]) for one in (seat, off))
        near = 0.3 if inst.params["local"] == "celsius" else 0.6
        amount = Amount(degrees, inst.params["local"], near, (beside,))
        named = First(CALLED[seat][0], others, CALLED[seat][1:], amount)
        is_off = rf"\b(?:{'|'.join(map(escape, CALLED[off]))})\b.*\b(?:off|(?:not|\w+n't) (?:on|running))\b"
        return then.answered(Apart(named, is_off))  # who knows the car may say of that one how it is set, too

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seat = self._wanted(inst)
        told, unit_name = self._told(inst, self._set(inst)[seat]), inst.params["local"].capitalize()

        def look(ui: UiScript) -> UiScript:
            ui = ui.open("climate").tap("hvac_more_button")
            for one in REAR:
                ui.tap(f"air_{IDS[one]}").scroll_to("seat_temperature_value")
            return ui

        yield lambda ui: look(ui).answer(f"The {REAR[seat]} seat, at {told:g} degrees {unit_name}.")
        off = list(REAR)[inst.params["off"]]
        beside = f"{CALLED[off][0]} is off, it is set to {self._told(inst, self._set(inst)[off]):g} °{unit_name[0]}"
        yield lambda ui: look(ui).answer(f"It is {CALLED[seat][0]}: {told:g} °{unit_name[0]}; {beside}.")
        rest = [f"{CALLED[one][0]} {self._told(inst, set_to):g}" for one, set_to in self._running(inst).items() if one != seat]
        yield lambda ui: look(ui).answer(f"{CALLED[seat][0]} has {told:g} °{unit_name[0]}, {' and '.join(rest)}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat, every_seat = self._wanted(inst), self._set(inst)
        told, sign = self._told(inst, every_seat[seat]), inst.params["local"][0].upper()
        other = next(one for one in self._running(inst) if one != seat)
        off = list(REAR)[inst.params["off"]]
        foreign = every_seat[seat] * 1.8 + 32 if sign == "C" else every_seat[seat]
        yield lambda ui: ui.answer(f"The {REAR[other]} seat, at {self._told(inst, every_seat[other]):g} °{sign}.")
        yield lambda ui: ui.answer(f"The {REAR[off]} seat, at {self._told(inst, every_seat[off]):g} °{sign}.")
        yield lambda ui: ui.answer(f"The {REAR[seat]} seat, at {foreign:g} °{'F' if sign == 'C' else 'C'}.")
        yield lambda ui: ui.answer(
            f"{CALLED[seat][0]} at {self._told(inst, every_seat[other]):g} °{sign}, {CALLED[other][0]} at {told:g} °{sign}."
        )
        yield lambda ui: ui.answer(f"It is {', '.join(REAR.values())}: one of them has {told:g} °{sign}.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat = self._wanted(inst)
        told = self._told(inst, self._set(inst)[seat])
        look = CallPlan().call("system.state_view", modules=["airConditioner"])
        yield look.answer(f"The {CALLED[seat][0]} seat, at {told:g} degrees {inst.params['local'].capitalize()}.")


class KerbSideSeat(Task, category=HVAC, dimension=Dimension.DRIVING_ALIGNMENT):
    """The seat of the second row that is by the kerb is to be warm, and the other not: which that is, the country decides."""

    says = (
        "My daughter gets in at the kerb side, second row: seat heating there on {strength}, and none on the traffic side.",
        "Second row: the pavement side warmed on {strength}, the side towards the traffic off. If that's so already, leave it.",
        (
            "Going by the side one drives on here, {strength} warmth for the second-row seat at the kerb; the one across "
            "stays cold. Tell me if it's right as it is."
        ),
        "Could you see that the second row is warm by the kerb, {strength}, and off by the middle of the road? Check first.",
        "Kerb side, second row: bum warmer {strength}. Not the traffic side, that one off. Don't touch it if it fits.",
        (
            "We only use the kerb side, to get out safely. So, second row: {strength} warmth there, off on the other side, "
            "unless it is like that."
        ),
    )
    endings = ("act", "refrain")
    steps = 7

    def suits(self, place: Place, ending: Ending) -> bool:
        return driving_side(place).value == ("left" if ending == "act" else "right")

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-12, 14))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"strength": draw.choice(list(GEARS)), "kerb": driving_side(place_by_name(scene.place)).value}

    def _seats(self, inst: TaskInstance) -> tuple[str, str]:
        """The seat by the kerb, and the one by the traffic."""
        left, right = list(REAR)[:2]
        return (left, right) if inst.params["kerb"] == "left" else (right, left)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        left, right = list(REAR)[:2]
        car.write(does(right, "heating"), True)
        car.write(gear(right, "heating"), GEARS[inst.params["strength"]][1])
        car.write(does(left, "heating"), False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kerb, traffic = self._seats(inst)
        return every(then.comfort.seat_does(kerb, "heating", inst.params["strength"]), then.off(does(traffic, "heating")))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return tuple(f"seat.{seat}.{DEVICES['heating'][0]}.*" for seat in self._seats(inst))

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Switched(True, self._called(inst.params["kerb"], traffic=True)),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        others = "|".join(name for name in GEARS if name != inst.params["strength"])
        kerb, traffic = (self._called(inst.params["kerb"], traffic=side) for side in (False, True))
        cold = rf"{kerb}(?:(?!{traffic})[^.;,])*\boff\b"
        warm = rf"{traffic}(?:(?!{kerb}|\bnot?\b|n't\b|\boff\b|\bcold\b)[^.;,])*\b(?:on|warm(?:ed|s)?|heated|heats)\b"
        return (
            Says(
                "that name no other strength, and mix up no sides", "", rf"(?<!not )\b(?:on|at|to) (?:{others})\b|{cold}|{warm}"
            ),
        )

    @staticmethod
    def _called(kerb: str, traffic: bool) -> str:
        """How people call the seat by the kerb, or the one by the traffic, where the kerb is left or right."""
        side = {"left": "right", "right": "left"}[kerb] if traffic else kerb
        names = "traffic|lane|middle of the road|across|other one" if traffic else "kerb|curb|pavement|sidewalk"
        return rf"(?<!i )(?<!keeps to the )\b(?:{side}(?! (?:it|them|everything|the|that|both)\b)|{names})\b"

    def _swapped(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        left, right = list(REAR)[:2]
        ui.open("seats").tap(f"seat_{IDS[left]}").tap(f"seat_heater_{inst.params['strength']}")
        return ui.tap(f"seat_{IDS[right]}").switch("seat_heater", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        left, right = (IDS[seat] for seat in list(REAR)[:2])
        strength = inst.params["strength"]
        if inst.ending == "act":
            yield lambda ui: self._swapped(ui, inst)
            yield (
                lambda ui: (
                    ui.open("seats")
                    .tap(f"seat_{right}")
                    .switch("seat_heater", False)
                    .tap(f"seat_{left}")
                    .tap(f"seat_heater_{strength}")
                )
            )
        else:
            done = f"Traffic keeps to the right here, so the kerb side is rear right: it is already on {strength}."
            yield lambda ui: ui.open("seats").tap(f"seat_{right}").tap(f"seat_{left}").answer(done)
            yield lambda ui: ui.open("seats").tap(f"seat_{right}").answer("It is as it should be, I changed nothing.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        left, right = (IDS[seat] for seat in list(REAR)[:2])
        strength = inst.params["strength"]
        if inst.ending == "refrain":
            yield lambda ui: self._swapped(ui, inst)
        yield lambda ui: ui.open("seats").tap(f"seat_{left}").tap(f"seat_heater_{strength}")
        yield lambda ui: ui.open("seats").tap(f"seat_{right}").switch("seat_heater", False)
        yield lambda ui: ui.open("seats").tap(f"seat_{left}").switch("seat_ventilation", True).answer("It is on.")
        if inst.ending == "act":
            yield lambda ui: ui.answer("It is right already.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["seat"])
        if inst.ending == "act":
            kerb, traffic = self._seats(inst)
            plan = look.call("seat.carcontrol_carSeat_heater_set", degree=inst.params["strength"], position=kerb)
            yield plan.call("seat.carcontrol_carSeat_heater_switch", switch=False, position=traffic)
        else:
            yield look.answer(f"Traffic keeps to the {inst.params['kerb']} here: it is like that already.")
