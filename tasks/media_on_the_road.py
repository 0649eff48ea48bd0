"""Media on the road: what is heard follows what happens outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.scene import Draw, Scene
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import player, sound
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import NOTHING_CAME_UP
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import HAZARDS, Invariant

QUIET = ("music._is_playing=false", "environment.volume", "system.muted=true")
STILL_LOUD = Invariant(
    "loud_while_nothing_happens",
    lambda then: every() if any(HAZARDS[kind](then) for kind in ("fog", "smoke")) else then.as_it_was(s.VOLUME, s.MUTED),
    (s.VOLUME, s.MUTED, s.WEATHER, s.SMOKE_OUTSIDE),
)
"""Music that is loud is not turned down before there is a reason."""
RADIO_WITHIN = 22
"""Seconds within which the radio is on again behind a tunnel: a look, and touches."""


SOMETHING_CAME_UP = Says(
    "that do not say that nothing came up",
    "^",
    r"\bnothing (came|happened|bad|dangerous|was)\b|\b(was|is|were|saw) no (\w+ )?(danger|hazard)s?\b|"
    r"\b(it|all|everything|the road) (was|is|stayed) (all )?(fine|clear|well)\b",
)


class TunnelWithoutReception(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """In the tunnel nothing is received: music kept in the car takes the radio's place there, not before, and not behind it."""

    says = (
        (
            "In the tunnel ahead there's neither radio nor net. As long as we're in it, I'd like {artist} without needing "
            "either; neither before nor after."
        ),
        "The radio dies in that tunnel, and so does my phone. Only while it's dark, what we've got of {artist} on board.",
        "Leave {station} on as long as we hear it. In the tunnel {artist}, what plays without reception; then it again.",
        "We enter a tunnel any moment, without a signal. {artist} in there, of the sort that doesn't stutter; outside {station}.",
        "I want every word of {station} that reaches us, and {artist} only inside the tunnel. Nothing streamed, of course.",
        (
            "{station} will only crackle in the tunnel. No, don't switch it off earlier; inside, {artist}, from what can't break "
            "off, and {station} again in the open."
        ),
    )
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), roads=("rural", "motorway"), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kept, music = _kept(scene), car_of(scene).music
        streamed = [at for at, track in enumerate(music.current_playlist[:10]) if track.title not in kept]
        title = draw.choice([track.title for track in music.downloaded_tracks])
        seconds, track = draw.choice([8, 12, 18, 25]), draw.choice(streamed or [0])
        drawn = {"seconds": seconds, "out": seconds + draw.choice([26, 50, 74, 98]), "station": draw.station().name}
        return drawn | {"track": track, "title": title, "artist": kept[title]}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, "auto")
        car.write(s.MEDIA_TRACK, inst.params["track"])
        car.plays_station(next(one for one in inst.scene.content.stations if one.name == inst.params["station"]))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (
            Event(lambda car: car.turns(light="tunnel"), after_seconds=inst.params["seconds"]),
            Event(lambda car: car.turns(light="day"), after_seconds=inst.params["out"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        entered, out, station = inst.params["seconds"], inst.params["out"], inst.params["station"]
        by_artist = sorted(title for title, artist in _kept(inst.scene).items() if artist == inst.params["artist"])

        def from_board(then: Episode) -> Criterion:
            return then.media.plays_artist(inst.params["artist"]) & then.is_(s.MEDIA_TITLE, *by_artist)

        inside = then.at(entered - 1).media.plays_station(station) & then.soon(from_board, entered, within=20)
        inside &= from_board(then.at(out - 1)) & then.waited(out)
        again = then.soon(lambda then: then.media.plays_station(station), out, RADIO_WITHIN)
        return inside & again & then.media.plays_station(station)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("music._current_track_index", "music._current_playlist")

    def _inside(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """The tunnel noticed on the page of the songs, and the song put on."""
        downloads = ui.open("media").tap("media_downloads").scroll_to("track_item", inst.params["title"])
        return downloads.watch(inst.params["seconds"]).tap("track_item", inst.params["title"])

    def _out(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.open("radio").watch(inst.params["out"] - inst.params["seconds"]).tap("play_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, kept = inst.params["seconds"], ("track_item", inst.params["title"])

        def looked_in(ui: UiScript) -> UiScript:
            return ui.wait(seconds).open("radio").tap("play_button").open("media").tap("media_downloads")

        yield lambda ui: self._out(self._inside(ui, inst), inst)
        yield lambda ui: self._out(looked_in(ui).tap(*kept), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, out, kept = inst.params["seconds"], inst.params["out"], ("track_item", inst.params["title"])
        downloads = ("media_downloads",)
        yield lambda ui: player(ui.wait(seconds)).tap("play_pause_stop").watch(out)
        yield lambda ui: self._out(ui.open("media").tap(*downloads).tap(*kept).wait(seconds), inst)
        yield lambda ui: self._inside(ui, inst).watch(out)
        yield lambda ui: self._inside(ui, inst).wait(out - seconds + RADIO_WITHIN).open("radio").tap("play_button")
        yield lambda ui: self._inside(ui, inst).wait(5).open("radio").tap("play_button").watch(out)
        yield lambda ui: ui.wait(seconds).open("radio").tap("forward_button").watch(out)
        yield lambda ui: ui.watch(out).answer("The tunnel is over.")


def _kept(scene: Scene) -> dict[str, str]:
    """The titles of the songs that lie in the car, and whose they are."""
    music = car_of(scene).music
    return {track.title: track.artist for track in (*music.local_tracks, *music.downloaded_tracks)}


class LoudInTheCar(Task, category=Category.MEDIA, dimension=Dimension.ENVIRONMENT_ALERTS):
    """With loud music nobody hears a warning: in danger it is turned down and the driver told; without, it stays as loud."""

    says = (
        (
            "The music is so loud that I'd miss any warning. Watch out for {seconds} seconds: if something comes up "
            "outside, softer and an alert; if not, a word at the end."
        ),
        (
            "I love it loud. If it gets dangerous out there within {seconds} seconds, turn this down and alert me, "
            "otherwise report afterwards."
        ),
        (
            "{seconds} seconds on the lookout, please. Danger: less noise in here and an alert. No danger: leave it "
            "loud, say so at the end."
        ),
        (
            "My ears are full. Should anything nasty appear outside in {seconds} seconds, I want it quieter and an "
            "alert, else just your word that nothing did."
        ),
        (
            "Could you mind what's outside for {seconds} seconds, as I can't over this noise? Turn it down only if "
            "there's need, and alert me then; otherwise tell me afterwards."
        ),
        (
            "Make it softer. No, not yet: only when something outside demands it, together with an alert. {seconds} "
            "seconds, then tell me if all was well."
        ),
    )
    endings = ("act", "answer")
    harm = (STILL_LOUD,)
    steps = 8

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(
            moving=True, light=("day",), weather=("clear", "cloudy"), outside=(5, 16), roads=("rural", "motorway"),
            speed=(60, 80), plays=True, volume=draw.choice([75, 80, 85, 90]),
        )  # fmt: skip

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seconds = draw.choice([30, 40, 50])
        comes = {"danger": draw.choice(["fog", "smoke"]), "after": draw.integer(8, seconds - 6, 2)}
        return {"seconds": seconds} | (comes if draw.ending == "act" else {"danger": "", "after": 0})

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SOUND_CHANNEL, "music")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def comes(car: CarSetup) -> None:
            if inst.params["danger"] == "fog":
                car.turns(weather="fog", visibility=70)
            else:
                car.happens(Phenomenon.SMOKE_OUTSIDE)

        return (Event(comes, after_seconds=inst.params["after"]),) if inst.params["after"] else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            kinds = ("fog", "low visibility") if inst.params["danger"] == "fog" else ("smoke",)
            after = inst.params["after"]

            def quieter(then: Episode) -> Criterion:
                return then.media.silent() | then.noticeably(s.VOLUME, "less")

            alerted = then.alerts.once(*kinds, urgency=("caution", "warning"), since=after, within=PROMPT + 4)
            return alerted & then.soon(quieter, after, within=PROMPT + 4) & quieter(then)
        watched = 0.8 * inst.params["seconds"]
        return then.waited(watched) & then.answered_since(watched, NOTHING_CAME_UP) & then.alerts.none() & then.media.play()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return QUIET if inst.ending == "act" else ()

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (SOMETHING_CAME_UP,) if inst.ending == "act" else ()

    def _warned(self, ui: UiScript, inst: TaskInstance, urgency: str = "warning") -> UiScript:
        kind = inst.params["danger"] or "fog"
        return ui.alert(kind, "Fog ahead, slow down." if kind == "fog" else "There is smoke ahead, slow down.", urgency)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, low = inst.params["after"], inst.params["seconds"], inst.scene.volume * 0.4
        if inst.ending == "act":
            yield lambda ui: sound(self._warned(ui.wait(after), inst, "caution")).dismiss().slide("volume_seek_bar", low)
            yield lambda ui: self._warned(player(ui).wait(after).slide("volume_seek_bar", low), inst)
        else:
            yield lambda ui: player(ui).wait(seconds).answer("Nothing came up, the road is clear.")
            yield lambda ui: ui.wait(seconds).answer("All good, there was no danger.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, low = inst.params["after"], inst.params["seconds"], inst.scene.volume * 0.4
        yield lambda ui: self._warned(ui.wait(after or seconds), inst)
        yield lambda ui: player(ui).wait(after or seconds).slide("volume_seek_bar", low).answer("Nothing came up.")
        yield lambda ui: self._warned(player(ui).slide("volume_seek_bar", low).wait(after or seconds), inst)
        yield lambda ui: ui.answer("Nothing came up, the road is clear.").wait(seconds)
        if inst.ending == "act":
            yield lambda ui: self._warned(player(ui).wait(after + 20).slide("volume_seek_bar", low), inst)
            yield lambda ui: self._warned(player(ui).wait(after).slide("volume_seek_bar", low), inst).answer("Nothing came up.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds, kind = inst.params["after"], inst.params["seconds"], inst.params["danger"]
        if inst.ending == "act":
            plan = CallPlan().wait(after).call("system.safety_alert", kind=kind, message=f"There is {kind} ahead, slow down.")
            yield plan.call("music.music_soundVolume_set", value=round(inst.scene.volume * 0.4))
        else:
            yield CallPlan().wait(seconds).answer("Nothing came up, the road is clear.")
