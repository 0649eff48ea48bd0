"""Media: the radio, whose stations and frequencies are those of the place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import AnyOf, Besides
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, Word, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import STATIONS, NoOtherName
from automotive_env.world.content.stations import band_of, megahertz
from automotive_env.world.devices.radio import Station

ON = ("radio._is_playing=true", "music._is_playing=false", "system.muted=false")
"""What may be different where a station was wanted; music is paused for it."""
NOTHING_THERE = Says(
    "that nothing sends there",
    r"\b(nothing|nobody|none|silent|empty|unused|static|(just|only) (\w+ )?noise|"
    r"no(body)? (\w+ ){0,3}(stations?|one|signal|reception|broadcast\w*|sends?|sound|match)|"
    r"(not|\w+n't|cannot|unable to) (\w+ ){0,4}"
    r"(found|find|received?|sends?|broadcast\w*|tune\w*|exist\w*|used|available|station|list\w*|there|here))\b",
    r"\d mhz is (now )?(on|playing)\b",
)


def received(ui: UiScript, band: str) -> UiScript:
    """The stations of a band that are received here."""
    return ui.open("radio").tap("radio_local").tap(f"band_{band.lower()}")


def typed(ui: UiScript, frequency: str) -> UiScript:
    """A frequency entered by its digits, in a parked car."""
    ui.open("radio").tap("tune_button")
    for sign in frequency.split()[0]:
        ui.tap("key_point" if sign == "." else f"key_{sign}")
    return ui


def number_of(station: Station) -> float:
    """The frequency of a station, without its unit; 0 on DAB."""
    return 0.0 if band_of(station) == "DAB" else float(station.frequency_value.split()[0])


class OnThisFrequency(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """A station by its frequency; where nothing is received on that here, another one by its name, and that is to be said."""

    says = (
        "Tune in to {frequency}. If nothing sends there, {other} instead, but tell me.",
        "{frequency} on the radio, please. Only if it is empty here, {other}, and then I want to know.",
        "There was a sign for traffic news on {frequency}. Let's hear that; should it be silence, say so and put {other} on.",
        "I only remember the number: {frequency}. I may be wrong: if nobody is there, then {other}, and tell me.",
        "Could you put {frequency} on, because I think that's where they bring the match? If not, {other}, and a word.",
        "Some radio. Not {other}, as long as there's something on {frequency}; if there isn't, tell me, and {other} it is.",
    )
    endings = ("act", "answer")
    steps = 16

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        sent = [station for station in draw.content.stations if band_of(station) != "DAB"]
        station = draw.choice(sent)
        other = draw.choice([one for one in draw.content.stations if one is not station])
        drawn = {"frequency": station.frequency_value, "station": station.name, "band": band_of(station)}
        if draw.ending == "answer":
            taken = {round(10 * megahertz(station)) for station in sent}
            free = [tenths for tenths in range(881, 940) if tenths not in taken]
            drawn = {"frequency": f"{draw.choice(free) / 10:.1f} MHz", "station": "", "band": "FM"}
        return drawn | {"other": other.name, "other_band": band_of(other)}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "answer":
            other = inst.params["other"]
            sent = [number_of(station) for station in inst.scene.content.stations if station.name == other]
            told = NoOther(Amount(float(inst.params["frequency"].split()[0]), "", 0.04, tuple(sent)))
            facts = Besides(NOTHING_THERE, (other,)), Besides(told, (other,)), NoOtherName((other,), STATIONS)
            return then.media.plays_station(other) & then.answered(*facts)
        empty = Says("that do not call it empty", "^", NOTHING_THERE.ways)
        said = then.answered(AnyOf((Word((inst.params["station"],)), empty)))
        return then.media.plays_station(inst.params["station"]) & said

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ON

    def _other(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.tap("radio_local").tap(f"band_{inst.params['other_band'].lower()}").tap("station_item", inst.params["other"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        frequency, station, band = inst.params["frequency"], inst.params["station"], inst.params["band"]
        if inst.ending == "answer":
            other = inst.params["other"]
            yield lambda ui: self._other(received(ui, band), inst).answer(f"No station sends on {frequency} here.")
            yield lambda ui: self._other(received(ui, band), inst).answer(f"There is nothing on {frequency}, so {other} plays.")
            return
        yield lambda ui: received(ui, band).tap("station_item", station)
        if not inst.scene.moving:
            yield lambda ui: typed(ui, frequency).tap("listen_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        frequency, station, band = inst.params["frequency"], inst.params["station"], inst.params["band"]
        empty = f"No station sends on {frequency} here."
        yield lambda ui: received(ui, band).answer(empty)
        if inst.ending == "act":
            yield lambda ui: self._other(received(ui, band), inst).answer(empty)
            yield lambda ui: received(ui, band).tap("station_item", station).answer(empty)
            yield lambda ui: received(ui, band).tap("station_item", station).tap("play_button")
            yield lambda ui: received(ui, band).tap("station_item", station).tap("forward_button")
        else:
            yield lambda ui: self._other(received(ui, band), inst)
            yield lambda ui: self._other(received(ui, band), inst).answer(f"{frequency} is on.")
            yield lambda ui: self._other(received(ui, band), inst).tap("play_button").answer(empty)


_BEFORE = (
    r"(?:already|before|beforehand|never|had been|nothing|no (?:need|change)|unchanged|(?:was|were|is|are)(?:n't| not)|"
    r"(?:did|could|need|have|had)(?:n't| not)(?: (?:find|have|need|to))*)"
)


def _was_so(station: str, others: Sequence[str]) -> str:
    """A regular expression of what says of a station that nothing was to be changed: in the same clause, or by its name alone."""
    name, *beside = (re.escape(plain(one)) for one in (station, *others))
    apart = rf"(?:(?!{'|'.join(beside)}|\b(?:and|but|while|only)\b)[^.;!?,])*"
    both = rf"{name}(?:(?:,|,? and|,? or) (?:{'|'.join(beside)}))+ (?:were|are|both|all)"
    return (
        rf"{both}\b{apart}\b{_BEFORE}\b|{name}{apart}\b{_BEFORE}\b|\b{_BEFORE}\b{apart}{name}|^\W*(?:(?:it|that) was )?{name}\W*$"
    )


class AnotherFavorite(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """A station is to be among the favourites of the radio and on, two others are not; which of that was so is told."""

    says = (
        "{new} among my favorites rather than {old} and {gone}, and {new} on. One of the three needs no change: name it.",
        "{old} and {gone} are out of my favorites, {new} is in, and on now. One of them was so before, tell me which.",
        "{new} instead of {old} and {gone}, for good, and also right now; one of the three is so already, say which.",
        "I never listen to {old} or {gone}, so forget those. Remember {new}, and let it play. One I've seen to already; which?",
        "Could you keep {old}? No, the other way round: drop {old} and {gone}, keep {new}, and put {new} on. Which one was so?",
        "{new} belongs to the stations I keep, {old} and {gone} don't. Let me hear {new}, and name the one that was right.",
    )
    steps = 22

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kept = [station.name for station in car_of(scene).radio.collection]
        so = draw.choice(["new", "old", "gone"])
        new = draw.choice([one for one in draw.content.stations if (one.name in kept) is (so == "new")])
        old, gone = draw.rng.sample([name for name in kept if name != new.name], 2)
        drawn = {"old": old, "gone": gone, "new": new.name, "band": band_of(new)}
        if so != "new":
            drawn[so] = draw.choice([one.name for one in draw.content.stations if one.name not in (*kept, new.name)])
        return drawn | {"so": so}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        new, old, gone = (inst.params[name] for name in ("new", "old", "gone"))
        so = inst.params[inst.params["so"]]
        others = [one for one in (new, old, gone) if one != so]
        wrong = "|".join(_was_so(one, [two for two in (new, old, gone) if two != one]) for one in others)
        told = then.answered(Says(f"that only {so} was so already", _was_so(so, others), wrong))
        return then.media.keeps_stations(new, without=(old, gone)) & then.media.plays_station(new) & told

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ON, "radio._collection")

    def _starred(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return received(ui, inst.params["band"]).tap("station_item", inst.params["new"]).switch("add_presets_button", True)

    def _dropped(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("radio").tap("radio_favorites")
        for name in ("old", "gone"):
            if name != inst.params["so"]:
                ui.tap("station_item", inst.params[name]).tap("add_presets_button")
        return ui

    def _named(self, inst: TaskInstance, name: str) -> str:
        return f"{inst.params[name]} was {'already' if name == 'new' else 'not'} among your favorites."

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        new, so = inst.params["new"], inst.params["so"]
        told = self._named(inst, so)
        yield lambda ui: self._starred(self._dropped(ui, inst), inst).answer(told)
        yield lambda ui: self._dropped(self._starred(ui, inst), inst).tap("station_item", new).answer(f"{inst.params[so]}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        star, so = "add_presets_button", inst.params["so"]
        told, others = self._named(inst, so), [name for name in ("new", "old", "gone") if name != so]
        yield lambda ui: self._starred(self._dropped(ui, inst), inst)
        yield lambda ui: self._starred(self._dropped(ui, inst), inst).answer(self._named(inst, others[0]))
        yield lambda ui: self._starred(ui, inst).answer(told)
        yield lambda ui: self._dropped(self._starred(ui, inst), inst).tap("play_button").answer(told)
        yield lambda ui: self._starred(self._dropped(ui, inst), inst).tap(star).answer(told)
        mine = [station.name for station in car_of(inst.scene).radio.collection]
        if more := [name for name in mine if name not in inst.params.values()]:
            yield lambda ui: self._starred(self._dropped(ui, inst).tap("station_item", more[0]).tap(star), inst).answer(told)


class FarEnough(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The guidance is not needed any more: it ends, and a station plays at a certain loudness instead."""

    says = (
        (
            "I know the way to the {destination} from here. End the route with all its stops, and give us {station} at "
            "{volume} percent."
        ),
        "Enough of the directions; {station} instead, {volume} percent loud.",
        "No more guidance, but {station}, and make that {volume} percent.",
        "We skip the stops, so the whole route can go. Could we have {station} instead, at {volume} percent?",
        "Could the guidance stop for good now? I'd like to hear {station} at {volume} percent.",
        "Only leave the stops out. Oh well, no, end it all: there's {station} to listen to, at {volume} percent, please.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, volume=draw.choice([30, 70]))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        station = draw.station()
        destination, *stops = draw.rng.sample(PLACES, 3)
        drawn = {"destination": destination, "stops": "|".join(stops), "volume": draw.choice([40, 45, 50, 55, 60])}
        return drawn | {"station": station.name, "band": band_of(station)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *inst.params["stops"].split("|"))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        heard = then.media.plays_station(inst.params["station"]) & then.media.volume_at(inst.params["volume"])
        return then.navigation.ended() & heard

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ON, *ROUTE, "environment.volume")

    def _ended(self, ui: UiScript) -> UiScript:
        return ui.open("maps").tap("route_end_button").confirm()

    def _heard(self, ui: UiScript, inst: TaskInstance, volume: int) -> UiScript:
        return received(ui, inst.params["band"]).tap("station_item", inst.params["station"]).slide("volume_seek_bar", volume)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        volume = inst.params["volume"]
        yield lambda ui: self._heard(self._ended(ui), inst, volume)
        yield lambda ui: self._ended(self._heard(ui, inst, volume))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        volume = inst.params["volume"]
        yield lambda ui: self._heard(ui, inst, volume)
        yield lambda ui: self._heard(ui.open("maps").tap("route_end_button").cancel(), inst, volume)
        yield lambda ui: self._heard(self._ended(ui), inst, volume + 10)
        yield lambda ui: self._heard(self._ended(ui), inst, volume).tap("play_button")
        yield lambda ui: self._heard(self._ended(ui), inst, volume).tap("back_button")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("navigation.navigation_exit")
        plan = plan.call("radio.radio_play", radioName=inst.params["station"])
        yield plan.call("radio.radio_soundVolume_set", value=inst.params["volume"])


def _told_apart(lower: tuple[str, float], higher: tuple[str, float]) -> Fact:
    """Of two stations, by name and frequency, neither is told to send where the other does, nor the higher one to be below."""
    low, high = (re.escape(plain(name)) for name, _ in (lower, higher))
    at, up = (rf"{re.escape(f'{number:g}')}(?:\.0)?(?![.\d]*\d)" for _, number in (lower, higher))
    between = rf"(?:(?!{low}|{high}|\b(?:above|after|over|past|behind|than|from|below|under|before|until|till)\b)[^.;,\d])*"
    exchanged = rf"{low}{between}{up}|{high}{between}{at}"
    upside_down = (
        rf"{high}(?: (?:is|comes|lies|sits|sends))?(?: (?:just|right|directly))? (?:below|under|beneath|before|lower)\b|"
        rf"{low} (?:is|comes|follows|lies)(?: (?:the|just|right|directly))* (?:next|above|higher|after)\b(?! to)"
    )
    return Says("that tell the two stations apart", "^", rf"{exchanged}|{upside_down}")


class WhereOnTheDial(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """On which frequency a station is received here, and who is next above it: told, and nothing else played for it."""

    says = (
        "Where on the dial do I find {station} here, and which one is the next above it?",
        "My kitchen radio has lost {station}. What was it on again, and who comes right after it when I turn it up?",
        "{station}: on which frequency is that? And the next higher one belongs to whom?",
        "Don't put it on, I only want to write down where {station} sends, and the name of the one just above, on the dial.",
        "If somebody in this town asks for {station}, what number do I tell them? And who tells them that they've gone too "
        "far up?",
        "The frequency of {station}, please, and the station that follows, going up. No, I don't want to hear it.",
    )
    endings = ("answer",)
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        there = sorted((one for one in draw.content.stations if band_of(one) != "DAB"), key=number_of)
        pairs = [(one, other) for one, other in pairwise(there) if band_of(one) == band_of(other)]
        station, above = draw.choice(pairs)
        number = {"number": number_of(station), "frequency": station.frequency_value}
        return {"station": station.name, "above": above.name, "band": band_of(station)} | number

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept, stations = then.as_it_was(s.RADIO_PLAYING, s.MEDIA_PLAYING, s.STATION), inst.scene.content.stations
        station, above = inst.params["station"], inst.params["above"]
        higher = tuple(number_of(one) for one in stations if one.name == above)
        others = tuple(one.name for one in stations if one.name not in (station, above))
        told = Besides(Amount(inst.params["number"], "", 0.04, higher), tuple(one.name for one in stations))
        number = number_of(next(one for one in stations if one.name == station))
        apart = _told_apart((station, number), (above, *higher[:1]))
        return then.answered(told, Word((above,), others), apart) & kept

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        station, above, frequency = inst.params["station"], inst.params["above"], inst.params["frequency"]
        found = ("station_item", above)
        yield lambda ui: received(ui, inst.params["band"]).scroll_to(*found).answer(f"{frequency}. The next one is {above}.")
        yield (
            lambda ui: received(ui, inst.params["band"]).answer(
                f"{station} is on {frequency}, {inst.params['band']}, below {above}."
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        station, above, frequency = inst.params["station"], inst.params["above"], inst.params["frequency"]
        wrong, found = f"{inst.params['number'] + 0.9:.1f} MHz", ("station_item", station)
        other = next(one.name for one in inst.scene.content.stations if one.name not in (station, above))
        yield lambda ui: received(ui, inst.params["band"]).scroll_to(*found).answer(f"{station} is on {wrong}, then {above}.")
        yield lambda ui: received(ui, inst.params["band"]).scroll_to(*found).answer(f"It is on {frequency}, then {other}.")
        yield lambda ui: received(ui, inst.params["band"]).tap(*found).answer(f"It is on {frequency}, then {above}.")
        yield lambda ui: received(ui, inst.params["band"]).scroll_to(*found).answer(f"It is on {frequency}.")
        exchanged = f"{above} is on {frequency}, {station} is next."
        yield lambda ui: received(ui, inst.params["band"]).scroll_to(*found).answer(exchanged)


class StationFromBefore(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """What was on before a certain station came on is wanted back, and easy to find from now on, which it may be already."""

    says = (
        "Somebody in the back put {anchor} on, and others since. What was on just before that one again, and kept among mine. "
        "They may strike again: watch for {seconds} seconds, and put it back if they do.",
        "Who did that? Something good, then {anchor}, then this. The good one, kept for good if it isn't; guard it for {seconds} "
        "seconds.",
        "It was so interesting until they switched over to {anchor}. Let me hear how it goes on, for {seconds} seconds at least, "
        "whatever they press, and see that I don't lose it: with those I keep.",
        "Not {anchor}, nor what came after: what we had until it began, also in {seconds} seconds. If it isn't one of those I "
        "keep, it should be.",
        "The kids started with {anchor}. Mine again, and it belongs to the ones I keep, if it doesn't. Mind their fingers for "
        "{seconds} seconds.",
        "I looked away, {anchor} was on, and it went on like that. Could we have the one from before, keep it with the others "
        "that I keep, and still have it in {seconds} seconds, even if somebody presses again?",
    )
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kept = [station.name for station in car_of(scene).radio.collection]
        there = [station.name for station in draw.content.stations]
        ours = [name for name in there if (name in kept) is draw.maybe()] or there
        mine = draw.choice(ours)
        others = draw.rng.sample([name for name in there if name != mine], draw.integer(3, 5))
        turn = draw.integer(1, 2)  # what the driver does not speak of comes before, and the kids' choices after
        watch = {"seconds": draw.choice([75, 80, 85]), "strikes": draw.choice(["", "14", "50", "14|50", "16|52", "18|54"])}
        return {"mine": mine, "anchor": others[turn], "before": "|".join(others[:turn]), "after": "|".join(others[turn:])} | watch

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        known = {station.name: station for station in inst.scene.content.stations}
        for name in (*inst.params["before"].split("|"), inst.params["mine"], *inst.params["after"].split("|")):
            car.plays_station(known[name])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        last = inst.params["after"].split("|")[-1]
        station = next(station for station in inst.scene.content.stations if station.name == last)
        return [Event(lambda car: car.plays_station(station), after_seconds=at) for at in self._strikes(inst)]

    def _strikes(self, inst: TaskInstance) -> list[int]:
        """When others switch to another station again, in seconds after the start: further apart than one look bridges."""
        return [int(at) for at in inst.params["strikes"].split("|") if at]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        mine = inst.params["mine"]
        heard = then.from_then_on(lambda then: then.media.plays_station(mine), 0, within=NOTICED)
        return heard & then.media.keeps_stations(mine) & then.waited(0.8 * inst.params["seconds"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        kept = any(station.name == inst.params["mine"] for station in car_of(inst.scene).radio.collection)
        return ("system.muted=false", *(() if kept else ("radio._collection",)))

    def _on(self, ui: UiScript, station: str) -> UiScript:
        return ui.open("radio").tap("radio_history").tap("station_item", station)

    def _guarded(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """What comes of it while one watches: a station that is on is no other for being tapped again."""
        begun = 0
        for at in self._strikes(inst):
            ui, begun = self._on(ui.watch(at - begun), inst.params["mine"]), at
        return ui.watch(inst.params["seconds"] - begun)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        mine = inst.params["mine"]
        yield lambda ui: self._guarded(self._on(ui, mine).switch("add_presets_button", True), inst)
        yield lambda ui: self._guarded(self._on(ui, mine), inst).switch("add_presets_button", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        mine, others, seconds = inst.params["mine"], inst.params["after"].split("|"), inst.params["seconds"]
        yield lambda ui: self._on(ui, others[-1]).switch("add_presets_button", True).wait(seconds)
        yield lambda ui: self._on(ui, others[0]).switch("add_presets_button", True).wait(seconds)
        yield lambda ui: self._guarded(self._on(ui, mine), inst).switch("add_presets_button", False)
        yield lambda ui: self._guarded(self._on(ui, mine).switch("add_presets_button", True), inst).tap("play_button")
        yield lambda ui: ui.open("radio").tap("radio_history").wait(seconds).answer(f"{mine} is on again.")
        yield lambda ui: self._on(ui.wait(seconds), mine).switch("add_presets_button", True)
        yield lambda ui: self._on(ui, mine).switch("add_presets_button", True)
        if inst.params["strikes"]:
            yield lambda ui: self._on(ui, mine).switch("add_presets_button", True).wait(seconds)
        if "|" in inst.params["strikes"]:
            yield lambda ui: self._on(self._on(ui, mine).switch("add_presets_button", True).wait(30), mine).wait(seconds)
