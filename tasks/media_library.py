"""Media: songs and albums of the library, played by their names or from a place of their album."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.media import TURNED_ON
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.content.content import Content, content_for
from automotive_env.world.content.music import Album
from automotive_env.world.devices.music import Track

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHOWN_WHILE_DRIVING = 14
"""Entries of a list to which a driver scrolls: what comes later is asked for in a car that is parked, where one can type."""
MISSING = Says(
    "that the library does not have it",
    r"\b(missing|unavailable|lacks|without it|(returned|found|finds|was|shows) nothing|"
    r"nothing (\w+ )?(matches|found|called|there|like|by)|"
    r"no (\w+ ){0,3}(song|track|match\w*|result|titles?|such)\w*|"
    r"(not|\w+n't|cannot|unable to|none|neither) (\w+ ){0,4}"
    r"(library|found|find|have|got|has|there|here|available|exist\w*|in|among|part|match\w*|own))\b",
)


def library(ui: UiScript, shelf: str = "songs") -> UiScript:
    """A shelf of the library: "songs", "albums", "artists", "genres" or "playlists"."""
    return ui.open("media").tap("media_library").tap(f"shelf_{shelf}")


def looked_up(ui: UiScript, title: str) -> UiScript:
    """The songs that a search finds."""
    return library(ui).type("library_search_text", title)


def new_songs(draw: Draw, scene: Scene) -> list[Track]:
    """The songs that no other song shares its title with, and that are not in the queue."""
    songs, known = draw.content.songs, {track.title for track in car_of(scene).music.current_playlist}
    titles = [song.title for song in songs]
    return [song for song in songs if titles.count(song.title) == 1 and song.title not in known]


def found_alone(song: str, content: Content) -> bool:
    """Whether a search for a title finds one song only."""
    words = song.casefold().split()
    texts = [f"{one.title}\n{one.artist}\n{one.album}".casefold() for one in content.songs]
    return sum(all(word in text for word in words) for text in texts) == 1


def an_album(draw: Draw, scene: Scene) -> Album:
    """An album whose title no other has, and that the list shows to the one who is to find it."""
    titles = [album.title for album in draw.content.albums]
    shown = sorted(titles, key=str.casefold)[: SHOWN_WHILE_DRIVING if scene.moving else None]
    return draw.choice([album for album in draw.content.albums if album.title in shown and titles.count(album.title) == 1])


def album_shown(ui: UiScript, inst: TaskInstance) -> UiScript:
    """The album of an instance in sight: searched for in a parked car, scrolled to on the way."""
    ui, album = library(ui, "albums"), inst.params["album"]
    return ui.scroll_to("album_item", album) if inst.scene.moving else ui.type("library_search_text", album)


class PlayTheTitle(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """One song of more than two hundred by its name; or one that the library does not have, which is to be said."""

    says = (
        "{title} by {artist}, please.",
        "Find me {title}, the one by {artist}; no other will do.",
        "I've had {title} in my head all morning. It's {artist}, could you put that on?",
        "Put on {artist}. No, not just anything of theirs: {title}.",
        "I hope that we have {title} by {artist}, since that's what I'd like to hear.",
        "Something by {artist} now, {title} to be precise, because I have to learn it for the choir.",
    )
    endings = ("act", "decline")
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        if draw.ending == "act":
            song = draw.choice(new_songs(draw, scene))
        else:
            known = {one.title for one in draw.content.songs}
            others = content_for(draw.life + 1, draw.place.country, draw.place.name).songs
            song = draw.choice([one for one in others if one.title not in known])
        return {"title": song.title, "artist": song.artist}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MUTED, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return then.media.undisturbed()
        return then.media.plays_title(inst.params["title"]) & then.is_(s.MEDIA_ARTIST, inst.params["artist"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (MISSING,)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, artist = inst.params["title"], inst.params["artist"]
        if inst.ending == "decline":
            yield lambda ui: looked_up(ui, title).infeasible(f"{title} is not in the library.")
            yield lambda ui: looked_up(ui, title).answer(f"We don't have {title}.").infeasible("I could not find that song.")
            return
        yield lambda ui: looked_up(ui, title).tap("track_item", title)
        yield lambda ui: looked_up(ui, artist).tap("track_item", title)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: library(ui).tap("track_item").answer(f"{title} is playing.")
        yield lambda ui: looked_up(ui, title).answer(f"{title} is not in the library.")
        yield lambda ui: library(ui).infeasible("That would be too loud.")
        if inst.ending == "act":
            yield lambda ui: looked_up(ui, title).tap("track_item", title).tap("play_pause_stop")
            yield lambda ui: looked_up(ui, title).long_press("track_item", title)


class FromItsNthSong(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """An album, from a song on that is only known by its place there."""

    says = (
        "{album} by {artist}, but start with its {place} song.",
        "Could you put on {album}? I know the beginning by heart, so from the {place} song on.",
        "{album}, {place} song.",
        "I fell asleep over {album} last night and missed everything from the {place} song on. Take it up there, please.",
        "Let's have {album}, from the start. No, from the {place} song.",
        "What would be the {place} song of {album}? That's where I'd like to go on.",
    )
    steps = 22

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        album = an_album(draw, scene)
        places = [at for at, track in enumerate(album.tracks) if at]
        at = draw.choice(places)
        return {"album": album.title, "artist": album.artist, "place": PLACES[at], "title": album.tracks[at].title}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.media.plays_title(inst.params["title"]) & then.media.plays_album(inst.params["album"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def _opened(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return album_shown(ui, inst).tap("album_item", inst.params["album"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, at = inst.params["title"], PLACES.index(inst.params["place"])
        yield lambda ui: self._opened(ui, inst).tap("track_item", title)

        def skipped(ui: UiScript) -> UiScript:
            ui = self._opened(ui, inst).tap("play_all_button").back().tap("media_player").tap("mode_sequential")
            for _ in range(at):
                ui.tap("skip_next")
            return ui

        yield skipped

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: self._opened(ui, inst).tap("play_all_button")
        yield lambda ui: self._opened(ui, inst).tap("track_item", title).back().tap("skip_next")
        yield lambda ui: self._opened(ui, inst).answer(f"That is {title}, it plays now.")
        yield lambda ui: self._opened(ui, inst).tap("track_item", title).back().tap("play_pause_stop")


class YearOfTheAlbum(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """When an album came out: told, and nothing else played for it."""

    says = (
        "What year is {album} from?",
        "My passenger swears that {album} is older than I think. When did it come out?",
        "{album} by {artist}: which year was it?",
        "We're arguing about {album}. Just tell me the year it was brought out, and leave the sound as it is.",
        "How long has {album} been around? The year will do.",
        "For the quiz, please: the year in which {artist} made {album}. Not the one of any other album of theirs.",
    )
    endings = ("answer",)
    steps = 12

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        album = an_album(draw, scene)
        return {"album": album.title, "artist": album.artist, "year": album.year}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        named, today = f"{inst.params['album']} {inst.params['artist']}", int(inst.scene.time[:4])
        beside = (8, today, today - inst.params["year"], *(float(word) for word in named.split() if word.isdecimal()))
        return then.answered(Amount(inst.params["year"], "", 0.5, beside)) & then.as_it_was(s.MEDIA_PLAYING)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        album, year = inst.params["album"], inst.params["year"]
        yield lambda ui: album_shown(ui, inst).answer(f"{album} came out in {year}.")
        yield lambda ui: album_shown(ui, inst).answer(f"From {year}, so it is {int(inst.scene.time[:4]) - year} years old.")
        yield (
            lambda ui: (
                album_shown(ui, inst).tap("album_item", album).answer(f"It is from {year}, by {inst.params['artist']}, 8 songs.")
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        album, year = inst.params["album"], inst.params["year"]
        yield lambda ui: album_shown(ui, inst).answer(f"{album} came out in {year - 1}.")
        yield lambda ui: library(ui, "albums").answer("It must be 2017, 2019, 2020, 2021, 2022 or 2023.")
        yield lambda ui: album_shown(ui, inst)
        yield lambda ui: album_shown(ui, inst).tap("album_item", album).tap("play_all_button").answer(f"It is from {year}.")


class BrowseMusic(Task, category=Category.APPS, dimension=Dimension.IMPLICIT_INTENT):
    """The oldest or the newest record of a genre is lined up behind what there is; nothing is heard of it yet."""

    says = (
        "I'd like to know how {genre} sounded {once}: whichever of my albums of that kind is the {which}, for later, behind all.",
        "Later, after what's lined up, I'm in the mood for {genre}, and of that the {which} album I have, all of it. Not now.",
        "Could you have my {which} album of {genre} wait its turn, whole, with what's queued before it? And no sound yet.",
        "Of all the {genre} in here the {which} album. Don't start anything yet, let it come when the others are through.",
        "I have several albums that count as {genre}. The {which} of those may follow the rest, first song to last, not now.",
        "Something of {genre}. No, not just anything: the {which} album that I have of it, behind the others, silent till then.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, plays=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        queued = {track.title for track in car_of(scene).music.current_playlist}
        fit: list[tuple[str, str, Album]] = []
        for genre in sorted({album.genre for album in draw.content.albums}):
            albums = sorted((one for one in draw.content.albums if one.genre == genre), key=lambda one: one.year)
            years = [album.year for album in albums]
            fit += [
                (genre, which, album)
                for which, album in (("oldest", albums[0]), ("newest", albums[-1]))
                if years.count(album.year) == 1 < len(albums) and queued.isdisjoint(track.title for track in album.tracks)
            ]
        if not fit:
            raise SceneImpossible(f"nobody in {draw.place.name} has two albums of a genre")
        genre, which, album = draw.choice(fit)
        others = "|".join(one.title for one in draw.content.albums if one.genre == genre and one is not album)
        once = "long ago" if which == "oldest" else "last"
        return {"genre": genre, "which": which, "once": once, "album": album.title, "others": others}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        was = int(then.number_at_start(s.QUEUE_LENGTH))
        tracks = next(one for one in inst.scene.content.albums if one.title == inst.params["album"]).tracks
        new = every(
            *(then.is_(place, track.title) for place, track in zip(s.QUEUE[was:], tracks, strict=False)),
            then.is_(s.QUEUE_LENGTH, was + len(tracks)),
        )
        return then.as_it_was(*s.QUEUE[:was], s.MEDIA_PLAYING, s.MEDIA_TRACK) & new

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("music._current_playlist",)

    def _found(self, ui: UiScript, album: str) -> UiScript:
        """The album's own page, after a look at the years."""
        library(ui, "albums").type("library_search_text", album)
        return ui.tap("album_item", album)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        genre, album = inst.params["genre"], inst.params["album"]
        yield lambda ui: self._found(library(ui, "genres").tap("genre_item", genre).back(), album).tap("queue_all_button")
        yield lambda ui: self._found(ui, album).tap("queue_all_button").answer(f"{album} comes last.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        album, other = inst.params["album"], inst.params["others"].split("|")[0]
        yield lambda ui: self._found(ui, other).tap("queue_all_button")
        yield lambda ui: self._found(ui, album).answer(f"{album} comes last.")
        yield lambda ui: self._found(ui, album).tap("play_all_button")
        yield lambda ui: self._found(ui, album).long_press("track_item")
        yield lambda ui: self._found(ui, album).tap("queue_all_button").home().tap("play_pause_stop")
