"""Maps: how the map looks, and what guidance lets one hear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.maps import MAPS
from automotive_env.tasks.shared.maps import PLACES, options
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

VIEWS = {
    "2D": ("2D view", "map_view_2d", "in 2D"),
    "3D": ("3D view", "map_view_3d", "in 3D"),
    "heading up": ("Heading up", "map_heading_up", "facing the way we're driving"),
    "north up": ("North up", "map_north_up", "with north at the top"),
}
"""What people call a view of the map -> its value, the control, and how the map looks then."""
VOICE = ("navigation.broadcast_mode", "navigation.voice_notifications_enabled")
HEARD = 25
"""Per cent of the volume from which on everybody hears the voice."""


class MapAsWished(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The view of the map."""

    says = (
        "Switch the map to {view}.",
        "Show the map {how}.",
        "Map {how}.",
        "Can you show me the map {how}?",
        "Put the map {how} for me, would you?",
        "This map's confusing, show it {how}.",
    )
    may_change = ("navigation.map_view",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        view, before = draw.rng.sample(sorted(VIEWS), 2)
        return {"view": view, "how": VIEWS[view][2], "before": before}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MAP_VIEW, VIEWS[inst.params["before"]][0])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.MAP_VIEW, VIEWS[inst.params["view"]][0])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: options(ui).tap(VIEWS[inst.params["view"]][1])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = next(one for one in VIEWS if one not in (inst.params["view"], inst.params["before"]))
        yield lambda ui: options(ui).tap(VIEWS[other][1])
        yield lambda ui: options(ui).answer("The map view is changed.")


class MapTooClose(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The map shows too little: it is zoomed out."""

    says = (
        "I can't see where we are, zoom out.",
        "The map's zoomed in way too far.",
        "Zoom the map out.",
        "Could I see a bit more of the town on the map?",
        "The map's too close, zoom out a bit.",
        "All I can see on the map is one junction, zoom out.",
    )

    speaker = "passenger"
    may_change = ("navigation.map_zoom_level",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"level": draw.integer(7, 10), "destination": draw.choice(["", *PLACES])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MAP_ZOOM, inst.params["level"])
        if inst.params["destination"]:
            car.routes_to(inst.params["destination"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.falls(s.MAP_ZOOM, 1)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("maps").tap("zoom_out").tap("zoom_out")
        yield lambda ui: options(ui).tap("zoom_out").tap("zoom_out")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("maps").tap("zoom_in")
        yield lambda ui: ui.open("maps").tap("map_view_3d")


class MissedTurns(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Turns are not heard: the voice is off, the volume low, or the sound muted."""

    says = (
        "I can't hear the directions.",
        "I can't hear the satnav any more.",
        "The satnav's gone quiet, sort it out.",
        "Can I hear the directions again, please?",
        "Why isn't the satnav saying anything? I've missed three turns.",
        "I've just missed my exit because I can't hear the directions.",
    )
    may_change = (*VOICE, "environment.volume", "system.muted=false", "environment.sound_channel=navigation")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, volume=draw.integer(35, 60, 5), plays=False, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        cause = draw.choice(["voice", "volume", "muted"])
        return {"cause": cause, "low": draw.integer(3, 10), "destination": draw.choice(PLACES)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        silent = inst.params["cause"] == "voice"
        car.write(s.VOICE_GUIDANCE, not silent)
        car.write(s.GUIDANCE_MODE, "Mute" if silent else "Detailed")
        car.write(s.MUTED, inst.params["cause"] == "muted")
        if inst.params["cause"] == "volume":
            car.write(s.VOLUME, inst.params["low"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        spoken = then.on(s.VOICE_GUIDANCE) & then.is_(s.GUIDANCE_MODE, "Concise", "Detailed")
        return spoken & then.media.audible() & then.between(s.VOLUME, HEARD, None)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["cause"] == "voice":
            yield lambda ui: ui.open("maps").tap("voice_detailed")
            yield lambda ui: options(ui).tap("voice_concise")
        elif inst.params["cause"] == "volume":
            yield lambda ui: options(ui).slide("volume_seek_bar", 50)
            yield lambda ui: ui.open("settings").tap("section_sound").slide("volume_seek_bar", 60)
        else:
            yield lambda ui: ui.home().switch("mute_toggle", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["cause"] == "voice":
            yield lambda ui: options(ui).slide("volume_seek_bar", 80)
        else:
            yield lambda ui: ui.open("maps").tap("voice_concise")
        yield lambda ui: options(ui).tap("traffic_toggle")


class QuietGuidance(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Spoken directions disturb a call; when it is over, they are to be spoken as they were."""

    steps = 6
    may_change = ("environment.sound_channel",)
    conditions = Conditions(moving=True, roads=("urban",))
    may_contact = ("who",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who = draw.person()
        named = {"who": who, "name": who.split()[0], "destination": draw.choice(PLACES), "after": draw.integer(2, 5)}
        return named | {"before": draw.choice(["Concise", "Detailed"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        car.write(s.VOICE_GUIDANCE, True)
        car.write(s.GUIDANCE_MODE, inst.params["before"])
        car.talks_to(inst.params["who"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "The satnav keeps talking over my call, mute it.",
            "I can't hear {name} over all these directions.",
            "Mute the directions, I'm on the phone.",
            "Could you stop the spoken directions while I'm on the phone?",
            "Stop the directions, I'm on the phone.",
            "I'm on the phone to {name}, so keep the satnav quiet.",
            check=lambda then: then.off(s.VOICE_GUIDANCE) & then.phone.calls(inst.params["who"]),
        )
        yield Turn(
            "Okay, I'm off the phone, turn the spoken directions back on.",
            "I've hung up, let me hear the directions again.",
            "Turn the satnav's voice back on.",
            "Could you give me the spoken directions again?",
            "My call's over, so tell me the turns again.",
            "Call's over. Put the voice directions back on.",
            after=minutes(inst.params["after"]),
            event=CarSetup.hangs_up,
            check=lambda then: then.as_at_first(s.VOICE_GUIDANCE, s.GUIDANCE_MODE),
        )

    def _spoken(self, ui: UiScript, mode: str) -> UiScript:
        return ui.open("maps").tap(f"voice_{mode.lower()}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._spoken(self._spoken(ui, "Mute").turn(), inst.params["before"])
        yield lambda ui: options(options(ui).tap("voice_mute").turn().home()).tap(f"voice_{inst.params['before'].lower()}")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = "Detailed" if inst.params["before"] == "Concise" else "Concise"
        yield lambda ui: self._spoken(self._spoken(ui, "Mute").turn(), other)
        yield lambda ui: self._spoken(ui, "Mute").turn().answer("You hear the directions again.")
