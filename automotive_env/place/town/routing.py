"""Routing in the generated town: the street that the car is on, and the best route from there over stops to a destination."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import dist, hypot
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.place.town.cells import FARTHEST, CellBorder, CrossingNumber, TownCell, borders, cell_at
from automotive_env.place.town.geocoding import PlaceLocation
from automotive_env.place.town.plane import PlanePoint, unbent
from automotive_env.place.town.quarter import QuarterStreet, streets
from automotive_env.place.town.roads import (
    CROSSING_SECONDS,
    MOTORWAY_SPEED,
    STREET_SPEED,
    MainRoad,
    is_ferry,
    is_motorway,
    is_toll,
    name_of,
    roads_at,
    speed_on,
)
from automotive_env.place.town.street_names import street_name

TURN_AROUND = 90.0
"""Seconds that it takes to turn back."""
AVOIDED = 8.0
"""How much dearer a stretch is that is to be avoided: it is taken only where there is no other way."""
TOLL_A_KILOMETRE = 0.32
"""Price of a toll road, in the currency of the place."""

TOP_SPEED = 2 * FARTHEST / (2 * FARTHEST / MOTORWAY_SPEED + CROSSING_SECONDS)
"""Metres a second on the longest motorway that there can be from one crossing to the next, with the crossing."""

RouteKind: TypeAlias = Literal["fastest", "shortest", "no tolls"]
KINDS: tuple[RouteKind, ...] = ("fastest", "shortest", "no tolls")


class RoutePreferences(NamedTuple):
    """What a route is to be like.

    Attributes:
        kind: one of `KINDS`.
        tolls, motorways, ferries: whether those may be taken.
        around: name of a road to be left out because of its traffic, empty where there is none.
    """

    kind: RouteKind = "fastest"
    tolls: bool = True
    motorways: bool = True
    ferries: bool = True
    around: str = ""


ANY = RoutePreferences()


class StreetSpot(NamedTuple):
    """A place on a street.

    Attributes:
        at: where it is, in the plan.
        start, end: the ends of that street or road.
        border: the main road it is on, or None.
        name: of the street.
        cell: the quarter it is in.
    """

    at: PlanePoint
    start: PlanePoint
    end: PlanePoint
    border: CellBorder | None
    name: str
    cell: TownCell


class RouteLeg(NamedTuple):
    """A part of a route along one street.

    Attributes:
        name: of the street.
        start, end: in the plan.
        seconds: how long it takes.
        motorway, toll, ferry: what it is.
    """

    name: str
    start: PlanePoint
    end: PlanePoint
    seconds: float
    motorway: bool = False
    toll: bool = False
    ferry: bool = False

    @property
    def metres(self) -> float:
        """Its length."""
        return math.dist(self.start, self.end)


class RoutePlan(NamedTuple):
    """A route to a destination.

    Attributes:
        legs: its parts; at least one, which is of no length where the car is there.
        metres: its length.
        seconds: how long it takes in today's traffic.
        turn: which way the next turn goes: "left", "right", "slight left", "slight right", "straight" or
            "around", where the car has to turn back.
        turn_in: metres to that turn.
        turn_into: name of the street it leads into.
    """

    legs: tuple[RouteLeg, ...]
    metres: float
    seconds: float
    turn: str
    turn_in: float
    turn_into: str

    @property
    def toll(self) -> float:
        """What it costs, in the currency of the place."""
        return TOLL_A_KILOMETRE * sum(leg.metres for leg in self.legs if leg.toll) / 1_000

    @property
    def ferry(self) -> bool:
        """Whether it takes a ferry."""
        return any(leg.ferry for leg in self.legs)

    @property
    def motorway(self) -> bool:
        """Whether it takes a motorway."""
        return any(leg.motorway for leg in self.legs)

    @property
    def roads(self) -> tuple[str, ...]:
        """Names of its roads in order."""
        return tuple(dict.fromkeys(leg.name for leg in self.legs))

    @property
    def longest(self) -> str:
        """The road that it takes furthest: what it is called by."""
        return max(self.roads, key=lambda name: sum(leg.metres for leg in self.legs if leg.name == name))


def snapped(point: PlanePoint, bearing: float) -> StreetSpot:
    """Map matching: the nearest place on a street; streets across the bearing of the car are penalized."""
    here = unbent(point)
    cell = cell_at(here)
    ways: list[tuple[PlanePoint, PlanePoint, CellBorder | QuarterStreet]] = [
        (border.first, border.last, border) for border in borders(cell)
    ]
    ways += [(street.start, street.end, street) for street in streets(cell)]
    start, end, way = min(ways, key=lambda way: _misfit(here, _foot(here, way[0], way[1]), way[0], way[1], bearing))
    border, name = (way, name_of(way)) if isinstance(way, CellBorder) else (None, street_name(cell, way.number))
    return StreetSpot(_foot(here, start, end), start, end, border, name, cell)


def spot_of(place: PlaceLocation) -> StreetSpot:
    """The spot of a place, to go on from there."""
    return StreetSpot(place.at, place.border.first, place.border.last, place.border, name_of(place.border), place.cell)


def _foot(point: PlanePoint, start: PlanePoint, end: PlanePoint) -> PlanePoint:
    run, rise = end[0] - start[0], end[1] - start[1]
    square = run * run + rise * rise or 1.0
    share = min(1.0, max(0.0, ((point[0] - start[0]) * run + (point[1] - start[1]) * rise) / square))
    return start[0] + run * share, start[1] + rise * share


def _misfit(point: PlanePoint, spot: PlanePoint, start: PlanePoint, end: PlanePoint, bearing: float) -> float:
    across = abs(math.sin(math.radians(heading(start, end) - bearing)))
    return math.dist(point, spot) + 30 * across


def heading(start: PlanePoint, end: PlanePoint) -> float:
    """The direction from one point to another, degrees clockwise from north."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360


def _against(leg: RouteLeg, bearing: float | None) -> bool:
    """Whether a leg begins with a U-turn."""
    if bearing is None or leg.start == leg.end:
        return False
    return math.cos(math.radians(heading(leg.start, leg.end) - bearing)) < -0.3


def find_route(
    start: StreetSpot, bearing: float, targets: tuple[PlaceLocation, ...], wishes: RoutePreferences = ANY
) -> RoutePlan:
    """The best route from a place on a street, over all targets but the last to that one.

    What is to be avoided weighs by its minutes in the fastest and by its metres in the shortest. Where the two differ in how
    much of it they take, the one that takes less is best for both kinds: the shortest is never longer than the fastest.
    """
    if wishes._replace(kind="fastest") == ANY:
        return _found(start, bearing, targets, wishes)
    kinds: tuple[RouteKind, ...] = (wishes.kind, "fastest" if wishes.kind == "shortest" else "shortest")
    tolls = wishes.tolls and wishes.kind != "no tolls"
    ways = [_found(start, bearing, targets, wishes._replace(kind=kind, tolls=tolls)) for kind in kinds]

    def rank(route: RoutePlan) -> tuple[float, float]:
        avoided = sum(leg.metres for leg in route.legs if _is_unwanted(leg, wishes))
        return round(avoided), route.metres if wishes.kind == "shortest" else route.seconds

    return min(ways, key=rank)


def _found(start: StreetSpot, bearing: float, targets: tuple[PlaceLocation, ...], wishes: RoutePreferences) -> RoutePlan:
    """The best route of a kind over all targets, where what is to be avoided is `AVOIDED` times as dear."""
    legs: list[RouteLeg] = []
    spot, looks = start, bearing
    for target in targets:
        part = _best_way(spot, looks if spot is start else None, target, wishes)
        legs += part
        spot, looks = spot_of(target), heading(part[-1].start, part[-1].end)
    metres = sum(leg.metres for leg in legs)
    turn = ("around", 0.0, start.name) if _against(legs[0], bearing) else _next_turn(legs)
    return RoutePlan(tuple(legs), metres, sum(leg.seconds for leg in legs), *turn)


def _turned(legs: tuple[RouteLeg, ...], bearing: float | None) -> tuple[RouteLeg, ...]:
    """Legs whose first one takes longer where it begins with a U-turn."""
    first, *others = legs
    return (first._replace(seconds=first.seconds + TURN_AROUND), *others) if _against(first, bearing) else legs


def _is_unwanted(leg: RouteLeg | MainRoad, wishes: RoutePreferences) -> bool:
    """Whether a leg is to be avoided."""
    return bool(
        (leg.toll and (not wishes.tolls or wishes.kind == "no tolls"))
        or (leg.motorway and not wishes.motorways)
        or (leg.ferry and not wishes.ferries)
        or (wishes.around and (leg.name if isinstance(leg, RouteLeg) else name_of(leg.border)) == wishes.around)
    )


def _price(leg: RouteLeg | MainRoad, metres: float, wishes: RoutePreferences) -> float:
    """What a leg counts when routes are compared: seconds, or metres where the shortest is wished."""
    return (metres if wishes.kind == "shortest" else leg.seconds) * (AVOIDED if _is_unwanted(leg, wishes) else 1)


def _along(border: CellBorder, start: PlanePoint, end: PlanePoint) -> RouteLeg:
    """A part of a main road, between two places on it."""
    seconds = math.dist(start, end) / speed_on(border)
    return RouteLeg(name_of(border), start, end, seconds, is_motorway(border), is_toll(border), is_ferry(border))


def _exits(spot: StreetSpot) -> Iterator[tuple[CrossingNumber, tuple[RouteLeg, ...]]]:
    """The first crossings that can be reached, each with the legs that lead there."""
    if spot.border:
        yield spot.border.start, (_along(spot.border, spot.at, spot.border.first),)
        yield spot.border.end, (_along(spot.border, spot.at, spot.border.last),)
        return
    for gate in (spot.start, spot.end):
        border = min(borders(spot.cell), key=lambda border: math.dist(gate, _foot(gate, border.first, border.last)))
        leg = RouteLeg(spot.name, spot.at, gate, math.dist(spot.at, gate) / STREET_SPEED + CROSSING_SECONDS)
        yield border.start, (leg, _along(border, gate, border.first))
        yield border.end, (leg, _along(border, gate, border.last))


_Reached: TypeAlias = tuple[float, PlanePoint, CrossingNumber | None]
"""A crossing from which a way is known: what it counts, where the crossing is, and the next one on the way. No class of its own:
the garbage collector passes over plain tuples, and there are many."""


class _WaysTo:
    """The best ways to a place on a main road, by A* from that place to where a car is.

    The next search for another position goes on from here: best ways stay the best, and only those not yet known are looked for.
    """

    def __init__(self, target: PlaceLocation, wishes: RoutePreferences) -> None:
        self._wishes = wishes
        road = target.border
        self._last = {road.start: _along(road, road.first, target.at), road.end: _along(road, road.last, target.at)}
        self._best: dict[CrossingNumber, _Reached] = {}
        self._found: dict[CrossingNumber, _Reached] = {
            at: (_price(leg, leg.metres, wishes), leg.start, None) for at, leg in self._last.items()
        }

    def best_exit(self, exits: Sequence[tuple[float, CrossingNumber, PlanePoint]], near: PlanePoint) -> tuple[float, int]:
        """The best way over one of some crossings.

        Args:
            exits: what it counts to get to a crossing, the crossing, and where it is.
            near: a point near them, in the plan.

        Returns:
            What the way counts, and the place of its crossing among the exits.
        """
        prices: dict[CrossingNumber, float] = {}
        for price, crossing, _ in exits:
            prices[crossing] = min(price, prices.get(crossing, math.inf))
        top = 1.0 if self._wishes.kind == "shortest" else TOP_SPEED
        self._search(prices, near, top, min(price - dist(at, near) / top for price, _, at in exits))
        return min((price + self._best[at][0], place) for place, (price, at, _) in enumerate(exits) if at in self._best)

    def _search(self, prices: Mapping[CrossingNumber, float], near: PlanePoint, top: float, beyond: float) -> None:
        """Go on until no crossing that is left can be on the best way.

        Args:
            prices: what it counts to get to the crossings that are looked for.
            near: a point near them, in the plan.
            top: metres that one second, or metre, of what a way counts can lead at most.
            beyond: what a way over any of them counts at least beyond the straight line to that point.
        """
        best, found, wishes, (east, north) = self._best, self._found, self._wishes, near
        if all(crossing in best for crossing in prices):
            return
        plain = wishes == ANY
        least = min((price + best[at][0] for at, price in prices.items() if at in best), default=math.inf)
        queue = [(cost + hypot(at[0] - east, at[1] - north) / top, crossing) for crossing, (cost, at, _) in found.items()]
        heapify(queue)
        while queue[0][0] + beyond < least:
            _, here = heappop(queue)
            if here in best:
                continue
            cost = (reached := found.pop(here))[0]
            best[here] = reached
            if here in prices:
                least = min(least, prices[here] + cost)
            for road, there, at in roads_at(here):
                if there in best:
                    continue
                total = cost + (road.seconds if plain else _price(road, road.metres, wishes))
                if there not in found or total < found[there][0]:
                    found[there] = (total, at, here)
                    heappush(queue, (total + hypot(at[0] - east, at[1] - north) / top, there))

    def legs(self, crossing: CrossingNumber) -> Iterator[RouteLeg]:
        """The best way from a crossing whose cost has been asked for."""
        while following := self._best[crossing][2]:
            road = next(road for road, there, _ in roads_at(following) if there == crossing)
            yield _leg(road, following)
            crossing = following
        yield self._last[crossing]


_ways_to = lru_cache(maxsize=128)(_WaysTo)


def _leg(road: MainRoad, to: CrossingNumber) -> RouteLeg:
    border = road.border
    start, end = (border.last, border.first) if border.start == to else (border.first, border.last)
    return RouteLeg(name_of(border), start, end, road.seconds, road.motorway, road.toll, road.ferry)


def _best_way(spot: StreetSpot, bearing: float | None, target: PlaceLocation, wishes: RoutePreferences) -> list[RouteLeg]:
    """The best way from a spot to a place on a main road."""
    ways, road = _ways_to(target, wishes), target.border

    def price(legs: Sequence[RouteLeg]) -> float:
        return sum(_price(leg, leg.metres, wishes) for leg in legs)

    exits = [(crossing, _turned(legs, bearing)) for crossing, legs in _exits(spot)]
    cost, chosen = ways.best_exit([(price(legs), crossing, legs[-1].end) for crossing, legs in exits], spot.at)
    crossing, legs = exits[chosen]
    straight = _turned((_along(road, spot.at, target.at),), bearing)
    if spot.border and spot.border.cells == road.cells and price(straight) <= cost:
        return [*straight]
    way = [*legs, *ways.legs(crossing)]
    return [leg for leg in way if leg.metres > 0.5] or way[-1:]


def _next_turn(legs: list[RouteLeg]) -> tuple[str, float, str]:
    """Direction of the next turn, metres to it, and the name of the street that it leads into."""
    run = 0.0
    for leg, following in pairwise(legs):
        run += leg.metres
        angle = (heading(following.start, following.end) - heading(leg.start, leg.end) + 180) % 360 - 180
        if abs(angle) > 28 and following.name != leg.name:
            side = "right" if angle > 0 else "left"
            return (side if abs(angle) > 55 else f"slight {side}"), run, following.name
    return "straight", run + legs[-1].metres, legs[-1].name
