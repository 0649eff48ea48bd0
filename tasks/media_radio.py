"""Media: the radio, whose stations and frequencies are those of the place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.content.stations import band_of, megahertz
from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.shared.maps import PLACES, ROUTE
from automotive_env.tasks.shared.media import RADIO_ON, drawn_station, received, tuned
from automotive_env.validators import Criterion, Episode

MEDIA = Category.MEDIA


class OnThisFrequency(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """A station by its frequency; on some, nothing is received in this city."""

    says = (
        "Tune the radio to {dial}.",
        "Put {dial} on the radio.",
        "Can you tune the radio to {dial}?",
        "Switch the radio over to {dial}, would you?",
        "Radio on {dial}, please.",
        "My sister's being interviewed on {dial}, put the radio on.",
    )
    endings = ("act", "decline")
    steps = 9
    may_change = RADIO_ON

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        there = [one for one in draw.content.stations if band_of(one) != "DAB"]
        if draw.ending == "act":
            station = draw.choice(there)
            return {"dial": _said(station.frequency_value), **drawn_station(station)}
        steps = {round(10 * megahertz(one)) for one in there if band_of(one) == "FM"}
        free = [one for one in range(min(steps), max(steps), 2) if min(abs(one - taken) for taken in steps) >= 2]
        return {"dial": f"{draw.choice(free) / 10:.1f} FM", "station": "", "band": "FM"}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.plays_station(inst.params["station"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        dial, station, band = (inst.params[name] for name in ("dial", "station", "band"))
        if inst.ending == "decline":
            yield lambda ui: received(ui, band).infeasible(f"There is no station on {dial} here.")
            return
        yield lambda ui: tuned(ui, station, band)
        yield lambda ui: tuned(ui, station, band).answer(f"{station} is on.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        dial, station, band = (inst.params[name] for name in ("dial", "station", "band"))
        other = next(one.name for one in inst.scene.content.stations if band_of(one) == band and one.name != station)
        yield lambda ui: tuned(ui, other, band).answer(f"{dial} is on.")
        yield lambda ui: received(ui, band).answer(f"{dial} is on.")


def _said(frequency: str) -> str:
    """A frequency as people say it: "98.4 FM", "738 AM"."""
    number, unit = frequency.split()
    return f"{number} {'FM' if unit == 'MHz' else 'AM'}"


class AnotherFavorite(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A station joins the favourites of the radio, unless it is one of them."""

    says = (
        "Add {station} to my favourite radio stations.",
        "Save {station} to my radio favourites.",
        "Can you save {station} as a favourite on the radio?",
        "Add {station} to the radio favourites.",
        "Make {station} a favourite on the radio, will you?",
        "I can never find the station {station}, so save it as a favourite.",
    )
    endings = ("act", "refrain")
    steps = 10
    may_change = (*RADIO_ON, "radio._is_playing", "radio._collection")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kept = _kept(scene)
        return drawn_station(draw.choice([one for one in draw.content.stations if (one.name in kept) is (draw.ending != "act")]))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.keeps_stations(inst.params["station"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        station, band = inst.params["station"], inst.params["band"]
        if inst.ending == "refrain":
            yield lambda ui: ui.open("radio").tap("radio_favorites").answer(f"{station} is a favourite already.")
            return
        yield lambda ui: tuned(ui, station, band).switch("add_presets_button", True)
        yield lambda ui: tuned(ui, station, band).tap("add_presets_button").tap("play_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        station, band = inst.params["station"], inst.params["band"]
        other = next(one for one in inst.scene.content.stations if one.name not in (station, *_kept(inst.scene)))
        yield lambda ui: tuned(ui, other.name, band_of(other)).tap("add_presets_button")
        if inst.ending == "act":
            yield lambda ui: ui.open("radio").tap("radio_favorites").answer(f"{station} is a favourite already.")
        else:
            yield lambda ui: tuned(ui, station, band).tap("add_presets_button")


def _kept(scene: Scene) -> list[str]:
    """The favourite stations at the start."""
    return [station.name for station in car_of(scene).radio.collection]


class FarEnough(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The driver knows the way from here: the guidance ends, and a station plays instead."""

    says = (
        "End the route and tune to {station}.",
        "I know the way now, stop navigating and tune to {station}.",
        "Navigation off, put {station} on the radio.",
        "Stop the navigation and play {station} radio.",
        "I don't need directions any more, so end the route and put {station} on the radio.",
        "We're nearly there, so end the route and put the radio on {station}.",
    )
    steps = 8
    may_change = (*RADIO_ON, *ROUTE)
    conditions = Conditions(moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"destination": draw.choice(PLACES), **drawn_station(draw.station())}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.ended() & then.media.plays_station(inst.params["station"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        station, band = inst.params["station"], inst.params["band"]
        yield lambda ui: tuned(ui.open("maps").tap("route_end_button"), station, band)
        yield lambda ui: tuned(ui, station, band).open("maps").tap("route_end_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        station, band = inst.params["station"], inst.params["band"]
        yield lambda ui: tuned(ui, station, band)
        yield lambda ui: ui.open("maps").tap("route_end_button")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield CallPlan().call("navigation.navigation_exit").call("radio.radio_play", radioName=inst.params["station"])
