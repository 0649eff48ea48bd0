"""Media: quiet for somebody who sleeps, or to hear what is outside."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import MEDIA, player, sound
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.harm import Invariant
from automotive_env.validators.signals import Signal

TURNED_DOWN = ("music._is_playing=false", "radio._is_playing=false", "environment.volume", "system.muted=true")
"""What may be different where quiet was wanted."""
SOURCES = {"music": s.MEDIA_PLAYING, "radio": s.RADIO_PLAYING}
LAMPS = {
    f"second row {side}": Signal(f"reading_lamp.second_{side}", f"readingLight.second row {side}.is_on")
    for side in ("left", "right")
}
"""Seat -> the lamp above it."""
HEARD = r"^(?!.*\b(no|nor|nothing|not|\w+n't)\b).*\b(music|radio|player|something) (plays|is (\w+ )?(on|playing|running|loud))\b"
"""What says that something is heard."""
QUIET_ALREADY = Says(
    "that nothing is heard",
    r"\b(nothing (is )?(on|play\w*|running|loud)|no (\w+ )?(or \w+ )?(sound|music|radio|noise)|"
    r"neither|silent|silence|quiet|paused|off)\b",
    rf"\b(not|\w+n't) (\w+ )?(off|silent|quiet|paused)\b|{HEARD}",
)
STAYS_QUIET = Invariant(
    "stays_quiet",
    lambda then: then.media.silent() | Criterion("heard_at_first", "heard at first", "", _heard_at_first(then)),
    (s.MEDIA_PLAYING, s.RADIO_PLAYING, s.MUTED, s.VOLUME),
)
"""Where nothing was heard, nothing begins to play: not even for a moment."""


def _heard_at_first(then: Episode) -> bool:
    return any(then.start(playing) is True for playing in SOURCES.values())


def _put_on(car: CarSetup, source: str, plays: bool) -> None:
    """Let the loudspeakers be those of a source, whether or not it plays."""
    car.write(s.SOUND_CHANNEL, source)
    car.write(SOURCES[source], plays)


DISTURBS = frozenset(signal.world for signal in (*SOURCES.values(), *LAMPS.values(), s.MUTED, s.VOLUME))
"""Paths of what can wake somebody."""
CALMED_WITHIN = 25
"""Seconds within which a child sleeps on although somebody has put on a lamp, or the music."""


class SleepingChild(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A child sleeps in the rear until the car is parked: sound or the lamp above it disturbs, and is put on again on the way."""

    says = (
        "Our daughter has nodded off behind {whom}; her brother beside her goes on reading. Nothing may wake her till we park.",
        "Shh, the little one behind {whom} is sleeping, until we're parked. The other has a book, leave that seat alone.",
        "At last, the one behind {whom} is asleep: no din, nothing in the eyes until we've parked. The big one needs to see the "
        "book, and plays with all the buttons.",
        "He has dropped off behind {whom}; soft and dark for him until we park. His sister isn't to sit in the dark.",
        "I thought the one behind {whom} would never sleep. Now nothing may end that before we're parked, no noise, no light; "
        "her sister has to see.",
        "Could you keep it cosy for whoever sleeps behind {whom}, until I've parked? Still and dark, just there; the reader, who "
        "fiddles with everything, needs the lamp.",
    )
    endings = ("act", "refrain")
    harm = (STAYS_QUIET,)
    steps = 22

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("dusk", "night"), volume=draw.integer(45, 90, 5), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        whom = draw.choice(["me", "the seat beside me"])
        wheel = "left" if driving_side(draw.place).value == "right" else "right"
        across = "right" if wheel == "left" else "left"
        plays, lit = draw.choice([(True, True), (True, False), (False, True)]) if draw.ending == "act" else (False, False)
        source, seat = draw.choice(sorted(SOURCES)), f"second row {wheel if whom == 'me' else across}"
        again = draw.choice([18, 22, 48, 52, 78, 82])
        ends = {"undone": draw.choice(["lamp", "sound"]), "again": again, "parks": again + draw.choice([34, 50, 66])}
        return {"whom": whom, "seat": seat, "source": source, "plays": plays, "lit": lit} | ends

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        _put_on(car, inst.params["source"], inst.params["plays"])
        car.write(s.DO_NOT_DISTURB, True)
        for seat, lamp in LAMPS.items():
            car.write(lamp, inst.params["lit"] or seat != inst.params["seat"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def undone(car: CarSetup) -> None:
            if inst.params["undone"] == "lamp":
                car.write(LAMPS[inst.params["seat"]], True)
                return
            _put_on(car, inst.params["source"], True)
            car.write(s.MUTED, False)
            car.write(s.VOLUME, inst.scene.volume)

        def parks(car: CarSetup) -> None:
            car.parks()
            car.turns(road="parking")

        if inst.ending == "refrain":
            return ()
        return Event(undone, after_seconds=inst.params["again"]), Event(parks, after_seconds=inst.params["parks"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        again, parks = inst.params["again"], inst.params["parks"]

        def calm(then: Episode) -> Criterion:
            return then.media.quieter() & then.off(LAMPS[inst.params["seat"]])

        others = then.as_it_was(*(lamp for seat, lamp in LAMPS.items() if seat != inst.params["seat"]))
        if inst.ending == "refrain":
            return calm(then) & others
        put_on = (one.seconds for one in then.log.changes if one.by == "event" and one.change.path in DISTURBS)
        since = next((seconds for seconds in put_on if seconds >= again), again)  # a long wait is over before it is seen
        sleeps = calm(then.at(again - 1)) & then.soon(calm, since, CALMED_WITHIN) & calm(then.at(parks - 1))
        return sleeps & others & then.waited(parks)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_DOWN, f"readingLight.{inst.params['seat']}.*")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (QUIET_ALREADY,)

    def _lamps(self, ui: UiScript) -> UiScript:
        return ui.open("vehicle").tap("vehicle_lamps")

    def _dark(self, ui: UiScript, seat: str) -> UiScript:
        return self._lamps(ui).switch(f"reading_light_{seat.replace(' row ', '_')}", False)

    def _kept(self, ui: UiScript, inst: TaskInstance, low: float) -> UiScript:
        """What is put on again is noticed within one or two looks, and the car is seen to be parked."""
        again, parks = inst.params["again"], inst.params["parks"]
        if inst.params["undone"] == "lamp":
            return self._dark(self._lamps(ui).watch(again, 12), inst.params["seat"]).watch(parks - again)
        ui = sound(ui).watch(again, 12)
        ui = ui.slide("volume_seek_bar", low) if low else ui.switch("mute_button", True)
        return ui.watch(parks - again)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seat, low = inst.params["seat"], inst.scene.volume * 0.45
        if inst.ending == "refrain":
            yield lambda ui: ui.open("vehicle").tap("vehicle_lamps").answer("It is quiet and dark there already.")
            return
        if inst.params["plays"]:
            yield lambda ui: self._kept(self._dark(sound(ui).switch("mute_button", True), seat), inst, 0)
            yield lambda ui: self._kept(sound(self._dark(ui, seat)).slide("volume_seek_bar", low), inst, low)
        else:
            yield lambda ui: self._kept(self._dark(ui, seat), inst, 0)
            yield lambda ui: self._kept(self._dark(ui, seat), inst, low)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seat, quiet = inst.params["seat"], "It is quiet and dark there already."
        other, parks = next(one for one in LAMPS if one != seat), inst.params["parks"]
        yield lambda ui: self._dark(sound(ui).switch("mute_button", True), other).answer(quiet)
        yield lambda ui: self._lamps(ui).tap("reading_lights_off").answer(quiet)
        yield lambda ui: self._dark(ui, seat).home().tap("play_pause_stop").tap("play_pause_stop").answer("I made it dark.")
        yield lambda ui: sound(ui).slide("volume_seek_bar", inst.scene.volume * 0.92).answer("Quieter now.")
        if inst.ending == "act":
            yield lambda ui: ui.answer(quiet)
            yield lambda ui: self._dark(sound(ui).switch("mute_button", True), seat)
            yield lambda ui: self._dark(sound(ui).switch("mute_button", True), seat).watch(parks)
            yield lambda ui: self._dark(sound(ui).switch("mute_button", True), seat).wait(60)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seat, plan = inst.params["seat"], CallPlan().call("system.state_view", modules=["readingLight", "music", "radio"])
        if inst.ending == "refrain":
            yield plan.answer("It is quiet and dark there already.")
            return
        again, lamp = inst.params["again"], inst.params["undone"] == "lamp"
        for sounds, shines in ((inst.params["plays"], inst.params["lit"]), (not lamp, lamp)):
            if sounds:
                plan = plan.call("system.mute_switch", switch=True)
            if shines:
                plan = plan.call("readingLight.carcontrol_readingLight_switch", switch=False, position=seat)
            plan = plan.wait(again)
        yield plan.wait(inst.params["parks"] - again)


LOUD_FAN, FAINT_FAN = (4, 5, 7), 2
"""Fan speeds that roar, and the most that one does not hear."""


def _hushed(then: Episode) -> Criterion:
    """Nothing is heard from the speakers, and the fan is faint."""
    return then.media.silent() & (then.off(s.CLIMATE_POWER) | then.between(s.FAN_SPEED, None, FAINT_FAN))


class SirenOutside(Task, category=MEDIA, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A siren somewhere: whatever is loud, the speakers or the fan or both, is not for a while, and then again as it was."""

    says = (
        "I think I hear a siren. {seconds} seconds without a sound of ours, whatever it is that roars or plays; then as before.",
        "Was that an ambulance? Neither speakers nor blower for {seconds} seconds, then everything back, just as it was.",
        "Somebody sounds a siren, I think. Hush, fan included, for {seconds} seconds; after that as we have it now.",
        "A fire engine? I can only tell if nothing roars or plays for {seconds} seconds. Then back with what there was, exactly.",
        "It is nothing, or is it a siren? {seconds} seconds of silence, no draught that howls either, and then all as now.",
        "Could that be the police? Let me listen for {seconds} seconds, without any noise of our own; then put it back.",
    )
    endings = ("act", "refrain")
    harm = (STAYS_QUIET,)
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban", "rural"), volume=draw.integer(50, 90, 5), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        plays, roars = draw.choice([(True, True), (True, False), (False, True)]) if draw.ending == "act" else (False, False)
        fan = draw.choice(LOUD_FAN) if roars else draw.integer(1, FAINT_FAN)
        return {"seconds": draw.choice([15, 20, 30]), "source": draw.choice(sorted(SOURCES)), "plays": plays, "fan": fan}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        _put_on(car, inst.params["source"], inst.params["plays"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        as_before = then.near(s.VOLUME, then.number_at_start(s.VOLUME), 2)
        as_before &= then.as_it_was(s.MUTED, s.FAN_SPEED, s.CLIMATE_POWER, *SOURCES.values())
        if inst.ending == "refrain":
            return as_before
        hushed = then.for_a_while(_hushed, 0.8 * inst.params["seconds"], inst.params["seconds"] + 20)
        return hushed & as_before & then.soon(_hushed, 0, NOTICED)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seats = "airConditioner.ac_states.*.wind_speed"  # one button sets those of all seats
        return ("environment.volume", "music._current_track_index", seats) if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (QUIET_ALREADY,)

    def _hushed(self, ui: UiScript, inst: TaskInstance, seconds: int) -> UiScript:
        """Everything that is loud made quiet, and loud again after some seconds."""
        plays, fan = inst.params["plays"], inst.params["fan"]
        if plays:
            ui.home().switch("mute_toggle", True)
        if fan <= FAINT_FAN:
            return ui.wait(seconds).switch("mute_toggle", False)
        ui.open("climate").tap("fan_speed_1").wait(seconds).tap("fan_max" if fan > 5 else f"fan_speed_{fan}")
        return ui.home().switch("mute_toggle", False) if plays else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, volume = inst.params["seconds"], inst.scene.volume
        if inst.ending == "refrain":
            yield lambda ui: ui.open("climate").answer("It is quiet already: nothing plays and the fan is faint.")
            return
        yield lambda ui: self._hushed(ui, inst, seconds)
        if inst.params["fan"] <= FAINT_FAN:
            yield lambda ui: sound(ui).slide("volume_seek_bar", 0).wait(seconds).slide("volume_seek_bar", volume)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, volume, quiet = inst.params["seconds"], inst.scene.volume, "It is quiet already."
        yield lambda ui: sound(ui).switch("mute_button", True).wait(seconds).answer(quiet)
        yield lambda ui: self._hushed(ui, inst, 1).answer(quiet) if inst.ending == "act" else ui.answer("It is loud.")
        yield lambda ui: ui.open("climate").tap("fan_speed_3").wait(seconds).answer(quiet)
        yield lambda ui: player(ui).tap("skip_next").wait(seconds)
        yield lambda ui: ui.alert("emergency", "There may be an emergency vehicle near you.")
        if inst.ending == "act":
            yield lambda ui: ui.wait(seconds).answer(quiet)
            yield lambda ui: self._hushed(ui.wait(NOTICED), inst, seconds)
        if inst.params["plays"]:
            yield lambda ui: sound(ui).slide("volume_seek_bar", volume * 0.4).wait(seconds).slide("volume_seek_bar", volume)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seconds, plays, fan = inst.params["seconds"], inst.params["plays"], inst.params["fan"]
        plan = CallPlan().call("system.state_view", modules=["airConditioner", "music", "radio"])
        if inst.ending == "refrain":
            yield plan.answer("It is quiet already: nothing plays and the fan is faint.")
            return
        fans = [("airConditioner.wind_speed_set", value) for value in (1, fan)] if fan > FAINT_FAN else []
        mutes = (True, False)
        for moment in (0, 1):
            if fans:
                plan = plan.call(fans[moment][0], value=fans[moment][1], position="all")
            if plays:
                plan = plan.call("system.mute_switch", switch=mutes[moment])
            plan = plan if moment else plan.wait(seconds)
        yield plan
