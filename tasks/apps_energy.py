"""Apps: the energy and the software of the car: when it charges, when it is ready, where it has been, what it runs on."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.headunit.parts.care_words import minutes, moment
from automotive_env.headunit.pictures.town.journey import far
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS, DISTANCES, signposted, signposted_in
from automotive_env.tasks.maps_messages import READ, opened
from automotive_env.tasks.maps_search import here
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, some
from automotive_env.validators.signals import Signal
from automotive_env.vehicle.events import RINGING_SECONDS
from automotive_env.vehicle.life import commute
from automotive_env.world.content.trips import LastTrip, last_trips
from automotive_env.world.energy import DAYS

NEWEST = Signal("software.newest", "software.newest")
WORKING, WEEKEND = DAYS[:5], DAYS[5:]
CHARGED_ON: Mapping[str, tuple[str, ...]] = {
    "Saturday and Sunday": WEEKEND,
    "Monday to Thursday": DAYS[:4],
    "Friday to Sunday": DAYS[4:],
    "Tuesday and Thursday": (DAYS[1], DAYS[3]),
    "Monday, Wednesday and Friday": DAYS[:5:2],
}
"""Days as they are said -> their names."""


def energy(ui: UiScript) -> UiScript:
    """The page on charging."""
    return ui.dismiss().open("energy").tap("energy_charging")


def at_time(ui: UiScript, button: str, minute: int) -> UiScript:
    """Choose a time of the day, in minutes after midnight, behind a button of the page on charging."""
    return ui.tap(button).tap(f"hour_{minute // 60}").tap(f"minute_{minute % 60}").tap("time_close")


class CheapHours(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A new tariff: charging waits for other hours, on other days, and ends at another charge."""

    says = (
        "New tariff: it's cheap from {start} to {end}, {days} only. Charge by that, up to {limit} %.",
        "My power company has changed the night rate: {days}, {start} till {end}. Let the car wait for it; {limit} % will do.",
        "From now on plugged in means: {days} it waits for {start} and is done with the low price at {end}. Stop at {limit} %.",
        "Could you teach the car our new prices? Low from {start} until {end}, {days}. Fill the battery to {limit} %, please.",
        "{start} to {end}, {days}, on no other day, that's when current costs little. Wait for it, and stop at {limit} %.",
        (
            "The low rate isn't what it was, so the car shall wait for the new one: {days}, not all week, {start} to {end}; "
            "{limit} %, then enough."
        ),
    )
    steps = 24

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        start, end = draw.integer(20 * 60 + 15, 23 * 60 + 45, 15), draw.integer(4 * 60 + 15, 7 * 60 + 45, 15)
        told = {"start": minutes(start, scene.clock), "end": minutes(end, scene.clock)}
        limit = draw.choice([60, 65, 70, 75, 85, 90, 95])
        return told | {"begins": start, "ends": end, "days": draw.choice(list(CHARGED_ON)), "limit": limit}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.OFF_PEAK, False)
        car.write(s.OFF_PEAK_START, (inst.params["begins"] + 105) % 1440)
        car.write(s.OFF_PEAK_END, inst.params["ends"] + 75)
        for day, signal in zip(DAYS, s.OFF_PEAK_DAYS, strict=True):
            car.write(signal, day in WORKING)
        car.write(s.CHARGE_LIMIT, 80)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        hours = then.care.charges_between(inst.params["begins"], inst.params["ends"], *CHARGED_ON[inst.params["days"]])
        return hours & then.care.charges_to(inst.params["limit"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("energy.off_peak_*", "energy.off_peak_days.*", "energy.charge_limit")

    def _days(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        for day in DAYS:
            ui.switch(f"day_{day}", day in CHARGED_ON[inst.params["days"]])
        return ui

    def _hours(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        at_time(energy(ui), "off_peak_start", inst.params["begins"])
        return at_time(ui, "off_peak_end", inst.params["ends"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        limit = inst.params["limit"]
        yield lambda ui: self._days(self._hours(ui, inst), inst).switch("off_peak", True).slide("charge_limit", limit)
        yield lambda ui: self._days(
            self._hours(energy(ui).slide("charge_limit", limit).switch("off_peak", True), inst), inst
        ).answer("Done.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        limit = inst.params["limit"]
        yield lambda ui: self._days(self._hours(ui, inst), inst).slide("charge_limit", limit)
        yield lambda ui: self._hours(ui, inst).switch("off_peak", True).slide("charge_limit", limit)
        yield lambda ui: self._days(self._hours(ui, inst), inst).switch("off_peak", True).answer(f"It stops at {limit} %.")
        yield lambda ui: self._days(energy(ui), inst).switch("off_peak", True).slide("charge_limit", limit)
        yield (
            lambda ui: (
                at_time(self._days(self._hours(ui, inst), inst).switch("off_peak", True), "departure_time", inst.params["begins"])
                .slide("charge_limit", limit)
                .switch("departure", True)
            )
        )


class PickedUpAt(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """A friend writes when to be fetched; the car is to be ready, and comfortable, that long before. Others write, too."""

    says = (
        "{who} is about to write when to be fetched tomorrow. It takes me {way}; have the car ready, cabin and all.",
        "Wait for what {who} writes: I must be there by then, {way} from here. All comfortably tempered when I have to set off.",
        "{way} to {who}'s, and the time comes by message any moment. I want to step into a pleasant car just when I must go.",
        (
            "Could you mind my messages? {who} tells when to pick them up. It's {way} by road; let the car be prepared for me "
            "in time, and no shivering or sweating, please."
        ),
        "Tomorrow I'm {who}'s taxi, {way} away. Their message says when; see that the car is all set as I set out, the air too.",
        "{who} writes soon, don't mind the others. Count back {way} from there: that's when car and cabin must be ready for me.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who, takes = draw.person(), draw.choice([15, 30, 45, 60, 75])
        there = draw.integer(7 * 60, 11 * 60, 15)
        way = {60: "an hour", 75: "an hour and a quarter"}.get(takes, f"{takes} minutes")
        drawn = {"who": who, "rival": draw.person(but=[who]), "way": way, "leaves": there - takes, "there": there}
        return drawn | {"after": draw.choice([6, 10, 15])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DEPARTURE, False)
        car.write(s.DEPARTURE_TIME, inst.params["there"] + 150)
        car.write(s.PRECONDITIONING, False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        drawn, clock = inst.params, inst.scene.clock
        wish = f"Could you fetch me tomorrow at {minutes(drawn['there'], clock)}? That would be great."
        other = f"Shall we have breakfast together? I'd be there tomorrow at {minutes(drawn['there'] + 60, clock)}."
        return (
            Event(lambda car: car.writes(drawn["rival"], other), after_seconds=drawn["after"] - 4),
            Event(lambda car: car.writes(drawn["who"], wish), after_seconds=drawn["after"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        unset = then.at(inst.params["after"]).as_it_was(s.DEPARTURE_TIME)  # before they write, nobody can know
        return then.care.leaves_at(*divmod(inst.params["leaves"], 60)) & then.on(s.PRECONDITIONING) & unset

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "energy.departure_*", "energy.preconditioning=true")

    def _ready(self, ui: UiScript, inst: TaskInstance, minute: int) -> UiScript:
        opened(ui.wait(inst.params["after"]), inst.params["who"])
        return at_time(energy(ui), "departure_time", minute).switch("departure", True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        leaves = inst.params["leaves"]
        yield lambda ui: self._ready(ui, inst, leaves).switch("preconditioning", True)
        yield lambda ui: at_time(
            energy(ui.wait(inst.params["after"]).tap("notifications").tap("notifications"))
            .switch("preconditioning", True)
            .switch("departure", True),
            "departure_time",
            leaves,
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        leaves, there = inst.params["leaves"], inst.params["there"]
        yield lambda ui: self._ready(ui, inst, there).switch("preconditioning", True)
        yield lambda ui: self._ready(ui, inst, leaves).answer("The car is ready and warm when you leave.")
        yield lambda ui: self._ready(ui, inst, there + 60).switch("preconditioning", True)
        yield lambda ui: self._ready(ui, inst, leaves).switch("preconditioning", True).switch("departure", False)
        yield lambda ui: self._ready(ui, inst, leaves).switch("preconditioning", True).switch("off_peak", True)


class LongestTrip(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Of the trips that the car remembers, the longest: when it began and how far it was, as the signs here count."""

    says = (
        "Of all the drives the car remembers, which was the longest? When did I set off, how far was it, as signs here count?",
        "My longest drive of late: at what time did it begin, and over what distance, in what this country measures roads in?",
        "Look for the drive that took me furthest, please. I need the time I started and the distance, in the local measure.",
        (
            "For my expenses: the one drive of the last days that was longer than all others, its start by the clock, its length "
            "in what the tax office of this place reckons in?"
        ),
        "When did I leave on my longest journey these two weeks? And how long was it; not in hours, in what the signs here use.",
        (
            "The furthest I've gone in one go lately. Not yesterday's, unless it is; the furthest. Time of the start and the "
            "distance, in the unit that people here use?"
        ),
    )
    steps = 9

    def rule(self, place: Place) -> Hashable:
        return signposted_in(place)

    def scene(self, draw: Draw) -> Scene:
        for _ in range(30):
            scene = draw.scene(moving=False, distance_unit=draw.choice(DISTANCES))
            lengths = sorted(trip.km for trip in self._known(scene))
            if len(lengths) > 8 and 1.5 < lengths[-1] - lengths[-2] < 0.2 * lengths[-1]:
                return scene
        raise SceneImpossible(f"nobody in {draw.place.name} has one trip that is a little longer than all others")

    @staticmethod
    def _known(scene: Scene) -> tuple[LastTrip, ...]:
        town = here(scene).town
        return last_trips(town.life, date.fromisoformat(scene.time[:10]), commute(town, place_by_name(scene.place).country))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        ranked = sorted(self._known(scene), key=lambda trip: -trip.km)
        return {"unit": signposted_in(draw.place)} | {
            name: value
            for name, trip in zip(("longest", "second"), ranked, strict=False)
            for name, value in ((f"{name}_km", trip.km), (f"{name}_at", trip.began[11:16]))
        }

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        hour, minute = map(int, inst.params["longest_at"].split(":"))
        return then.answered(TimeOfDay(hour, minute), signposted(inst.params["longest_km"], inst.params["unit"], 1.35))

    def _told(self, inst: TaskInstance, name: str, of: str, unit: str = "") -> str:
        length = far(1_000 * inst.params[f"{of}_km"], unit or inst.params["unit"])
        hour, minute = map(int, inst.params[f"{name}_at"].split(":"))
        return f"You set off at {minutes(60 * hour + minute, inst.scene.clock)} and drove {length}."

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        right = self._told(inst, "longest", "longest")
        longest = max(self._known(inst.scene), key=lambda trip: trip.km)
        row = moment(longest.began, inst.scene.time, inst.scene.clock)
        yield lambda ui: ui.dismiss().open("energy").tap("energy_trips").scroll_to("trip_item", row).answer(right)
        yield lambda ui: ui.dismiss().open("energy").tap("energy_trips").scroll_to("trip_item", row).home().answer(right)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("energy").tap("energy_trips").answer(self._told(inst, "second", "second"))
        yield lambda ui: ui.open("energy").tap("energy_trips").answer(self._told(inst, "second", "longest"))
        yield lambda ui: ui.open("energy").tap("energy_trips").answer(self._told(inst, "longest", "second"))
        yield lambda ui: ui.open("energy").tap("energy_trips").answer("Here are your trips.")
        foreign = next(unit for unit in DISTANCES if unit != inst.params["unit"])
        yield lambda ui: ui.open("energy").tap("energy_trips").answer(self._told(inst, "longest", "longest", foreign))


def trips_around(begins: int, ends: int, first: int, last: int, time_format: str) -> str:
    """All of some hours, counted on after midnight, but a gap: "from 21:00 to 22:40 and from 01:00 to 03:40"."""
    trips = [(start, end) for start, end in ((first, begins - 1), (ends + 1, last)) if start <= end]
    times = ((minutes(60 * (start % 24), time_format), minutes(60 * (end % 24) + 40, time_format)) for start, end in trips)
    return " and ".join(f"from {start} to {end}" for start, end in times)


UP_TO_DATE = Says(
    "that there is nothing newer",
    r"\b(up to date|up-to-date|latest|newest|most recent|current|no (\w+ )?(update|version|software)s?|nothing (new|newer)|"
    r"(not|no|\w+n't) (\w+ ){0,3}(newer|update))\b",
    r"(?<!no )\b(there is|there's|has) an? (newer|new) (version|update|one)\b|"
    r"\b(?<!nothing )(?<!nothing was )(?<!not )(?<!n't )(planned|scheduled)\b(?! (nothing|no)\b)|"
    r"\b((?<!nothing )will (be )?install\w*|(not|n't) (\w+ )?(up to date|the (latest|newest)))\b",
)


NOTHING_NEWER = Says(
    "that nothing goes in",
    r"\b(?:is|already) (?:up[- ]to[- ]date|current)\b|\b(?:no (?:\w+ )?update|nothing newe?r?)\b",
)


class WhileISleep(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """Software that is newer goes in while nobody needs the car: not the driver, nor who has written when they borrow it."""

    says = (
        "I'm on the road until {parks} and leave again when the car is set to be ready. {contact} borrows it in between and "
        "wrote when. Newer software? In with it while nobody drives.",
        "The car is back at {parks}, and I leave at the departure that it knows. If the maker has something new, put it on then, "
        "but not while {contact} has the car; that's in a message.",
        "A friend says his car got a new version. If there's one for mine, let it go in tonight, after {parks} and before my "
        "departure as it's set in here. Only not on {contact}'s trip, about which I've been texted.",
        "Could you look for a newer version of the car's software, and have it put on when the car stands still? I'm back at "
        "{parks}, {contact} borrows it as they wrote, and when I leave, the car knows.",
        "Out till {parks}, off at the departure that's set here, and {contact} drives in between, see the message. Whatever the "
        "factory has new for this system, when none of us needs the car; tell me if there's nothing.",
        "Not now, I'm out until {parks}: anything new for the system may go on tonight while the car stands. {contact} takes it, "
        "too, and has told me when, and after my departure that's set it's on the road again.",
    )
    endings = ("act", "refrain")
    steps = 17

    def scene(self, draw: Draw) -> Scene:
        for _ in range(30):
            scene = draw.scene(light=("day",))
            if 6 <= int(scene.time[11:13]) <= 18:
                return scene
        raise SceneImpossible(f"{draw.place.name} has no day")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first = draw.integer(21, 24)
        last = first + draw.choice([3, 4])
        lone = [(hour, hour) for hour in range(first, last + 1)]
        gap, other = draw.rng.sample([*lone, *((hour, hour + 1) for hour in range(first, last))], 2)
        moves = draw.ending == "act" and draw.maybe(0.7) and (gap[1] < other[0] or other[1] < gap[0])
        old = draw.integer(1, 6)
        told = {
            "parks": minutes((60 * first - 20) % 1440, scene.clock),
            "contact": draw.person(),
            "leaves": 60 * (last % 24) + 45,
        }
        at_first, trips = (trips_around(*one, first, last, scene.clock) for one in (other if moves else gap, gap))
        times = {"at_first": at_first, "trips": trips, "moved": draw.choice([20, 28, 36]) if moves else 0}
        hours = {"first": first, "last": last, "begins": gap[0], "ends": gap[1], "free_at_first": other[0] if moves else gap[0]}
        return told | times | hours | {"version": f"6.{old}", "newest": f"6.{old + (draw.ending == 'act')}"}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SOFTWARE_VERSION, inst.params["version"])
        car.write(NEWEST, inst.params["newest"])
        car.write(s.MOBILE_DATA, True)
        car.write(s.DEPARTURE, True)
        car.write(s.DEPARTURE_TIME, inst.params["leaves"])
        sure = "I'll write in a minute whether that stays." if inst.params["moved"] else "That's for sure."
        car.writes(inst.params["contact"], f"I take your car tonight {inst.params['at_first']}. {sure}")
        car.waits(RINGING_SECONDS)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, trips, moved = inst.params["contact"], inst.params["trips"], inst.params["moved"]
        again = Event(lambda car: car.writes(contact, f"No, {trips}, and now that's for sure."), after_seconds=moved)
        return (again,) if moved else ()

    @staticmethod
    def _free(inst: TaskInstance) -> list[int]:
        """The hours at which the car stands, and goes on standing for long enough."""
        return [hour % 24 for hour in range(inst.params["begins"], inst.params["ends"] + 1)]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "refrain":
            return then.is_(s.UPDATE_TIME, "")
        return some(*(then.care.update_planned(hour) for hour in self._free(inst))) & ~then.answered(NOTHING_NEWER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "software.scheduled_for") if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (UP_TO_DATE,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        other = rf"\b(?!{re.escape(inst.params['version'])}\b)\d\.\d\b"
        return (Says("that name no other version", "", other),)

    def _searched(self, ui: UiScript) -> UiScript:
        return ui.dismiss().open("care").tap("software_button").tap("search_update_button").wait(5)

    def _planned(self, ui: UiScript, hour: int) -> UiScript:
        return self._searched(ui).tap("schedule_update_button").tap(f"update_hour_{hour % 24}")

    def _known(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """What was written, also in the end, and when the car has to be ready."""
        opened(ui, inst.params["contact"])
        return energy(ui.wait(inst.params["moved"]) if inst.params["moved"] else ui)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: self._searched(ui).answer("The software is up to date, so I planned nothing.")
            yield lambda ui: self._searched(ui).answer(f"You already have the latest version, {inst.params['version']}.")
            return
        free, hasty = self._free(inst), inst.params["free_at_first"]
        yield lambda ui: self._planned(self._known(ui, inst), free[0])
        if not inst.params["moved"]:
            yield lambda ui: self._planned(self._known(ui, inst), free[-1])
            return
        yield (
            lambda ui: (
                self._planned(energy(opened(ui, inst.params["contact"])), hasty)
                .wait(inst.params["moved"])
                .dismiss()
                .tap("cancel_update_button")
                .tap("schedule_update_button")
                .tap(f"update_hour_{free[0]}")
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: self._searched(ui).answer("It is planned for tonight.")
            yield lambda ui: self._searched(ui)
            yield lambda ui: ui.open("care").answer("There is a newer version.")
            return
        yield lambda ui: self._planned(ui, 20)
        yield lambda ui: self._planned(ui, 5)
        first, last, free = inst.params["first"], inst.params["last"], self._free(inst)
        busy = [hour for hour in range(first, last + 1) if hour % 24 not in free]
        yield lambda ui: self._planned(self._known(ui, inst), busy[0])
        yield lambda ui: self._planned(self._known(ui, inst), busy[-1])
        yield lambda ui: self._searched(ui).answer("The software is up to date.")
        yield lambda ui: self._searched(ui).tap("later_button").answer("It goes in tonight.")
