"""Media: songs, playlists and the queue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.content.content import content_for
from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import MUSIC_ON, QUEUE, OverMusic, first_name, looked_up, new_songs, player
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

MEDIA = Category.MEDIA


class PlayMusic(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The songs that were downloaded, in any order, and no others."""

    says = (
        "Play the music I've downloaded.",
        "Play my downloaded music.",
        "Can you put my downloaded songs on?",
        "Put my downloaded songs on, there's hardly any signal here.",
        "Let's hear the songs I've downloaded.",
        "I don't want to use any data, so play my downloaded songs.",
    )
    may_change = MUSIC_ON
    conditions = Conditions()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.play() & then.media.queue_is_of(*_downloads(inst.scene))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("media").tap("media_downloads").tap("track_item")
        yield lambda ui: player(ui.open("media").tap("media_downloads").tap("track_item")).tap("mode_shuffle")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("media").tap("media_local").tap("track_item")
        yield lambda ui: ui.open("media").tap("media_downloads").tap("track_item").tap("play_pause_stop")


def _downloads(scene: Scene) -> list[str]:
    """The titles of the songs that were downloaded."""
    return [track.title for track in car_of(scene).music.downloaded_tracks]


class ShufflePlay(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A playlist at random, found on its shelf of the library."""

    says = (
        "Shuffle my {name} playlist.",
        "Shuffle the {name} playlist.",
        "Can you play the {name} playlist on shuffle?",
        "Put my {name} playlist on shuffle.",
        "Play my {name} playlist in random order.",
        "I want a surprise, so shuffle my {name} playlist.",
    )
    steps = 10
    may_change = MUSIC_ON
    conditions = Conditions()

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"name": draw.choice([one.title for one in draw.content.playlists])}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        tracks = next(one.tracks for one in inst.scene.content.playlists if one.title == inst.params["name"])
        songs = then.media.queue_is_of(*(track.title for track in tracks))
        return then.media.play() & songs & then.is_(s.MEDIA_MODE, "Shuffle Play")

    def _opened(self, ui: UiScript, name: str) -> UiScript:
        return ui.open("media").tap("media_library").tap("shelf_playlists").tap("playlist_item", name)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        name = inst.params["name"]
        yield lambda ui: self._opened(ui, name).tap("shuffle_all_button")
        yield lambda ui: self._opened(ui, name).tap("play_all_button").back().tap("media_player").tap("mode_shuffle")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        name = inst.params["name"]
        yield lambda ui: self._opened(ui, name).tap("play_all_button")
        others = [one.title for one in inst.scene.content.playlists if one.title != name]
        yield lambda ui: self._opened(ui, others[0]).tap("shuffle_all_button")


class PlayTheTitle(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A song of more than two hundred, which the library may not have."""

    says = (
        "Play {title} by {artist}.",
        "Play the song {title}.",
        "Put the song {title} on.",
        "Let's hear the song {title} by {artist}.",
        "Stick {title} by {artist} on, would you?",
        "I've had the song {title} in my head all day, play it.",
    )
    endings = ("act", "decline")
    steps = 8
    may_change = MUSIC_ON
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        if draw.ending == "act":
            song = draw.choice(new_songs(draw, scene))
        else:
            known = {one.title for one in draw.content.songs}
            others = content_for(draw.life + 1, draw.place.country, draw.place.name).songs
            song = draw.choice([one for one in others if one.title not in known])
        return {"title": song.title, "artist": song.artist}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.plays_title(inst.params["title"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, artist = inst.params["title"], inst.params["artist"]
        if inst.ending == "decline":
            yield lambda ui: looked_up(ui, title).infeasible(f"{title} is not in your library.")
            return
        yield lambda ui: looked_up(ui, title).tap("track_item", title)
        yield lambda ui: looked_up(ui, artist).tap("track_item", title)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: ui.open("media").tap("media_library").tap("shelf_songs").tap("track_item")
        yield lambda ui: looked_up(ui, title).answer(f"{title} is playing.")


class AtTheEndOfTheQueue(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A song joins the queue, while what plays goes on without a break."""

    says = (
        "Add {title} to the queue.",
        "Queue the song {title}.",
        "Play {title} after these.",
        "Put the song {title} on the end of the queue.",
        "Put {title} by {artist} at the end of the queue.",
        "I want to hear the song {title} later, add it to the queue.",
    )
    steps = 8
    may_change = QUEUE
    conditions = Conditions(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        song = draw.choice(new_songs(draw, scene))
        return {"title": song.title, "artist": song.artist}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.queue_grows_by(inst.params["title"]) & then.media.play() & then.media.undisturbed()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: looked_up(ui, title).long_press("track_item", title)
        yield lambda ui: looked_up(ui, inst.params["artist"]).long_press("track_item", title)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: looked_up(ui, title).tap("track_item", title)
        yield lambda ui: looked_up(ui, title).long_press("track_item", title).tap("skip_next")


class SongFromAMessage(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Somebody has written which song is worth hearing; somebody else has named another."""

    says = (
        "Play the song {who} texted me.",
        "{who} texted me a song, play it.",
        "Can you play the song {who} texted me?",
        "Let's hear the song from {who}'s text message.",
        "{who} sent me a message about a song I'd like, so play it.",
        "I promised {who} I'd listen to that song from the text, play it.",
    )
    steps = 12
    may_change = (*MUSIC_ON, "conversation.messages")
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        song, other = draw.rng.sample(new_songs(draw, scene), 2)
        writers = [name for name, _ in scene.messages]
        contact = draw.person(but=writers)
        drawn = {"contact": contact, "who": first_name(contact), "title": song.title, "artist": song.artist}
        return drawn | {"rival": draw.person(but=[contact, *writers]), "other": other.title}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        drawn = inst.params
        car.writes(drawn["contact"], f"You have to hear {drawn['title']} by {drawn['artist']}, it's so you.")
        car.writes(drawn["rival"], f"I can't stop listening to {drawn['other']}.")
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.plays_title(inst.params["title"])

    def _played(self, ui: UiScript, inst: TaskInstance, title: str) -> UiScript:
        return looked_up(ui.open("messages").tap("message_item", inst.params["contact"]), title).tap("track_item", title)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: self._played(ui, inst, title)
        yield lambda ui: looked_up(ui, inst.params["artist"]).tap("track_item", title)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        title, other = inst.params["title"], inst.params["other"]
        yield lambda ui: self._played(ui, inst, other)
        yield lambda ui: looked_up(ui, title).long_press("track_item", title)
        yield lambda ui: self._played(ui, inst, title).open("messages").tap("delete_thread_button").confirm()


class LinedUpForLater(OverMusic, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """The old queue goes, two songs take its place, and later they are heard."""

    steps = 10
    may_change = (*MUSIC_ON, *QUEUE)
    conditions = Conditions(moving=False, plays=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        one, two = draw.rng.sample(new_songs(draw, scene), 2)
        return {"one": one.title, "two": two.title}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        songs = inst.params["one"], inst.params["two"]
        yield Turn(
            "Clear the music queue.",
            "Empty the music queue, please.",
            "Can you clear all the songs that are queued up?",
            "Get rid of all the songs in the queue.",
            "I'm sick of these songs, clear the queue.",
            "Throw all the songs out of the queue, we'll start fresh.",
            check=lambda then: then.media.queue_holds() & then.off(s.MEDIA_PLAYING),
        )
        yield Turn(
            "Now add the songs {one} and {two} to the queue.",
            "Okay, queue the songs {one} and {two} for later.",
            "Can you queue the songs {one} and {two} instead?",
            "Great, put the songs {one} and {two} in the queue.",
            "Now queue the songs {one} and {two}, but don't play them yet.",
            "Put the songs {one} and {two} in the queue for after my call.",
            check=lambda then: then.media.queue_is_of(*songs) & then.off(s.MEDIA_PLAYING),
        )
        yield Turn(
            "All right, start the music.",
            "Okay, we're off, play the songs in the queue.",
            "Can you play those two songs now?",
            "Let's hear those two songs you queued up.",
            "I'm done with my call, play the songs now.",
            "Right, you can put the music on now.",
            after=minutes(4),
            check=lambda then: then.media.plays_title(*songs) & then.media.queue_is_of(*songs),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        one, two = inst.params["one"], inst.params["two"]
        yield lambda ui: _queued(_cleared(ui).turn(), one, two).turn().home().tap("play_pause_stop")
        yield lambda ui: _queued(_cleared(ui).turn(), two, one).turn().open("media").tap("media_queue").tap("track_item", one)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        one, two = inst.params["one"], inst.params["two"]
        yield lambda ui: _queued(_cleared(ui).turn(), one).turn().home().tap("play_pause_stop")
        yield lambda ui: _queued(player(ui).tap("play_pause_stop").turn(), one, two).turn().home().tap("play_pause_stop")


def _cleared(ui: UiScript) -> UiScript:
    return ui.open("media").tap("media_queue").tap("clear_queue_button").confirm()


def _queued(ui: UiScript, *titles: str) -> UiScript:
    for title in titles:
        looked_up(ui, title).long_press("track_item", title)
    return ui
