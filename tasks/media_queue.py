"""Media: what is lined up, what comes again, and songs that others have named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import TURNED_ON, player
from automotive_env.tasks.media_library import found_alone, looked_up, new_songs
from automotive_env.tasks.media_radio import received
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import AnyOf, Besides
from automotive_env.validators.answers import Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import TITLES, NoOtherName
from automotive_env.world.content.stations import band_of

MODES = {"Sequential Play": "mode_sequential", "List Repeat": "mode_list_repeat", "Shuffle Play": "mode_shuffle"}
"""Order in which songs come -> its control."""
QUEUE = ("music._current_playlist", "music._current_track_index")
KEPT_FOR_LATER = ("music._is_playing=false", *QUEUE)
"""What may be different where something is lined up and nothing is to be heard."""


def queue(ui: UiScript) -> UiScript:
    """The tab with what is lined up."""
    return ui.open("media").tap("media_queue")


def _joins(then: Episode, title: str) -> Criterion:
    """A song joins what is lined up, and what plays goes on."""
    return then.media.queue_grows_by(title) & then.on(s.MEDIA_PLAYING) & then.media.undisturbed() & then.media.audible()


def _named(title: str) -> Fact:
    """Whoever names a song names this one."""
    return AnyOf((NoOtherName((title,), TITLES), Word((title,))))


class AtTheEndOfTheQueue(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """A song joins what is lined up, unless it is there already, while what plays goes on without a break."""

    says = (
        "{title} should come after everything that's lined up; don't cut this one off for it. Twice I don't need it.",
        "Add {title} by {artist} to the end of what's playing, would you? If it's among them, tell me instead.",
        "{title} too, at the very end, unless it's in there.",
        "I'm enjoying this one, so let it run, but {title} by {artist} should be among what comes; last, if it isn't.",
        "Play {title} now. No, sorry, not now: let it wait behind the others, in case I haven't put it there before.",
        "Behind the songs we've already picked there's room for {title}, if we haven't picked it. No gap now, please.",
    )
    endings = ("act", "refrain")
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        lined_up = [one for at, one in enumerate(car_of(scene).music.current_playlist) if at != scene.track]
        song = draw.choice(new_songs(draw, scene) if draw.ending == "act" else lined_up)
        return {"title": song.title, "artist": song.artist}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return _joins(then, inst.params["title"]) if inst.ending == "act" else then.media.undisturbed()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return QUEUE

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        there = r"\b(already|is|was|stands|waits|comes) (\w+ ){0,3}(in|among|part of|lined up|queued|waiting|there|on the list)\b"
        stands = Says("that it is lined up", there, r"\b(not|\w+n't) (\w+ ){0,3}(in|among|lined|queued|there)\b")
        return (Besides(stands, (inst.params["title"], inst.params["artist"])),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOtherName((inst.params["title"],), TITLES, beside=True),)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        there = (
            r"already (in|there|among|lined up|queued|waiting|on the list)|(in|among|there|lined up|queued)( \w+){0,3} already"
        )
        before = Says("that do not say that it was there", "^", rf"(?<!not )(?<!n't )\b(?:{there})\b")
        return Besides(before, (inst.params["title"], inst.params["artist"])), _named(inst.params["title"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        if inst.ending == "refrain":
            yield lambda ui: queue(ui).scroll_to("track_item", title).answer(f"{title} is already in the queue.")
            yield lambda ui: queue(ui).scroll_to("track_item", title).answer(f"Nothing to do: {title} is lined up.")
            return
        yield lambda ui: looked_up(queue(ui), title).long_press("track_item", title)
        yield lambda ui: looked_up(ui, inst.params["artist"]).long_press("track_item", title)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title, there = inst.params["title"], f"{inst.params['title']} is already in the queue."
        yield lambda ui: looked_up(ui, title).tap("track_item", title).answer(there)
        yield lambda ui: queue(ui).answer(f"{title} comes later now; I have added it.")
        yield lambda ui: player(ui).tap("skip_next").answer(there)
        if inst.ending == "act":
            yield lambda ui: queue(ui).answer(there)
            yield lambda ui: looked_up(ui, title).long_press("track_item", title).answer(there)
            yield lambda ui: looked_up(ui, title).long_press("track_item", title).tap("play_pause_stop").tap("play_pause_stop")
            yield lambda ui: looked_up(ui, title).long_press("track_item", title).tap("skip_next")
        else:
            yield lambda ui: queue(ui).tap("track_item", title).answer(there)
            yield lambda ui: queue(ui).tap("play_pause_stop").tap("play_pause_stop").answer(there)


class LinedUpForLater(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The old queue goes, two songs take its place in order, and nothing is heard of them yet."""

    says = (
        "Throw out everything that's lined up. Only {one} and then {two} are to wait there, and silence until I want them.",
        "Empty the queue, put {one} in and {two} behind it. Don't start them, I have to make a call first.",
        "For later: {one}, then {two}, and none of the old stuff. Quiet for now.",
        "We begin afresh after the break with {one} followed by {two}. Have just those two ready, without playing them, please.",
        "Could you swap all that is queued for two songs? {two} last, {one} before it, and nothing to be heard yet.",
        "{one} and {two} are all that should be waiting, in that order. No, no music now; only get it ready.",
    )
    steps = 13

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        one, two = draw.rng.sample(new_songs(draw, scene), 2)
        return {"one": one.title, "two": two.title}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        songs = inst.params["one"], inst.params["two"]
        unheard = ~then.ever(lambda then: then.media.plays_title(*songs))
        return then.media.queue_holds(*songs) & then.off(s.MEDIA_PLAYING) & unheard

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return KEPT_FOR_LATER

    def _cleared(self, ui: UiScript) -> UiScript:
        return queue(ui).tap("clear_queue_button").confirm().tap("media_library").tap("shelf_songs")

    def _kept(self, ui: UiScript, title: str) -> UiScript:
        return ui.type("library_search_text", title).long_press("track_item", title)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        one, two = inst.params["one"], inst.params["two"]
        yield lambda ui: self._kept(self._kept(self._cleared(ui), one), two)
        yield lambda ui: self._kept(self._kept(self._cleared(player(ui).tap("play_pause_stop")), one), two)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        one, two = inst.params["one"], inst.params["two"]
        yield lambda ui: self._kept(self._kept(self._cleared(ui), two), one)
        yield lambda ui: self._kept(self._cleared(ui), one).answer(f"{one} and {two} are ready.")
        yield lambda ui: self._kept(self._kept(self._cleared(ui), one), two).tap("play_pause_stop")
        yield lambda ui: self._kept(self._kept(self._cleared(ui), one), two).tap("play_pause_stop").tap("play_pause_stop")
        yield lambda ui: self._kept(self._kept(queue(ui).tap("media_library"), one), two).tap("play_pause_stop")
        yield lambda ui: queue(ui).tap("clear_queue_button").cancel().answer("Both are ready.")


OTHERWISE = (
    r"\b(not|\w+n't|without|never) (\w+ )?(on |in |being )?(repeat|loop)|\bshuffle is on\b|"
    r"\b(music|player|sound) is (off|paused|muted)\b|\blist (is |gets )?(repeat|loop)\w*|\brepeat\w* (the )?(whole )?list\b"
)
"""What says that more than one song is repeated, or none."""


ORDER_WITHIN = 30
"""Seconds within which songs come as before once a child sleeps: a look or two at what came in, and touches."""


class OnlyThisSong(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A child wants one song again and again till it sleeps, as whoever sits beside it writes; then songs come as before."""

    says = (
        "{child} wants nothing but {title}, and once it's through she wants it anew. {who} sits with her and texts when she "
        "sleeps: then songs come as they do now.",
        "No peace back there unless it's {title} and never anything else, till {who} beside her writes that she's asleep. After "
        "that the songs in the order that's set.",
        "{title}. Only {title}. You know what four-year-olds are like. When {who} writes from the back that she's off, go on "
        "with the others the way it is now.",
        "I promised {child} that she'd hear {title} till she falls asleep, nothing in between, if it isn't so yet. {who} texts "
        "from beside her when; then as now, for what comes next.",
        "As soon as {title} is over, {child} cries. Could we spare her that until she sleeps? {who} will text it; from there on "
        "the order we have.",
        "We may have the next song. No, we may not: {child} insists that {title} is the only one there is. When she sleeps, "
        "{who} writes it from beside her; then what follows comes as it's set now.",
    )
    endings = ("act", "refrain")
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, volume=draw.integer(25, 60))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        queue = car_of(scene).music.current_playlist
        at = draw.choice([at for at in range(10) if at != scene.track]) if draw.ending == "act" else scene.track
        title, who = queue[at].title, draw.person(but=[name for name, _ in scene.messages])
        mode = draw.choice(["Sequential Play", "List Repeat", "Shuffle Play"]) if draw.ending == "act" else "Single Repeat"
        asleep = {"who": who, "rival": draw.person(but=[who]), "after": draw.choice([26, 30, 34, 68, 72, 76, 108, 112, 116])}
        return {"title": title, "child": draw.choice(["Emma", "Lucía", "Aiko", "Zoe"]), "mode": mode} | asleep

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_MODE, inst.params["mode"])
        car.write(s.MEDIA_PLAYING, True)
        car.write(s.SOUND_CHANNEL, "music")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, rival, after = inst.params["who"], inst.params["rival"], inst.params["after"]
        return (
            Event(lambda car: car.writes(rival, "Ours are asleep at last, what about yours?"), after_seconds=after - 14),
            Event(lambda car: car.writes(who, "She's asleep."), after_seconds=after),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        title, after = inst.params["title"], inst.params["after"]

        def again_and_again(then: Episode) -> Criterion:
            alone = then.media.queue_holds(title) & then.is_(s.MEDIA_MODE, "List Repeat")
            return then.media.plays_title(title) & (then.is_(s.MEDIA_MODE, "Single Repeat") | alone)

        if inst.ending == "refrain":
            return again_and_again(then) & then.media.undisturbed()
        as_before = then.soon(lambda then: then.as_it_was(s.MEDIA_MODE), after, ORDER_WITHIN) & then.as_it_was(s.MEDIA_MODE)
        return then.waited(after) & again_and_again(then.at(after - 1)) & as_before & then.media.play()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, "music._playback_mode", "conversation.messages")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        repeats = Says("that it is repeated", r"\b(repeat\w*|loop\w*|again and again|over and over)\b", OTHERWISE)
        return (Besides(repeats, (inst.params["title"],)),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOtherName((inst.params["title"],), TITLES, beside=True),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        if inst.ending == "refrain":
            yield lambda ui: player(ui).answer(f"{title} is on and repeats already.")
            yield lambda ui: player(ui).answer("Nothing to do: this song plays on repeat.")
            return
        after, before = inst.params["after"], MODES[inst.params["mode"]]
        yield lambda ui: self._repeated(ui, inst).watch(after).tap(before)
        yield (
            lambda ui: (
                player(ui).tap("mode_single_repeat").tap("media_queue").tap("track_item", title).open("messages").watch(after, 20)
                .open("media").tap("media_player").tap(before)
            )
        )  # fmt: skip

    def _repeated(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return queue(ui).tap("track_item", inst.params["title"]).tap("media_player").tap("mode_single_repeat")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title, after = inst.params["title"], inst.params["after"]
        if inst.ending == "refrain":
            yield lambda ui: player(ui).tap("mode_list_repeat").answer("It is on and repeats already.")
            yield lambda ui: player(ui).tap("skip_next").answer("It is on and repeats already.")
            yield lambda ui: player(ui).tap("skip_next").tap("skip_prev").answer("It is on and repeats already.")
            yield lambda ui: player(ui).answer("The radio is off.")
        else:
            before = MODES[inst.params["mode"]]
            yield lambda ui: player(ui).tap("mode_single_repeat")
            yield lambda ui: player(ui).answer("It is on and repeats already.")
            yield lambda ui: self._repeated(ui, inst).watch(after)
            yield lambda ui: self._repeated(ui, inst).wait(after - 14).tap(before).watch(20)
            yield lambda ui: self._repeated(ui, inst).wait(after + ORDER_WITHIN).tap(before)
        yield lambda ui: queue(ui).tap("track_item", title).tap("media_player").tap("mode_list_repeat")
        yield lambda ui: queue(ui).tap("track_item", title).tap("media_player").tap("mode_single_repeat").tap("play_pause_stop")


SONG_WITHIN = 40
"""Seconds within which a song is on again once a guest has gone: a look or two at what came in, and its name typed."""
GONE_WITHIN = 60
"""Seconds within which nothing of a surprise is left to be seen: "in a minute", as one of the wordings has it."""


class SurpriseInTheQueue(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody who gets in must not see what is lined up: a station takes its place, and what is on now comes back later."""

    says = (
        "What I've lined up for the party has to go before {who} gets in, {station} can play as if nothing were. I'd like to "
        "hear this song out once {who} is home, and texts so.",
        "Those songs are {who}'s birthday surprise, and the door is about to open. None of them may be left waiting, and "
        "{station}, quick. The one that's on now again when {who} writes from home.",
        "{who} reads everything on this screen. What is lined up has to be gone in a minute, with {station} on to look natural, "
        "until {who} is out and texts; then what we're hearing now.",
        "Could you make all that would come next disappear before {who} sits down? {station} will do meanwhile. When I get a "
        "text that {who} is back upstairs, this song again.",
        "{station}. And {who} shouldn't even guess what would have come after this song, so leave nothing to be guessed from. "
        "This song itself I want back after {who} has left: there'll be a text.",
        "I only meant to pause this, but no: {who} would scroll through it. Nothing may be left there, just have {station} play. "
        "Go on with this one when {who} texts to be home.",
    )
    steps = 26

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        queue, station = car_of(scene).music.current_playlist[:10], draw.station()
        found = [at for at, one in enumerate(queue) if found_alone(one.title, scene.content)]
        if not found:
            raise SceneImpossible(f"no song lined up in {draw.place.name} is found by its name alone")
        at, who = draw.choice(found), draw.person()
        drawn = {"who": who, "rival": draw.person(but=[who]), "station": station.name, "band": band_of(station)}
        return drawn | {"at": at, "title": queue[at].title, "after": draw.choice([28, 31, 34, 77, 80, 83, 126, 129, 132])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_TRACK, inst.params["at"])
        car.write(s.SOUND_CHANNEL, "music")
        car.write(s.MEDIA_PLAYING, True)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, rival, after = inst.params["who"], inst.params["rival"], inst.params["after"]
        return (
            Event(lambda car: car.writes(rival, "I'm home now, when do you come?"), after_seconds=after - 12),
            Event(lambda car: car.writes(who, "I'm back home. Nice to have seen you!"), after_seconds=after),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        after, title = inst.params["after"], inst.params["title"]

        def covered(then: Episode) -> Criterion:
            return then.media.queue_holds() & then.media.plays_station(inst.params["station"])

        gone = then.from_then_on(covered, 0, after - 1, within=GONE_WITHIN)
        back = then.soon(lambda then: then.media.plays_title(title), after, SONG_WITHIN) & then.media.plays_title(title)
        return gone & then.waited(after) & back

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        station = ("radio._current_station", "radio._is_playing=false", "system.muted=false")
        return (*QUEUE, *station, "music._is_playing=true", "conversation.messages")

    def _cleared(self, ui: UiScript) -> UiScript:
        return queue(ui).tap("clear_queue_button").confirm()

    def _tuned(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return received(ui, inst.params["band"]).tap("station_item", inst.params["station"])

    def _again(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return looked_up(ui.dismiss(), inst.params["title"]).tap("track_item", inst.params["title"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after = inst.params["after"]
        yield lambda ui: self._again(self._tuned(self._cleared(ui), inst).watch(after), inst)
        yield lambda ui: self._again(self._cleared(self._tuned(ui, inst)).open("messages").watch(after, 20), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after = inst.params["after"]
        yield lambda ui: self._tuned(self._cleared(ui), inst)
        yield lambda ui: self._tuned(ui, inst).watch(after).open("media").tap("play_pause_stop")
        yield lambda ui: self._tuned(queue(ui).tap("clear_queue_button").cancel(), inst).watch(after)
        yield lambda ui: self._cleared(ui).watch(after).answer(f"All gone, and {inst.params['station']} plays.")
        yield lambda ui: self._again(self._tuned(self._cleared(ui), inst).wait(after + SONG_WITHIN), inst)
        yield lambda ui: self._again(self._tuned(self._cleared(ui), inst), inst).watch(after)
        if after > GONE_WITHIN + 12:
            yield lambda ui: self._again(self._tuned(self._cleared(ui.wait(after - 12)), inst).wait(14), inst)


class SongFromAMessage(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Somebody has written which song is worth hearing, and has corrected themselves; it is to wait its turn."""

    says = (
        "{who} wrote me about some song. I'm curious: let it come once all that's lined up has played, and cut nothing off.",
        "There's a song in my messages from {who}. That one, too, please, behind all the others; what's on goes on.",
        "What was it that {who} wanted me to listen to? Have it last of all, so that nothing is cut off.",
        "{who} keeps raving about music. What they last told me about may follow behind everything else, without a gap now.",
        "{who} will ask how I liked that song, so I'd better hear it: when all the others are through, not before.",
        "Something new. No, don't change what's on: what {who} recommended may follow after all the rest.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, song = draw.rng.sample(new_songs(draw, scene), 2)
        who = draw.person(but=[name for name, _ in scene.messages])
        slip = draw.choice(["Wrong title, sorry!", "Oh no, I mixed that up.", "That was another one, my mistake."])
        return {"who": who, "first": first.title, "title": song.title, "artist": song.artist, "slip": slip}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.writes(inst.params["who"], f"You have to hear {inst.params['first']}, it's so you.")
        car.writes(inst.params["who"], f"{inst.params['slip']} I meant {inst.params['title']} by {inst.params['artist']}.")
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return _joins(then, inst.params["title"]) & then.notifications.kept()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return QUEUE

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (_named(inst.params["title"]),)

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """What they wrote, in the messages of the phone."""
        return ui.open("phone").tap("phone_messages").tap("message_item", inst.params["who"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: looked_up(self._read(ui, inst), title).long_press("track_item", title)
        yield lambda ui: looked_up(ui, inst.params["artist"]).long_press("track_item", title)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, title = inst.params["first"], inst.params["title"]
        yield lambda ui: looked_up(self._read(ui, inst), first).long_press("track_item", first)
        yield lambda ui: self._read(ui, inst).answer(f"{title} comes last.")
        yield lambda ui: looked_up(self._read(ui, inst), title).long_press("track_item", title).answer(f"{first} comes last.")
        yield lambda ui: looked_up(self._read(ui, inst), title).tap("track_item", title)
        yield lambda ui: player(looked_up(ui, title).long_press("track_item", title)).tap("skip_next")
