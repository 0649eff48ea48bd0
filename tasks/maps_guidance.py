"""Maps: how the map looks, and what guidance lets one hear."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import MESSAGE_SECONDS, CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES
from automotive_env.tasks.maps_messages import READ, opened
from automotive_env.tasks.watching import NOTICED, not_left, parked_at, parking, until_parked
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, NoOther
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal
from automotive_env.world.values import Scalar

MAPS = Category.MAPS
VIEWS = {
    "North up": ("map_north_up", "with north at the top"),
    "Heading up": ("map_heading_up", "turned the way we drive"),
    "3D view": ("map_view_3d", "in three dimensions"),
}
"""View of the map -> the control, and what a driver calls it."""
SPOKEN = {"Concise": "only the essentials spoken", "Detailed": "every detail spoken"}
MEASURED = {"kilometer": "map_kilometers", "mile": "map_miles"}
"""Unit of the distances -> the control."""
START_ZOOM = 5
LOOKS = ("navigation.map_view", "navigation.broadcast_mode", "navigation.voice_notifications_enabled", "environment.volume")


def options(ui: UiScript) -> UiScript:
    """Open the page on how the map looks and what is said."""
    return ui.open("maps").tap("map_options_button")


class MapAsWished(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Somebody has written how the map is to be, and corrected one figure since; distances go by the signs of the place."""

    says = (
        "Set the map up the way {who} has written to me, with distances like the signs here.",
        "Could you go through what {who} wrote about the map and do it all, please? Distances as this country has them.",
        "{who} knows how I like my map and has it in a message. Like that; and distances the way they measure around here.",
        "It's a hired car. The map just as in {who}'s messages, all of it, and its distances as on the signs outside.",
        "My eyes and ears are not what they were, so set the map as {who} wrote. No conversions: distances as on the signs here.",
        "Not as the map is now: as {who} wrote, to the last word. Distances as the locals have them.",
    )
    steps = 16

    def rule(self, place: Place) -> Hashable:
        return units(place).value.distance

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(distance_unit=draw.choice(sorted(MEASURED)))  # as somebody has left it

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        view, mode = draw.choice(sorted(VIEWS)), draw.choice(sorted(SPOKEN))
        volumes = draw.rng.sample([one for one in range(15, 90, 5) if abs(one - scene.volume) >= 10], 2)
        zooms = draw.rng.sample([2, 3, 7, 8], 2)
        kept = draw.choice([volumes, zooms])
        kept[1] = kept[0]  # one of the two figures is corrected
        wanted = {"map_view": view, "mode": mode, "zoom": zooms[0], "volume": volumes[0], "who": draw.person()}
        wanted |= {"first_zoom": zooms[1], "first_volume": volumes[1]}
        return wanted | {"view": VIEWS[view][1], "voice": SPOKEN[mode], "unit": units(draw.place).value.distance}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MAP_VIEW, "2D view")
        car.write(s.GUIDANCE_MODE, "Concise" if inst.params["mode"] == "Detailed" else "Detailed")
        who, view, zoom, voice, volume = (inst.params[name] for name in ("who", "view", "first_zoom", "voice", "first_volume"))
        car.writes(who, f"Your map: {view}, level {zoom} of 10, {voice}, and all that sounds at {volume} percent.")
        right = f"level {inst.params['zoom']}" if inst.params["zoom"] != zoom else f"{inst.params['volume']} percent"
        car.writes(who, f"Sorry, I meant {right}. The rest is as I wrote.")
        car.waits(MESSAGE_SECONDS)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        looks = then.is_(s.MAP_VIEW, inst.params["map_view"]) & then.near(s.MAP_ZOOM, inst.params["zoom"])
        spoken = then.is_(s.GUIDANCE_MODE, inst.params["mode"]) & then.on(s.VOICE_GUIDANCE)
        looks &= then.is_(s.DISTANCE_UNIT, inst.params["unit"])
        return looks & spoken & then.near(s.VOLUME, inst.params["volume"], 2)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        beside = (inst.scene.volume, 2, 3, 10, *(inst.params[name] for name in ("zoom", "first_zoom", "first_volume")))
        return (NoOther(Amount(inst.params["volume"], "percent", 2, beside)),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*LOOKS, *READ, "environment.unit_system")

    def _set(self, ui: UiScript, inst: TaskInstance, zoom: int, volume: int, unit: str = "") -> UiScript:
        ui = (
            options(opened(ui, inst.params["who"]))
            .tap(VIEWS[inst.params["map_view"]][0])
            .tap(MEASURED[unit or inst.params["unit"]])
        )
        for _ in range(abs(zoom - START_ZOOM)):
            ui = ui.tap("zoom_in" if zoom > START_ZOOM else "zoom_out")
        return ui.tap(f"voice_{inst.params['mode'].lower()}").slide("volume_seek_bar", volume)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        zoom, volume = inst.params["zoom"], inst.params["volume"]
        yield lambda ui: self._set(ui, inst, zoom, volume)
        yield lambda ui: self._set(ui.open("settings").tap("section_sound").slide("volume_seek_bar", volume), inst, zoom, volume)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        zoom, volume = inst.params["zoom"], inst.params["volume"]
        foreign = next(unit for unit in MEASURED if unit != inst.params["unit"])
        yield lambda ui: self._set(ui, inst, zoom, volume, foreign)
        yield lambda ui: self._set(ui, inst, inst.params["first_zoom"], inst.params["first_volume"])
        yield lambda ui: self._set(ui, inst, 10 - zoom, volume)
        yield lambda ui: self._set(ui, inst, zoom, volume).tap("map_view_2d")
        yield lambda ui: self._set(ui, inst, zoom, volume).tap("voice_mute").answer("All set as you wish.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        unit, zoom = inst.params["unit"], inst.params["zoom"]
        plan = CallPlan().call("system.state_view", modules=["navigation", "conversation"])
        plan = plan.call("navigation.navigation_view_switch", type=inst.params["map_view"])
        plan = plan.call("navigation.navigation_meter_unit", mode="Miles" if unit == "mile" else "Kilometers")
        mode = "Zoom in" if zoom > START_ZOOM else "Zoom out"
        plan = plan.call("navigation.navigation_mapZoom", mode=mode, value=abs(zoom - START_ZOOM))
        plan = plan.call("navigation.navigation_broadCastMode_switch", type=inst.params["mode"])
        yield plan.call("navigation.navigation_soundVolume_set", value=inst.params["volume"])


NOTICE = "Map settings changed"
FIELDS: Mapping[str, tuple[Signal, Mapping[str, tuple[Scalar, str]]]] = {
    "View": (
        s.MAP_VIEW,
        {
            "2D": ("2D view", "map_view_2d"),
            "3D": ("3D view", "map_view_3d"),
            "heading up": ("Heading up", "map_heading_up"),
            "north up": ("North up", "map_north_up"),
        },
    ),
    "Voice": (
        s.GUIDANCE_MODE,
        {"concise": ("Concise", "voice_concise"), "detailed": ("Detailed", "voice_detailed"), "mute": ("Mute", "voice_mute")},
    ),
    "Traffic": (s.TRAFFIC_SHOWN, {"shown": (True, "traffic_toggle"), "hidden": (False, "traffic_toggle")}),
    "Cameras": (s.SPEED_CAMERAS, {"on": (True, "speed_camera_toggle"), "off": (False, "speed_camera_toggle")}),
}
"""What a notice calls a setting -> its signal, and its values with the controls that set them."""


class UndoMapSettings(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Somebody has changed the map; a notice says what was changed, and all of that goes back."""

    says = (
        "My daughter has been at the map. Put everything back as it was; there is a notice that says what she changed.",
        "Undo what was altered on the map: the notification lists it.",
        "This isn't how I left it! As before, please. The car has noted what is different on the map.",
        "Could you restore the map from before somebody played with it? The notification centre should tell.",
        "I lent the car to a friend and the map is all wrong since. Somewhere it says what was what; back to that, please.",
        "Not to the factory state, just the way it was before the last change that the car reported for the map.",
    )
    steps = 16

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        drawn: dict[str, Any] = {}
        for name in draw.rng.sample(sorted(FIELDS), 3):
            drawn[f"{name}_before"], drawn[f"{name}_after"] = draw.rng.sample(sorted(FIELDS[name][1]), 2)
        before = draw.integer(15, 80, 5)
        return drawn | {"before": before, "after": before + 20 if before < 50 else before - 40 if before > 60 else 90}

    def _changed(self, inst: TaskInstance) -> list[str]:
        return [name for name in FIELDS if f"{name}_before" in inst.params]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        told = [f"{name} {inst.params[f'{name}_before']} to {inst.params[f'{name}_after']}" for name in self._changed(inst)]
        told.append(f"Volume {inst.params['before']} % to {inst.params['after']} %")
        for name in self._changed(inst):
            signal, values = FIELDS[name]
            car.write(signal, values[inst.params[f"{name}_after"]][0])
        car.write(s.VOICE_GUIDANCE, inst.params.get("Voice_after") != "mute")
        car.write(s.VOLUME, inst.params["after"])
        car.event("notice of an app", app="software", title=NOTICE, text=", ".join(told) + ".")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        back = [then.is_(FIELDS[name][0], FIELDS[name][1][inst.params[f"{name}_before"]][0]) for name in self._changed(inst)]
        if "Voice_before" in inst.params:
            back.append(then.is_(s.VOICE_GUIDANCE, inst.params["Voice_before"] != "mute"))
        return every(*back) & then.near(s.VOLUME, inst.params["before"], 2)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        voice = ("navigation.broadcast_mode", "navigation.voice_notifications_enabled")
        paths = [FIELDS[name][0].world for name in self._changed(inst)]
        return (*paths, "environment.volume", *(voice if "Voice_before" in inst.params else ()))

    def _read(self, ui: UiScript) -> UiScript:
        return options(ui.notification(NOTICE).home())

    def _restored(self, ui: UiScript, inst: TaskInstance, names: Sequence[str]) -> UiScript:
        """Set these back, on the page of the options."""
        for name in names:
            ui = ui.tap(FIELDS[name][1][inst.params[f"{name}_before"]][1])
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        names, volume = self._changed(inst), inst.params["before"]
        yield lambda ui: self._restored(self._read(ui), inst, names).slide("volume_seek_bar", volume)
        yield lambda ui: self._restored(self._read(ui).slide("volume_seek_bar", volume), inst, names)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        names, volume = self._changed(inst), inst.params["before"]
        yield lambda ui: self._restored(self._read(ui), inst, names).answer("Everything is as it was.")
        yield lambda ui: self._restored(self._read(ui), inst, names[1:]).slide("volume_seek_bar", volume)
        yield lambda ui: self._read(ui).answer("The map is as it was before.")
        yield (
            lambda ui: (
                self._restored(self._read(ui), inst, names)
                .slide("volume_seek_bar", volume)
                .tap("map_miles" if inst.scene.distance_unit == "kilometer" else "map_kilometers")
            )
        )


class MissedTurns(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """Turns are not heard: the voice is off, the sound low or muted, or two of these; mended till they park, then as before."""

    says = (
        "I keep missing my turns because I don't hear a thing. Until we've parked I need to hear them; then, as it was.",
        "Not a word about the last three junctions! Put it right till we're parked, then I want it just as now again.",
        "Could you see to it that I hear where it goes next for the rest of the drive? Once parked, back to how I had it.",
        "Left or right? I'd like to be told in time, in all these streets. When the car is parked, what I had before, please.",
        "Why is it so silent before each turn? Make it tell me until we park, whatever the reason is; after that, as now.",
        "No, I don't want to look at the screen: I want to listen to where we turn. Only till we're parked, then as before.",
    )
    steps = 24

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), volume=draw.integer(35, 60, 5), roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        cause = draw.choice(["voice", "volume", "muted", "voice and volume", "voice and volume", "voice and muted"])
        drawn = {"cause": cause, "low": draw.integer(3, 12), "destination": draw.choice(PLACES)}
        return drawn | {"parks": draw.integer(24, 148, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        silent = "voice" in inst.params["cause"]
        car.write(s.VOICE_GUIDANCE, not silent)
        car.write(s.GUIDANCE_MODE, "Mute" if silent else "Detailed")
        if "volume" in inst.params["cause"]:
            car.write(s.VOLUME, inst.params["low"])
        car.write(s.MUTED, "muted" in inst.params["cause"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return parking(inst.params["parks"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        parks, volume = parked_at(then), then.number_at_start(s.VOLUME)

        def heard(then: Episode) -> Criterion:
            told = then.on(s.VOICE_GUIDANCE) & then.is_(s.GUIDANCE_MODE, "Concise", "Detailed") & then.media.audible()
            loud = then.noticeably(s.VOLUME, "more") if "volume" in inst.params["cause"] else then.between(s.VOLUME, 30, None)
            return told & loud

        def as_before(then: Episode) -> Criterion:
            return then.as_it_was(s.VOICE_GUIDANCE, s.GUIDANCE_MODE, s.MUTED) & then.near(s.VOLUME, volume, 3)

        back = then.is_(s.GEAR, "park") & then.soon(as_before, parks, NOTICED) & as_before(then)
        return heard(then.at(parks - 1)) & back & then.navigation.goes_to(inst.params["destination"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*LOOKS[1:3], "environment.volume")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (not_left("loud|detailed|concise|spoken" if "voice" in inst.params["cause"] else "loud"),)

    def _set(self, ui: UiScript, inst: TaskInstance, voice: str, volume: float, muted: bool) -> UiScript:
        """What keeps silent, on the page of the options and that of the sound."""
        cause = inst.params["cause"]
        if cause != "muted":
            options(ui)
        if "voice" in cause:
            ui.tap(voice)
        if "volume" in cause:
            ui.slide("volume_seek_bar", volume)
        return ui.home().switch("mute_toggle", muted) if "muted" in cause else ui

    def _aloud(self, ui: UiScript, inst: TaskInstance, voice: str = "voice_detailed") -> UiScript:
        return self._set(ui, inst, voice, 45, muted=False)

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return self._set(ui.home(), inst, "voice_mute", inst.params["low"], muted=True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        parks = inst.params["parks"]
        yield lambda ui: self._back(until_parked(self._aloud(ui, inst).home(), parks), inst)
        yield lambda ui: self._back(until_parked(self._aloud(ui, inst, "voice_concise").open("maps"), parks), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        parks = inst.params["parks"]
        yield lambda ui: until_parked(self._aloud(ui, inst).home(), parks)
        yield lambda ui: self._aloud(ui, inst).answer("You will hear every turn now.")
        yield lambda ui: self._back(self._aloud(ui, inst).wait(60), inst)
        yield lambda ui: self._back(self._aloud(ui, inst).wait(5), inst).watch(parks, 20)
        yield (
            lambda ui: (
                self._back(until_parked(self._aloud(ui, inst).home(), parks), inst).home().open("maps").tap("route_end_button")
            )
        )
        yield lambda ui: options(ui).tap("traffic_toggle").answer("You will hear every turn now.").watch(parks, 20)
        if "volume" in inst.params["cause"]:
            yield lambda ui: self._back(until_parked(self._aloud(ui, inst).home(), parks), inst).slide("volume_seek_bar", 20)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        cause = inst.params["cause"]

        def made(plan: CallPlan, voice: str, volume: int, muted: bool) -> CallPlan:
            if "voice" in cause:
                plan = plan.call("navigation.navigation_broadCastMode_switch", type=voice)
            if "volume" in cause:
                plan = plan.call("navigation.navigation_soundVolume_set", value=volume)
            return plan.call("system.mute_switch", switch=muted) if "muted" in cause else plan

        plan = CallPlan().call("system.state_view", modules=["navigation", "environment", "system"])
        heard = until_parked(made(plan, "Detailed", 45, muted=False), inst.params["parks"])
        yield made(heard, "Mute", inst.params["low"], muted=True)
