"""Climate of the whole cabin: ready for a departure, gentle to a sleeper, clear glass after a warning."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.hvac import TOLD
from automotive_env.tasks.hvac_rear import said
from automotive_env.tasks.phenomenon import DAMP, DEMIST_FRONT, DEMIST_REAR, demists_front
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay, measured
from automotive_env.validators.answers import Fact, NoOther, Presence, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.subjects.comfort import outlets, position, unit
from automotive_env.world.device import SEATS

HVAC = Category.HVAC
DRIVER, PASSENGER = SEATS[:2]
OTHER_TIME = 195
"""Minutes by which another departure is later: another hour, and another quarter of it."""
SLEEPERS = {PASSENGER: "passenger", "second row left": "second_left", "second row right": "second_right"}
"""Seat -> how the resource ids of its buttons end."""


def where(seat: str, place: Place) -> str:
    """Where a sleeper sits in a car that is parked at the kerb, as the driver puts it."""
    if seat == PASSENGER:
        return "beside me"
    return f"in the second row on the {'kerb' if seat.endswith(driving_side(place).value) else 'traffic'} side"


_PLANNED = r"(?<!not )(?<!n't )\b(planned|scheduled|set|prepared|programmed|arranged|precondition\w*|departure)\b"


class WarmAtDeparture(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The cabin has a certain temperature by the time of the next departure; until then nothing blows."""

    says = (
        "I leave at {time}. By then it's to be {degrees} at my seat, unless that's planned already; don't blow any air now.",
        (
            "{degrees} on my side when I drive off at {time}, and the car sees to it by itself. Climate off till then. If it's "
            "planned like that, leave it."
        ),
        (
            "Could the car have itself at {degrees} for me when I come back at {time}? It should see to it alone, before I get "
            "in, not from now on. Somebody may have planned that already, then say so."
        ),
        (
            "I'm back at {time} and off at once, and I don't want to get into a car that isn't at {degrees} on my side. Is that "
            "planned? If not, plan it, without any air now."
        ),
        (
            "I set off next at {time}, with the cabin brought to {degrees} on my side beforehand. Nothing is to run now, and "
            "nothing to change if it's planned so."
        ),
        (
            "No, not switching it on now, that's a waste. Plan it for {time}, {degrees} for me as I set out, or tell me that "
            "it's planned like that."
        ),
    )
    endings = ("act", "refrain")
    steps = 26

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        hour, minute = draw.time(5, 22, 15)
        told = f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}"
        celsius = draw.choice(TOLD[scene.temperature_unit])
        lacks = draw.choice(["departure", "time", "preparation", "temperature", "all"]) if draw.ending == "act" else "nothing"
        return {
            "time": told,
            "hour": hour,
            "minute": minute,
            "celsius": celsius,
            "lacks": lacks,
            "degrees": said(celsius, scene.temperature_unit),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22 if self._lacks(inst, "temperature") else inst.params["celsius"])
        car.write(s.CLIMATE_POWER, False)
        car.write(s.DEPARTURE, not self._lacks(inst, "departure"))
        leaves = 60 * inst.params["hour"] + inst.params["minute"]
        car.write(s.DEPARTURE_TIME, (leaves + OTHER_TIME) % 1440 if self._lacks(inst, "time") else leaves)
        car.write(s.PRECONDITIONING, not self._lacks(inst, "preparation"))

    def _lacks(self, inst: TaskInstance, part: str) -> bool:
        return inst.params["lacks"] in (part, "all")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        leaves = then.care.leaves_at(inst.params["hour"], inst.params["minute"]) & then.on(s.PRECONDITIONING)
        return leaves & then.near(s.DRIVER_TEMPERATURE, inst.params["celsius"]) & then.off(s.CLIMATE_POWER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("energy.departure_*", "energy.preconditioning", s.DRIVER_TEMPERATURE.world, "environment.temperature")

    def _planned(self, ui: UiScript, inst: TaskInstance, hour: int) -> UiScript:
        ui.open("energy").tap("energy_charging").switch("departure", True).switch("preconditioning", True)
        return ui.tap("departure_time").tap(f"hour_{hour}").tap(f"minute_{inst.params['minute']}").tap("time_close")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that it is planned", _PLANNED),)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        hour, minute = inst.params["hour"], inst.params["minute"]
        was = ((60 * hour + minute + OTHER_TIME) % 1440,) if self._lacks(inst, "time") else ()
        degrees = measured(inst.params["celsius"], "celsius", 0.6, *((22,) if self._lacks(inst, "temperature") else ()))
        return NoOther(degrees), NoOther(TimeOfDay(hour, minute, beside=was))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        planned = rf"{_PLANNED}|\balready\b|\bas you (want|wish|said)|\bfits\b|\bnothing\b|\bchange"
        return (Says("that it is planned", planned), *self.truth(inst))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        hour, celsius, time = inst.params["hour"], inst.params["celsius"], inst.params["time"]

        def warm(ui: UiScript) -> UiScript:
            ui.open("climate")
            if self._lacks(inst, "temperature") and abs(celsius - 22) >= 2:
                name, label = ("hvac_increase_button", "Raise") if celsius > 22 else ("hvac_decrease_button", "Lower")
                ui.long_press(name, f"{label} driver temperature")
            return ui.temperature("driver", celsius)

        if inst.ending == "act":
            yield lambda ui: self._planned(warm(ui), inst, hour)
            yield lambda ui: self._planned(ui, inst, hour).temperature("driver", celsius)
        else:
            yield (
                lambda ui: (
                    ui.open("energy").tap("energy_charging").answer(f"Planned already: {inst.params['degrees']} at {time}.")
                )
            )
            yield lambda ui: ui.open("energy").tap("energy_charging").answer("It is scheduled just like that, I changed nothing.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        hour, celsius = inst.params["hour"], inst.params["celsius"]
        yield lambda ui: self._planned(ui, inst, hour).temperature("driver", celsius + 1)
        yield lambda ui: self._planned(ui.temperature("driver", celsius), inst, (hour + 12) % 24)
        yield lambda ui: self._planned(ui.temperature("driver", celsius), inst, hour).switch("preconditioning", False)
        yield lambda ui: ui.temperature("driver", celsius).open("climate").switch("ac_master_switch", True)
        if inst.ending == "refrain":
            yield lambda ui: ui.open("energy").tap("energy_charging").answer("I have planned it for you.")
        else:
            yield lambda ui: ui.open("energy").tap("energy_charging").answer("That is planned already.")
            if self._lacks(inst, "temperature"):
                yield lambda ui: self._planned(ui.temperature("passenger", celsius), inst, hour)


class SomebodyNaps(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody naps in the car at the kerb: lying flatter, no draught in the face, as warm as before; only that seat."""

    says = (
        (
            "We stop at the kerb for an hour and {who} {where} wants to sleep, but sits bolt upright in a draught. As warm "
            "as it is, and the rest of us stay as we are."
        ),
        "Now {who} {where} dozes off. Nobody sleeps like that: upright, wind in the eyes. Only that place, and no colder.",
        "Make it so that {who} {where} can nap: lying rather than sitting, nothing in the face, not less warm. Just there.",
        (
            "Could you help {who} to some rest {where} while we wait? They'd rather lie, and the air keeps blowing at their "
            "nose. Don't make it colder, and leave the others alone."
        ),
        "Break, and {who} {where} needs a nap: down a bit, no gust on the cheeks. Temperature and the others' air untouched.",
        (
            "Look, {who} {where} can't sleep upright. And no, it's not the cold, it's the draught in the face. Put both right "
            "for that seat alone, as warm as now."
        ),
    )
    steps = 10

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat = draw.choice([*SLEEPERS, *list(SLEEPERS)[1:]])
        start = {"lies": draw.integer(20, 45, 5), "air": draw.choice(["face", "face and feet", "face and window"])}
        who = draw.choice(["my husband", "my wife", "my sister", "my father", "my colleague"])
        return {"who": who, "where": where(seat, draw.place), "seat": seat, "fan": draw.integer(2, 6)} | start

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.turns(road="urban")
        car.climate_runs(temperature=22, fan=inst.params["fan"])
        for seat in (DRIVER, *SLEEPERS):
            car.write(unit(seat, "is_on"), True)
            car.write(position(seat, "backrest_angle"), inst.params["lies"])
            for signal in outlets(seat):
                car.write(signal, signal.world.endswith(f".{inst.params['air']}"))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat = inst.params["seat"]
        others = [signal for other in (DRIVER, *SLEEPERS) if other != seat for signal in outlets(other)]
        lies = then.rises(position(seat, "backrest_angle"), 15) & ~then.rises(unit(seat, "wind_speed"), 1)
        return lies & then.comfort.spares_face(seat) & then.as_it_was(*others, unit(seat, "is_on"), unit(seat, "temperature"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seat = inst.params["seat"]
        air = (f"airConditioner.ac_states.{seat}.{part}" for part in ("outlet_*", "sweeping_mode", "wind_speed"))
        return (*air, f"seat.{seat}.position.*", f"seat.{seat}.heater.*")

    def _page(self, ui: UiScript, seat: str) -> UiScript:
        return ui.open("climate").tap("hvac_more_button").tap(f"air_{SLEEPERS[seat]}")

    def _calm(self, ui: UiScript, seat: str) -> UiScript:
        return self._page(ui, seat).switch("outlet_feet", True).switch("outlet_face", False)

    def _flat(self, ui: UiScript, seat: str, lies: int) -> UiScript:
        return ui.open("seats").tap(f"seat_{SLEEPERS[seat]}").slide("seat_backrest", lies)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seat = inst.params["seat"]
        yield lambda ui: self._flat(self._calm(ui, seat), seat, 80)
        yield lambda ui: self._calm(self._flat(ui, seat, 90), seat)
        yield lambda ui: self._page(self._flat(ui, seat, 75), seat).tap("sweep_avoid_people_blow")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat = inst.params["seat"]
        other = next(one for one in reversed(SLEEPERS) if one != seat)  # across the row, if in the second one
        yield lambda ui: self._flat(ui, seat, 80)
        yield lambda ui: self._calm(ui, seat).answer("Sleep well!")
        yield lambda ui: self._flat(self._calm(ui, other), other, 80)
        yield lambda ui: self._flat(ui.open("climate").tap("direction_floor"), seat, 80)
        yield lambda ui: self._flat(ui.open("climate").switch("ac_master_switch", False), seat, 80)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat = inst.params["seat"]
        plan = CallPlan().call("seat.carcontrol_carSeatBackrest_angle_set", value=80, position=seat)
        yield plan.call("airConditioner.sweeping_mode", switch=True, mode="Avoid People Blow", position=seat)


class WarningAndGlass(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Two warnings, the later over the earlier: what is fogged still gets cleared, what they were else about is told."""

    OTHERS: Mapping[str, tuple[Mapping[str, str | float], tuple[str, ...]]] = {
        "low fuel": ({"level": 7}, ("fuel", "charge", "petrol", "gas", "tank", "battery")),
        "low tyre pressure": ({"wheel": "rear left"}, ("tyre", "tire", "tyres", "tires")),
        "seat belt": ({"seat": "passenger seat"}, ("belt", "seatbelt", "belts")),
        "ice warning": ({"temperature": 1}, ("ice", "icy", "frost", "slippery")),
    }
    """Event -> its details, and words that name it."""
    FOG = "fogged windows"
    says = (
        (
            "Two things flashed up and I had my eyes on the road. If one was about steamed-up glass, clear what is still "
            "steamed up, no more. About anything else just tell me, and leave the air alone."
        ),
        "Two warnings! Fogged glass: clear the panes that still are, only those. Anything else: name it, each of them.",
        (
            "Messages came up, one over the other. In case one is mist on the windows, get rid of what is left of it, and of "
            "nothing else; whatever else is wrong you tell me."
        ),
        (
            "Could you see what the car is complaining of, it was twice? Should misted panes be in it, clear those that still "
            "are. The rest, only tell me."
        ),
        "It beeped, then again: if panes are fogged, demist just them, one may have cleared by itself; and what was the rest?",
        (
            "No idea what those two were, they went too quickly. Mist? Off with it, wherever there is some now, not elsewhere. "
            "Not mist? Then read that to me."
        ),
    )
    endings = ("act", "answer")
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(-5, 14), weather=DAMP)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        told = draw.rng.sample(sorted(self.OTHERS), 2)
        if draw.ending == "act":
            told[draw.integer(0, 1)] = self.FOG
        first, later = told
        return {"first": first, "later": later, "still": draw.choice(["front", "rear", "both"]), "fan": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        if inst.ending == "act":
            car.write(s.AIR_SOURCE, "internal circulation")
        for warning in (inst.params["first"], inst.params["later"]):
            car.event(warning, **(self.OTHERS[warning][0] if warning != self.FOG else {}))
        for pane, phenomenon in (("front", Phenomenon.FOGGED_WINDSCREEN), ("rear", Phenomenon.FOGGED_REAR_WINDOW)):
            if inst.ending == "act" and not self._fogged(inst, pane):
                car.write(phenomenon.value, False)

    def _fogged(self, inst: TaskInstance, pane: str) -> bool:
        return inst.ending == "act" and inst.params["still"] in (pane, "both")

    def _told(self, inst: TaskInstance) -> list[str]:
        """The warnings that are about something else."""
        return [warning for warning in (inst.params["first"], inst.params["later"]) if warning != self.FOG]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        named = then.answered(*self._named(inst))
        if inst.ending == "answer":
            return named & then.off(s.FRONT_DEFROSTER) & then.off(s.REAR_DEFROSTER)
        rear = then.rear_defroster.enable() | then.off(s.FOGGED_REAR_WINDOW)
        front, behind = self._fogged(inst, "front"), self._fogged(inst, "rear")
        return every(named, *([demists_front(then)] * front), *([rear] * behind))

    def _named(self, inst: TaskInstance) -> Iterator[Fact]:
        for warning, (_, words) in self.OTHERS.items():
            named = "|".join(words)
            nothing = r"(not|nothing|none|no (warning|message|notice)s?|neither)( (was|were|is|of them))?"
            unless = rf"\b{nothing} (about|because of|due to|on account of) (the |a |your )?(\w+ )?({named})\b"
            told = Says(f"that it is about {words[0]}", rf"\b({named})\b", unless)
            yield told if warning in self._told(inst) else Presence(words, False)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        front = DEMIST_FRONT if self._fogged(inst, "front") else ()
        return (*front, *(DEMIST_REAR if self._fogged(inst, "rear") else ()))

    def _rest(self, inst: TaskInstance) -> str:
        return " and ".join(self.OTHERS[warning][1][0] for warning in self._told(inst))

    def _cleared(self, ui: UiScript, front: bool, rear: bool) -> UiScript:
        return ui.dismiss().dismiss().open("climate").switch("defroster_button", front).switch("rear_defroster_button", rear)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        front, rear, rest = self._fogged(inst, "front"), self._fogged(inst, "rear"), self._rest(inst)
        if inst.ending == "act":
            yield lambda ui: self._cleared(ui, front, rear).answer(f"The other one was about {rest}.")
            yield lambda ui: self._cleared(ui.answer(f"One is about {rest}."), front, rear)
        else:
            yield lambda ui: ui.dismiss().tap("notifications").answer(f"They are about {rest}, I left the air alone.")
            yield lambda ui: ui.dismiss().tap("notifications").answer(f"No mist: it is {rest}, nothing else is wrong.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        front, rear, rest = self._fogged(inst, "front"), self._fogged(inst, "rear"), self._rest(inst)
        others = [known[0] for name, (_, known) in self.OTHERS.items() if name not in self._told(inst)]
        yield lambda ui: ui.dismiss().answer(f"It is about the {others[0]}.")
        yield lambda ui: self._cleared(ui, not front, not rear).answer(f"The rest is {rest}.")
        yield lambda ui: ui.dismiss().dismiss().open("climate").tap("fan_max").answer(f"I have cleared the glass; and {rest}.")
        if inst.ending == "act":
            yield lambda ui: self._cleared(ui, front, rear)
            yield lambda ui: ui.answer(f"It is about {rest}, no mist.")
        if front != rear:
            yield lambda ui: self._cleared(ui, True, True).answer(f"The rest is {rest}.")
        if inst.ending == "answer":
            yield lambda ui: ui.answer(f"It is {rest}, or {others[0]}.")
            yield lambda ui: ui.answer(f"Nothing about {rest}.")
            yield lambda ui: ui.answer(f"It is about {self.OTHERS[inst.params['later']][1][0]}.")
