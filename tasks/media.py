"""Media: music and loudness."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Besides
from automotive_env.validators.answers import Amount, Fact, NoOther, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.known_names import TITLES, NoOtherName
from automotive_env.world.devices.music import Track

MEDIA = Category.MEDIA
TURNED_ON = (
    *("music._is_playing=true", "music._current_track_index", "music._current_playlist", "system.muted=false"),
    "radio._is_playing=false",  # the display lets one source play at a time
)
"""What may be different where music was wanted; how loud it is stays."""


def player(ui: UiScript) -> UiScript:
    """The player in front, whatever tab of it was."""
    return ui.open("media").tap("media_player")


def sound(ui: UiScript) -> UiScript:
    """The sound settings."""
    return ui.open("settings").tap("section_sound")


ORDER = "music._playback_mode"
"""An album or a playlist may be shuffled where it is left open what plays."""


SONGS = {
    "media_favorites": ("favorite_tracks", "the songs I like most"),
    "media_downloads": ("downloaded_tracks", "the songs I have downloaded"),
    "media_local": ("local_tracks", "the songs that are kept in the car"),
}
"""Tab of the media app -> what of the player holds its songs, and how a driver calls them."""
IN_ORDER = ("Sequential Play", "List Repeat", "Single Repeat")
"""Ways to play that are not random."""


def outstanding(tracks: Sequence[Track], way: str) -> str:
    """The title of the longest or the shortest of some songs; empty where another one is as long, or there is no other."""
    found = sorted(tracks, key=lambda track: track.duration, reverse=way == "longest")
    return found[0].title if len(found) > 1 and found[0].duration != found[1].duration else ""


class PlayMusic(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The longest or the shortest song of one of the lists, heard; where it is loaded it may be silent, or play already."""

    says = (
        "Music, please: of {songs}, the {which}. Don't begin it anew, though, if that's what we hear.",
        "It is a long way, let's have the {which} of {songs}. If it's on, say so and let it go on.",
        "Could you put on the {which} of {songs}? Just tell me in case it's that one that we're listening to.",
        "No news, no talk: {songs}, and of those the {which}; unless we hear it as it is.",
        "The {which} one among {songs}. I'd hate to have it cut off if it's what plays.",
        "I made a bet on which of {songs} is the {which}. Let me hear it, or tell me that I do.",
    )
    endings = ("act", "refrain")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        music = car_of(scene).music
        queued = [track.title for track in music.current_playlist]
        fit = [
            (tab, way, title)
            for tab, (path, _) in SONGS.items()
            for way in ("longest", "shortest")
            if (title := outstanding(getattr(music, path), way)) and (title in queued or draw.ending == "act")
        ]
        if not fit:
            raise SceneImpossible(f"nobody in {draw.place.name} has such a song lined up")
        tab, which, title = draw.choice(fit)
        found = title in queued and (draw.ending == "refrain" or draw.maybe(0.7))
        at = queued.index(title) if found else scene.track
        loaded = queued[at] == title  # by chance, too
        return {
            "tab": tab,
            "songs": SONGS[tab][1],
            "which": which,
            "title": title,
            "at": at,
            "silent": "" if draw.ending == "refrain" else draw.choice(["paused", "muted"] if loaded else ["paused", ""]),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_TRACK, inst.params["at"])
        car.write(s.MEDIA_PLAYING, inst.params["silent"] != "paused")
        car.write(s.SOUND_CHANNEL, "music")
        car.write(s.MUTED, inst.params["silent"] == "muted")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        heard = then.media.plays_title(inst.params["title"])
        return heard & then.media.undisturbed() if inst.ending == "refrain" else heard

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, ORDER)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        plays = Says(
            "that music plays",
            r"\b(plays|playing|(music|song|it) (is )?(on|running)|hear(ing)?|listening)\b",
            r"\b(no|not|\w+n't|nothing) (\w+ ){0,2}play|\b(paused|no music|the radio (is (?!off)|plays))\b|"
            r"(?<!not )(?<!n't )\bmuted\b",
        )
        return (Besides(plays, (inst.params["title"],)),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOtherName((inst.params["title"],), TITLES, beside=True),)

    def _played(self, ui: UiScript, inst: TaskInstance, tab: str) -> UiScript:
        """The song put on from the list, and heard."""
        ui.open("media").tap(tab).tap("track_item", inst.params["title"])
        return ui.tap("media_player").switch("mute_button", False) if inst.params["silent"] == "muted" else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        tab, title = inst.params["tab"], inst.params["title"]
        if inst.ending == "refrain":
            yield lambda ui: ui.open("media").tap(tab).scroll_to("track_item", title).answer(f"{title} is playing already.")
            return
        yield lambda ui: self._played(ui, inst, tab)
        if inst.params["silent"] == "muted":
            yield lambda ui: ui.open("media").tap(tab).scroll_to("track_item", title).home().switch("mute_toggle", False)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        tab, title = inst.params["tab"], inst.params["title"]
        music = car_of(inst.scene).music
        listed = getattr(music, SONGS[tab][0])
        other = next(track.title for track in listed if track.title != title)
        yield lambda ui: ui.open("media").tap(tab).tap("track_item", other).answer("It is playing.")
        yield lambda ui: player(ui).tap("skip_next").switch("mute_button", False).answer("It is playing.")
        yield lambda ui: self._played(ui, inst, tab).tap("media_player").switch("mute_button", True).answer("It is playing.")
        yield lambda ui: self._played(ui, inst, tab).tap("media_player").slide("volume_seek_bar", 0).answer("It is playing.")
        if inst.ending == "act":
            yield lambda ui: player(ui).answer("That one is playing already.")
        else:
            yield lambda ui: player(ui).tap("play_pause_stop").tap("play_pause_stop").answer(f"{title} is playing already.")


HALTS, GOES_ON = 14, 24
"""Seconds after which a car that is under way stops for a while, and drives on."""
HUSHED_WITHIN = 25
"""Seconds within which it is silent where the car is parked: a look or two, and touches."""


class LonelySilence(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Silence on a long drive: something to listen to, also while the car halts on the way, until it is parked; then silence."""

    says = (
        "Feels a bit lonely driving in silence. Something to listen to till we've parked, please; there I like it quiet.",
        "It is so quiet in here, I am getting bored. Change that until the car is parked; from then on, not a sound.",
        "This is a long drive without a sound in the car. No longer, please, only once we're parked it has to be still again.",
        "I need something to listen to, or I'll fall asleep. When I've parked I will, so no sound then.",
        "Too silent for me, as long as we're on the way. Where we park people sleep, so there it's to be silent as now.",
        "I thought I'd enjoy the silence, but I don't. Could you change that, and bring it back when we've parked?",
    )
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("rural", "motorway"), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        causes = ["paused", "muted", "paused and muted", "turned down", "paused and turned down", "muted and turned down"]
        silent = draw.choice([*causes, "paused, muted and turned down"])
        return {"silent": silent, "parks": draw.choice([30, 34, 38, 66, 70, 74, 102, 106, 110])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        silent = inst.params["silent"]
        car.write(s.MEDIA_PLAYING, "paused" not in silent)
        car.write(s.MUTED, "muted" in silent)
        if "turned down" in silent:
            car.write(s.VOLUME, 0)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def parks(car: CarSetup) -> None:
            car.parks()
            car.turns(road="parking")

        return (
            Event(lambda car: car.turns(speed=0), after_seconds=HALTS),
            Event(lambda car: car.turns(speed=inst.scene.speed), after_seconds=GOES_ON),
            Event(parks, after_seconds=inst.params["parks"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        parks, halting, arriving = inst.params["parks"], then.at(GOES_ON - 1), then.at(inst.params["parks"] - 1)
        heard = every(*(one.media.play() | one.media.play_radio() for one in (halting, arriving)))
        hushed = then.soon(lambda then: then.media.silent(), parks, HUSHED_WITHIN) & then.media.silent()
        return heard & then.waited(parks) & hushed

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, ORDER, "music._is_playing", "radio._is_playing", "environment.volume", "system.muted")

    def _audible(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Whatever plays can be heard: on a screen with the volume on it."""
        if "muted" in inst.params["silent"]:
            ui.switch("mute_button", False)
        return ui.slide("volume_seek_bar", 40) if "turned down" in inst.params["silent"] else ui

    def _music(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui = player(ui).tap("play_pause_stop") if "paused" in inst.params["silent"] else sound(ui)
        return self._audible(ui, inst)

    def _radio(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return self._audible(ui.open("radio").tap("play_button"), inst)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        parks = inst.params["parks"]
        yield lambda ui: self._music(ui, inst).home().watch(parks).switch("mute_toggle", True)
        yield lambda ui: self._radio(ui, inst).home().watch(parks).open("radio").tap("play_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        parks = inst.params["parks"]
        yield lambda ui: self._music(ui, inst)
        yield lambda ui: self._radio(ui, inst).watch(parks)
        yield lambda ui: self._music(ui, inst).home().wait(parks + HUSHED_WITHIN).switch("mute_toggle", True)
        yield lambda ui: self._music(ui, inst).home().wait(HALTS).switch("mute_toggle", True).watch(parks)
        yield lambda ui: self._radio(ui, inst).switch("mute_button", True).watch(parks)
        yield lambda ui: ui.answer("Yes, it is quiet. Shall I play something?")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        silent, plan = inst.params["silent"], CallPlan().call("system.state_view", modules=["music", "environment"])
        if "paused" in silent:
            plan = plan.call("music.music_local_play")
        if "muted" in silent:
            plan = plan.call("system.mute_switch", switch=False)
        if "turned down" in silent:
            plan = plan.call("music.music_soundVolume_set", value=40)
        yield plan.wait(inst.params["parks"]).call("system.mute_switch", switch=True)


SHARES = {"half": 0.5, "twice": 2.0, "three times": 3.0, "a third of": 1 / 3}
"""How loud it is to be, in words -> the share of how loud it is now."""


class SetVolume(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The volume to a share of what it is, for a while, and back to what it was; somebody may turn it in between."""

    says = (
        "Set the volume to {share} what it is, for {seconds} seconds. Then back to the percent it has now, whoever turns it.",
        "In percent of volume, {share} what we have now, for {seconds} seconds; after that what we have now.",
        "Could you have the speakers at {share} the percentage they're at, and {seconds} seconds later as they're now?",
        "For {seconds} seconds what is on should be at {share} the percent it has; then again at what I see now.",
        "However loud it is, in percent: {seconds} seconds of {share} that, please, then just that again.",
        "I don't want it silent: {share} the percent that it shows, for {seconds} seconds; then what it shows now.",
    )
    steps = 8

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True, volume=draw.integer(16, 96))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        shares = {share: round(scene.volume * factor) for share, factor in SHARES.items()}
        share = draw.choice(sorted(share for share, volume in shares.items() if 10 <= volume <= 98))
        others = [one for one in range(20, 91) if min(abs(one - scene.volume), abs(one - shares[share])) >= 10]
        turned = draw.choice([0, draw.choice(others)])
        return {"share": share, "volume": shares[share], "seconds": draw.choice([25, 30, 40]), "turned": turned}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        turned = inst.params["turned"]
        return (Event(lambda car: car.write(s.VOLUME, turned), when=lambda then: self._held(then, inst)),) if turned else ()

    @staticmethod
    def _held(then: Episode, inst: TaskInstance) -> Criterion:
        """It has been so for nearly as long as it is to be."""
        volume, since = inst.params["volume"], then.log.seconds - 0.9 * inst.params["seconds"]
        return then.media.volume_at(volume) & then.at(max(since, 0)).media.volume_at(volume)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        volume, seconds, before = inst.params["volume"], inst.params["seconds"], then.number_at_start(s.VOLUME)

        def heard(then: Episode) -> Criterion:
            return then.media.volume_at(volume) & then.media.audible() & then.on(s.MEDIA_PLAYING)

        meanwhile = then.for_a_while(heard, 0.8 * seconds, seconds + 15)
        known = tuple(float(one) for one in (volume, inst.params["turned"], 100 * SHARES[inst.params["share"]]))
        told = then.answered(NoOther(Amount(before, "percent", 1, known)))
        return meanwhile & then.media.volume_at(before) & told & then.media.audible() & then.on(s.MEDIA_PLAYING)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.volume",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        volume, before, seconds = inst.params["volume"], inst.scene.volume, inst.params["seconds"]
        yield lambda ui: sound(ui).slide("volume_seek_bar", volume).wait(seconds).slide("volume_seek_bar", before)
        yield lambda ui: player(ui).slide("volume_seek_bar", volume).wait(seconds).slide("volume_seek_bar", before)
        told = f"It was at {volume} % and is at {before} % again."
        yield (
            lambda ui: (
                sound(ui.wait(15)).slide("volume_seek_bar", volume).wait(seconds).slide("volume_seek_bar", before).answer(told)
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        volume, before, seconds = inst.params["volume"], inst.scene.volume, inst.params["seconds"]
        others = [round(before * factor) for share, factor in SHARES.items() if share != inst.params["share"]]
        other = next(one for one in others if one <= 98)

        def at(ui: UiScript, first: float, last: float, wait: int = seconds) -> UiScript:
            return sound(ui).slide("volume_seek_bar", first).wait(wait).slide("volume_seek_bar", last)

        yield lambda ui: at(ui, other, before)
        yield lambda ui: at(ui, volume, before, 3).wait(seconds)
        yield lambda ui: sound(ui).slide("volume_seek_bar", volume).wait(seconds)
        yield lambda ui: at(ui, volume, before).switch("mute_button", True)
        yield lambda ui: at(sound(ui).switch("mute_button", True), volume, before).switch("mute_button", False)
        yield lambda ui: at(ui, volume, before).answer(f"It is at {other} % again.")
        yield lambda ui: sound(ui).wait(seconds).slide("volume_seek_bar", volume).wait(5).slide("volume_seek_bar", before)
        if inst.params["turned"] and (wrong := round(inst.params["turned"] / SHARES[inst.params["share"]])) <= 98:
            yield lambda ui: at(ui, volume, wrong if abs(wrong - before) > 3 else other)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["environment"])
        plan = look.call("music.music_soundVolume_set", value=inst.params["volume"]).wait(inst.params["seconds"])
        yield plan.call("music.music_soundVolume_set", value=inst.scene.volume)


class ShufflePlay(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Some songs and no others in random order: random as the order may be, it may be that of other songs."""

    says = (
        "At random, {songs}: those and no others. Leave it if it's like that.",
        "Mix up {songs} for me, without any other songs; unless that is how they play now.",
        "Could you jumble {songs}, please, and nothing else? If it is so, don't touch it.",
        "I like surprises, so no fixed order for {songs}, and none of the rest. Should it be set like that, tell me.",
        "Not one after the other as they are listed: {songs}, at random, alone. I may have done that before; then leave it.",
        "Only {songs} from now on, in any order but the usual one, if that isn't what we have.",
    )
    endings = ("act", "refrain")
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        if draw.ending == "refrain" or draw.maybe(0.2):
            wish = {"shelf": "", "name": "", "songs": "what is lined up"}  # as is lined up
            return wish | {"mode": "Shuffle Play" if draw.ending == "refrain" else draw.choice(IN_ORDER)}
        modes = ("Shuffle Play", "Shuffle Play", *IN_ORDER)
        if draw.maybe(0.4):
            tab = draw.choice(list(SONGS))
            return {"shelf": "", "name": tab, "songs": SONGS[tab][1], "mode": draw.choice(modes)}
        name = draw.choice([one.title for one in draw.content.playlists])
        return {"shelf": "playlists", "name": name, "songs": f"what I put into {name}", "mode": draw.choice(modes)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_MODE, inst.params["mode"])

    def _titles(self, inst: TaskInstance) -> list[str]:
        """The songs that are to be heard."""
        music, name = car_of(inst.scene).music, inst.params["name"]
        playlists = {one.title: one.tracks for one in inst.scene.content.playlists}
        tracks = playlists[name] if name in playlists else getattr(music, SONGS[name][0] if name else "current_playlist")
        return sorted(track.title for track in tracks)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        mixed = then.is_(s.MEDIA_MODE, "Shuffle Play") & then.media.play() & then.media.queue_is_of(*self._titles(inst))
        return mixed & then.media.undisturbed() if inst.ending == "refrain" else mixed

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (ORDER, "music._current_track_index", "music._current_playlist")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that the order is random", r"\b(random|shuffl\w+)\b"),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny the random order", "^", r"\b(not|\w+n't) (\w+ ){0,2}(random|shuffl)|\boff\b"),)

    def _listed(self, ui: UiScript, inst: TaskInstance, name: str) -> UiScript:
        """A list in front."""
        ui.open("media")
        return ui.tap("media_library").tap("shelf_playlists").tap("playlist_item", name) if inst.params["shelf"] else ui.tap(name)

    def _shuffled(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        name = inst.params["name"]
        if inst.params["shelf"]:
            return self._listed(ui, inst, name).tap("shuffle_all_button").home()
        if name:
            self._listed(ui, inst, name).tap("track_item")
        return player(ui).switch("mode_shuffle", True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: player(ui).answer("They are shuffled already.")
            return
        yield lambda ui: self._shuffled(ui, inst)
        yield lambda ui: player(self._shuffled(ui, inst)).tap("skip_next")
        if inst.params["shelf"]:
            name = inst.params["name"]
            yield lambda ui: player(self._listed(ui, inst, name).tap("play_all_button").home()).tap("mode_shuffle")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        name, already = inst.params["name"], "They are shuffled already."
        yield lambda ui: player(ui).tap("mode_list_repeat").answer(already)
        yield lambda ui: player(self._shuffled(ui, inst)).tap("play_pause_stop").answer(already)
        yield lambda ui: ui.open("media").tap("media_local").tap("track_item").tap("media_player").tap("mode_single_repeat")
        if inst.ending == "act":
            yield lambda ui: player(ui).answer(already)
            yield lambda ui: player(self._shuffled(ui, inst)).switch("mute_button", True)
        if name:  # the right order of other songs, and the right songs in another order
            yield lambda ui: player(ui).switch("mode_shuffle", True)
            yield lambda ui: player(self._shuffled(ui, inst)).tap("mode_sequential")
