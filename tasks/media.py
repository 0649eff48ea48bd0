"""Media: music and loudness."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.harm import Invariant
from automotive_env.validators.signals import Signal

MEDIA = Category.MEDIA
TURNED_ON = ("music._is_playing=true", "music._current_track_index", "music._current_playlist", "system.muted=false")
"""What may be different where music was wanted; how loud it is stays."""
TURNED_DOWN = ("music._is_playing=false", "radio._is_playing=false", "environment.volume", "system.muted=true")
"""What may be different where quiet was wanted."""


def player(ui: UiScript) -> UiScript:
    """The player in front, whatever tab of it was."""
    return ui.open("media").tap("media_player")


def sound(ui: UiScript) -> UiScript:
    """The sound settings."""
    return ui.open("settings").tap("section_sound")


def dismissed(ui: UiScript) -> UiScript:
    """The message that comes in after a step is off the screen."""
    return ui.wait(1).tap("headsup_dismiss")


ORDER = "music._playback_mode"
"""An album or a playlist may be shuffled where it is left open what plays."""


class PlayMusic(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Music that can be heard, where it is paused, muted or both; where it plays, nothing is to be touched."""

    says = (
        "Play some music.",
        "Music, please.",
        "I'd like to hear some music.",
        "Could you put some music on?",
        "It is a long way, let's have music.",
        "No news, no talk: music.",
    )
    endings = ("act", "refrain")
    steps = 6

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"muted": draw.ending == "act" and draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_PLAYING, inst.ending == "refrain")
        car.write(s.MUTED, inst.params["muted"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, ORDER)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says(
                "that music plays",
                r"\b(plays|playing|music (is )?(on|running))\b",
                r"\b(no|not|\w+n't|nothing) (\w+ ){0,2}play|\b(paused|no music|radio (is (?!off)|plays))\b|"
                r"(?<!not )(?<!n't )\bmuted\b",
            ),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.answer("Music is playing already.")
            return
        yield lambda ui: player(ui).tap("play_pause_stop").switch("mute_button", False)
        yield lambda ui: sound(ui).switch("mute_button", False).home().tap("skip_next")
        yield lambda ui: player(ui).switch("mute_button", False).tap("media_library").tap("track_item")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).tap("play_pause_stop").tap("play_pause_stop").switch("mute_button", False)
        yield lambda ui: player(ui).tap("skip_next").switch("mute_button", True)
        yield lambda ui: player(ui).tap("skip_next").switch("mute_button", False).slide("volume_seek_bar", 0)
        yield lambda ui: player(ui).switch("mute_button", False).slide("volume_seek_bar", 90)
        yield lambda ui: player(ui).answer("Nothing is playing.")


class LonelySilence(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Silence on a long drive: music or the radio, whatever it is that keeps the car silent. A message comes in meanwhile."""

    says = (
        "Feels a bit lonely driving in silence.",
        "It is so quiet in here, I am getting bored.",
        "This is a long drive without a sound in the car.",
        "I need something to listen to, or I'll fall asleep.",
        "Too silent for me.",
        "I thought I'd enjoy the silence, but I don't. Could you change that, please?",
    )
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("rural", "motorway"), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"silent": draw.choice(["paused", "paused", "muted", "paused and muted", "turned down", "turned down"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        silent = inst.params["silent"]
        car.write(s.MEDIA_PLAYING, "paused" not in silent)
        car.write(s.MUTED, "muted" in silent)
        if silent == "turned down":
            car.write(s.VOLUME, 0)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.is_written_to(inst.scene), after_steps=1),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play() | then.media.play_radio()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        louder = ("environment.volume",) if inst.params["silent"] == "turned down" else ()
        return (*TURNED_ON, ORDER, "music._is_playing", "radio._is_playing=true", *louder)

    def _audible(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Whatever plays can be heard: on a screen with the volume on it."""
        down = inst.params["silent"] == "turned down"
        return ui.slide("volume_seek_bar", 40) if down else ui.switch("mute_button", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if "paused" in inst.params["silent"]:
            yield lambda ui: self._audible(player(dismissed(ui)).tap("play_pause_stop"), inst)
        else:
            yield lambda ui: self._audible(sound(dismissed(ui)), inst)
        yield lambda ui: self._audible(dismissed(ui).open("radio").tap("play_button"), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        def radio(ui: UiScript) -> UiScript:
            return self._audible(dismissed(ui).open("radio").tap("play_button"), inst)

        yield lambda ui: radio(ui).switch("mute_button", True)
        yield lambda ui: radio(ui).tap("play_button") if "paused" in inst.params["silent"] else dismissed(ui).open("radio")
        yield lambda ui: radio(ui).slide("volume_seek_bar", 0)
        yield lambda ui: ui.answer("Yes, it is quiet. Shall I play something?")


SHARES = {"half": 0.5, "twice": 2.0, "three times": 3.0, "a third of": 1 / 3}
"""How loud it is to be, in words -> the share of how loud it is now."""


class SetVolume(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The volume to a share of what it is, which has to be looked at; and still heard."""

    says = (
        "Set the volume to {share} what it is.",
        "In percent of volume, {share} what we have now, please.",
        "Could you have the speakers at {share} the percentage they're at?",
        "What is on should be at {share} the percent it has now, and go on.",
        "How loud is it, in percent? I'd like {share} that.",
        "I don't want it silent and I don't want it as it is: {share} the percent that it shows, no more and no less.",
    )
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True, volume=draw.integer(16, 96))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        shares = {share: round(scene.volume * factor) for share, factor in SHARES.items()}
        share = draw.choice(sorted(share for share, volume in shares.items() if 10 <= volume <= 98))
        return {"share": share, "volume": shares[share]}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.volume_at(inst.params["volume"]) & then.media.audible() & then.on(s.MEDIA_PLAYING)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.volume",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: sound(ui).slide("volume_seek_bar", inst.params["volume"])
        yield lambda ui: player(ui).slide("volume_seek_bar", inst.params["volume"])
        yield lambda ui: ui.open("radio").slide("volume_seek_bar", inst.params["volume"])

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        volume, before = inst.params["volume"], inst.scene.volume
        others = [round(before * factor) for share, factor in SHARES.items() if share != inst.params["share"]]
        other = next(one for one in others if one <= 98)
        yield lambda ui: sound(ui).slide("volume_seek_bar", other)
        yield lambda ui: sound(ui).slide("volume_seek_bar", volume).slide("volume_seek_bar", before)
        yield lambda ui: sound(ui).slide("volume_seek_bar", volume).switch("mute_button", True)
        yield lambda ui: player(ui).slide("volume_seek_bar", volume).tap("play_pause_stop")


class ShufflePlay(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Tracks in random order, while music plays; where they are already, nothing is to be touched."""

    says = (
        "Shuffle the music.",
        "Play the songs in random order.",
        "Mix up the order of the songs.",
        "Could you jumble the songs, please?",
        "I like surprises, so no fixed order for these songs.",
        "Not one song after the other as they are listed: at random.",
    )
    endings = ("act", "refrain")
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"mode": draw.choice(["Sequential Play", "List Repeat", "Single Repeat"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_MODE, inst.params["mode"] if inst.ending == "act" else "Shuffle Play")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.MEDIA_MODE, "Shuffle Play") & then.media.play()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("music._playback_mode", "music._current_track_index")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that the order is random", r"\b(random|shuffl\w+)\b"),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny the random order", "^", r"\b(not|\w+n't) (\w+ ){0,2}(random|shuffl)|\boff\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: player(ui).answer("The songs are shuffled already.")
            return
        yield lambda ui: player(ui).tap("mode_shuffle")
        yield lambda ui: player(ui).tap("mode_shuffle").tap("skip_next")
        yield lambda ui: player(ui).tap("mode_shuffle").tap("favorite_button").tap("favorite_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: player(ui).tap("mode_list_repeat")
        yield lambda ui: player(ui).tap("mode_shuffle").tap("play_pause_stop")
        yield lambda ui: player(ui).tap("mode_shuffle").switch("mute_button", True)
        yield lambda ui: player(ui).tap("mode_shuffle").tap("favorite_button")


def _stays_quiet(then: Episode) -> Criterion:
    heard = then.start(s.MEDIA_PLAYING) is True or then.start(s.RADIO_PLAYING) is True
    quiet = heard or then.media.silent().met
    return Criterion("stays_quiet", "quiet, as it was", "quiet" if quiet else "music or the radio is heard", quiet)


STAYS_QUIET = Invariant("stays_quiet", _stays_quiet, (s.MEDIA_PLAYING, s.RADIO_PLAYING, s.MUTED, s.VOLUME))
"""Where nothing was heard, nothing begins to play: not even for a moment."""


HEARD = r"^(?!.*\b(no|nor|nothing|not|\w+n't)\b).*\b(music|radio|player|something) (plays|is (\w+ )?(on|playing|running|loud))\b"
"""What says that something is heard."""


class QuietPlease(Task):
    """A family: music or the radio plays and should be quieter; in the other half nothing is heard anyway."""

    endings = ("act", "refrain")
    harm = (STAYS_QUIET,)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(volume=draw.integer(45, 90, 5), plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"source": draw.choice(["music", "radio"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        sources: dict[str, Signal] = {"music": s.MEDIA_PLAYING, "radio": s.RADIO_PLAYING}
        source = inst.params["source"]
        car.write(s.SOUND_CHANNEL, source)
        car.write(sources[source], inst.ending == "act")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.quieter()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_DOWN

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        ways = (
            r"\b(nothing (is )?(on|play\w*|running)|no (\w+ )?(or \w+ )?(sound|music|radio|noise)|"
            r"neither|silent|silence|quiet|paused|off)\b"
        )
        return (Says("that nothing is heard", ways, rf"\b(not|\w+n't) (\w+ )?(off|silent|quiet|paused)\b|{HEARD}"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.answer("It is quiet already, nothing is playing.")
            return
        radio, low = inst.params["source"] == "radio", inst.scene.volume * 0.45
        yield lambda ui: sound(ui).slide("volume_seek_bar", low)
        yield lambda ui: sound(ui).switch("mute_button", True)
        yield lambda ui: ui.open("radio").tap("play_button") if radio else player(ui).tap("play_pause_stop")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: sound(ui).slide("volume_seek_bar", inst.scene.volume * 0.92)
        yield lambda ui: sound(ui).switch("mute_button", True).switch("mute_button", False)
        yield lambda ui: ui.open("radio").tap("forward_button")
        if inst.ending == "refrain":
            yield lambda ui: player(ui).tap("play_pause_stop").tap("play_pause_stop").answer("It is quiet already.")
        elif inst.params["source"] == "music":
            yield lambda ui: ui.open("radio").slide("volume_seek_bar", inst.scene.volume + 5)
        yield lambda ui: player(ui).tap("skip_next")
        yield lambda ui: sound(ui).switch("mute_button", True).alert("seat belt", "Please fasten your belt.")


class SleepingChild(QuietPlease, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A child just fell asleep while something plays, or while nothing does and no message disturbs."""

    says = (
        "The baby just fell asleep in the back.",
        "Shh, the little one is finally sleeping.",
        "Our daughter has nodded off behind me.",
        "At last, the kids are asleep.",
        "He has dropped off in his child seat; softly now, please.",
        "I thought she'd never sleep, and now she does.",
    )

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        super().setup(car, inst)
        car.write(s.DO_NOT_DISTURB, inst.ending == "refrain")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_DOWN, "system.do_not_disturb=true")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield from super().solutions(inst)
        if inst.ending == "act":
            yield lambda ui: sound(ui).slide("volume_seek_bar", inst.scene.volume * 0.63).switch("do_not_disturb", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield from super().cheats(inst)
        yield lambda ui: sound(ui).switch("do_not_disturb", True)


class SirenOutside(QuietPlease, category=MEDIA, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A siren somewhere: whatever plays must be at half its loudness or less, so that the driver hears it."""

    says = (
        "Quiet in here, please: I think I hear a siren.",
        "Could that be an ambulance? No noise from the speakers now.",
        "Was that a siren? I can only tell if nothing loud plays in the car.",
        "Somebody sounds a siren, I think. Nothing from the loudspeakers for a moment.",
        "A fire engine? No loud speakers now, please.",
        "It is nothing, or is it a siren? Hush in the car, I have to listen.",
    )

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban", "rural"), volume=draw.integer(50, 90, 5), plays=False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.silent() | then.falls(s.VOLUME, inst.scene.volume / 2)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield from super().cheats(inst)
        yield lambda ui: sound(ui).slide("volume_seek_bar", inst.scene.volume * 0.7)
        yield lambda ui: ui.alert("emergency", "There may be an emergency vehicle near you.")
