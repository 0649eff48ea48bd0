"""Media: songs and albums of the library, played by their names or from a place of their album."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import ORDER, TURNED_ON
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import AnyOf, Besides, First
from automotive_env.validators.answers import Amount, Fact, Says, denial_of, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.known_names import ALBUMS, TITLES, NoOtherName
from automotive_env.world.content.content import Content, content_for
from automotive_env.world.content.music import Album
from automotive_env.world.content.spelling import spellings
from automotive_env.world.devices.music import Track

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHOWN_WHILE_DRIVING = 14
"""Entries of a list to which a driver scrolls: what comes later is asked for in a car that is parked, where one can type."""


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


def lacks(missing: str, there: str) -> tuple[Fact, ...]:
    """What says of one song that the library does not have it, and not of the other."""
    gone = "|".join(re.escape(plain(one)) for one in spellings(missing))
    absent = r"missing|unavailable|absent|unknown|lacking|nowhere|not|never|\w+n't"
    says = rf"{denial_of(gone)}|(?:{gone})[^.,;!?]*\b(?:{absent})\b|\b(?:missing|lacks?)\b[^.;!?]*(?:{gone})"
    alone = NoOtherName((missing, there), TITLES)
    return (
        Says(f"that {missing} is not in the library", says),
        none_denied(there),
        alone,
    )


def none_denied(*there: str) -> Fact:
    """What says of no song that is there that the library does not have it."""
    kept = "|".join(re.escape(plain(one)) for title in there for one in spellings(title))
    return Says("that deny no other song", "^", rf"{denial_of(kept)}|\black(?:s|ing)? (?:{kept})")


class PlayTheTitle(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Two of more than two hundred songs, of which the library may have but one, in a car that drives off, and halts again."""

    says = (
        "{title} by {artist}, please, and {second} by {other} behind it, by our next halt. If one is missing, tell me, and "
        "play the other.",
        "Find me {title} by {artist}, and line up {second} by {other}; there's time till we halt. What isn't there, name it; "
        "play what is.",
        "I've had {title} by {artist} in my head all day. That, then some time {second} by {other}, at the next lights at the "
        "latest. If only one of them is there, let me hear that one, and say so.",
        "Put on {artist}. No, not just anything: {title}; and queue {second} by {other}, while we halt if need be. Missing one? "
        "Say so; then what we have.",
        "I hope that we have {title} by {artist} to hear and {second} by {other} for afterwards. It may take till we halt. If "
        "not both, I want to know which, and hear the one there is.",
        "{title} by {artist} for the choir, {second} by {other} in the queue; it can wait for the next lights. One may not be in "
        "the car: then the other, and a word.",
    )
    endings = ("act", "answer")
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        atop = car_of(scene).music.tracks[0].title  # which is played by whoever touches the first one
        wanted = draw.rng.sample([song for song in new_songs(draw, scene) if song.title != atop], 2)
        missing = -1
        if draw.ending == "answer":
            known = {one.title for one in draw.content.songs}
            others = content_for(draw.life + 1, draw.place.country, draw.place.name).songs
            missing = draw.integer(0, 1)
            wanted[missing] = draw.choice([one for one in others if one.title not in known])
        (one, two), lacking = wanted, ("", "title", "second")[missing + 1]
        leaves = draw.choice([6, 7, 8])  # one title is typed before, not two
        drives = {"leaves": leaves, "halts": leaves + draw.choice([24, 36, 48])}
        return {"title": one.title, "artist": one.artist, "second": two.title, "other": two.artist, "lacking": lacking} | drives

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (
            Event(lambda car: car.drives(30, "urban"), after_seconds=inst.params["leaves"]),
            Event(lambda car: car.turns(speed=0), after_seconds=inst.params["halts"]),
        )

    def _there(self, inst: TaskInstance) -> str:
        """The song that is to be heard."""
        return str(inst.params["second" if inst.params["lacking"] == "title" else "title"])

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MUTED, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        heard = then.media.plays_title(self._there(inst))
        if inst.ending == "act":
            both = inst.params["title"], inst.params["second"]
            return heard & then.media.queues(both[1]) & then.answered(none_denied(*both))
        return heard & then.answered(*lacks(inst.params[inst.params["lacking"]], self._there(inst)))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def _stands(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """On the page of the songs, once the car halts: until then nobody can type."""
        return library(ui).watch(inst.params["halts"])

    def _heard(self, ui: UiScript, inst: TaskInstance, title: str) -> UiScript:
        return self._stands(ui, inst).type("library_search_text", title).tap("track_item", title)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, second, there, halts = inst.params["title"], inst.params["second"], self._there(inst), inst.params["halts"]
        if inst.ending == "answer":
            missing = inst.params[inst.params["lacking"]]

            def both(ui: UiScript) -> UiScript:
                return self._heard(looked_up(ui, missing), inst, there)

            yield lambda ui: both(ui).answer(f"{missing} is not in the library, so you hear {there}.")
            yield lambda ui: both(ui).answer(f"We don't have {missing}.")
            return
        yield lambda ui: queued(self._heard(ui, inst, title), second)
        yield lambda ui: queued(looked_up(ui, title).tap("track_item", title).watch(halts), second)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title, second, there = inst.params["title"], inst.params["second"], self._there(inst)
        yield lambda ui: library(ui).tap("track_item").answer(f"{title} is playing, {second} is not in the library.")
        yield lambda ui: self._heard(ui, inst, there).tap("play_pause_stop").answer(f"We lack {second}.")
        yield lambda ui: self._stands(ui, inst).answer(f"{there} is not in the library.")
        yield lambda ui: looked_up(ui, there).tap("track_item", there).infeasible("Nobody can type while the car drives.")
        if inst.ending == "act":
            yield lambda ui: self._heard(ui, inst, title).answer(f"{second} is not in the library.")
            yield lambda ui: queued(self._heard(ui, inst, second), title)
            yield lambda ui: queued(self._heard(ui, inst, title), second).answer(f"We don't have {second}.")
        else:
            yield lambda ui: self._heard(ui, inst, there).answer(f"{there} is not there.")


def queued(ui: UiScript, title: str) -> UiScript:
    """On the page of the songs, add one to what is lined up."""
    return ui.type("library_search_text", title).long_press("track_item", title)


class FromItsNthSong(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """An album, from a song on that is only known by its place there, to its end, however the player was set to go on."""

    says = (
        "{album} by {artist}, but start with its {place} song, and go on to the last.",
        "Could you put on {album}? I know the beginning by heart, so from the {place} song on, one after the other.",
        "{album}, {place} song, and then those behind it as they stand.",
        "I fell asleep over {album} and missed everything from the {place} song on. All of that, in its order, please.",
        "Let's have {album}, from the start. No, from the {place} song through to the last.",
        "What would be the {place} song of {album}? From there I'd like to hear it to the end, song by song.",
    )
    steps = 22

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        album = an_album(draw, scene)
        at, mode = draw.integer(1, len(album.tracks) - 2), draw.choice(["Single Repeat", "Shuffle Play", "List Repeat"])
        title = album.tracks[at].title
        return {"album": album.title, "artist": album.artist, "place": PLACES[at], "title": title, "mode": mode}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_MODE, inst.params["mode"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        album = next(one for one in inst.scene.content.albums if one.title == inst.params["album"])
        rest = [track.title for track in album.tracks[PLACES.index(inst.params["place"]) :]]
        in_order = then.is_(s.MEDIA_MODE, "Sequential Play", "List Repeat") & then.media.queue_ends_with(*rest)
        return then.media.plays_title(rest[0]) & then.media.plays_album(album.title) & in_order

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, ORDER)

    def _opened(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return album_shown(ui, inst).tap("album_item", inst.params["album"])

    def _in_order(self, ui: UiScript) -> UiScript:
        return ui.back().tap("media_player").tap("mode_sequential")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title, at = inst.params["title"], PLACES.index(inst.params["place"])
        yield lambda ui: self._in_order(self._opened(ui, inst).tap("track_item", title))

        def skipped(ui: UiScript) -> UiScript:
            ui = self._in_order(self._opened(ui, inst).tap("play_all_button"))
            for _ in range(at):
                ui.tap("skip_next")
            return ui

        yield skipped

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        title = inst.params["title"]
        yield lambda ui: self._in_order(self._opened(ui, inst).tap("play_all_button"))
        yield lambda ui: self._in_order(self._opened(ui, inst).tap("track_item", title)).tap("skip_next")
        yield lambda ui: self._in_order(self._opened(ui, inst)).answer(f"That is {title}, it plays now.")
        yield lambda ui: self._in_order(self._opened(ui, inst).tap("track_item", title)).tap("play_pause_stop")
        if inst.params["mode"] == "List Repeat":
            yield lambda ui: self._opened(ui, inst).tap("track_item", title).back().tap("media_player").tap("mode_shuffle")
        else:
            yield lambda ui: self._opened(ui, inst).tap("track_item", title)


EARLIER, LATER = r"older|first|earlier|before", r"newer|younger|later|more recent|after|(?<!was )(?<!is )follow(?:s|ed)(?! by)"


def _said_of(album: str, words: str, other: str = "(?!)") -> Says:
    """That one of some words is said of an album, in the same clause and before another one is named."""
    name, beside = re.escape(plain(album)), other if other == "(?!)" else re.escape(plain(other))
    return Says(f"which of them {album} is", rf"{name}(?:(?!{beside}|\bnot\b|n't\b)[^.;,])*\b(?:{words})\b")


def _denied_of(album: str, words: str) -> Says:
    """That one of some words is denied of an album."""
    name = re.escape(plain(album))
    return Says(f"what {album} is not", rf"{name} (?:is|was|came|did)(?: not|n't) (?:\w+ ){{0,3}}(?:{words})\b")


class YearOfTheAlbum(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Which of two albums came out first, and how many years before the other: told, and nothing else played for it."""

    says = (
        "Which is older, {album} or {other}, and by how many years?",
        "My passenger swears that {album} came out before {other}. Which one did, and how many years lie between?",
        "{album} and {other}: which of the two was first? And how many years earlier?",
        "We're arguing about {album} and {other}. Tell me the older one and the years between, and leave the sound as it is.",
        "How many years are there between {album} and {other}? And which of them was out first?",
        "For the quiz, please: {album} against {other}. Not when they came out: which is older, and by how much.",
    )
    endings = ("answer",)
    steps = 22

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        for _ in range(30):
            album, other = an_album(draw, scene), an_album(draw, scene)
            if album.year != other.year:
                return {"album": album.title, "other": other.title, "year": album.year, "other_year": other.year}
        raise SceneImpossible(f"all albums in {draw.place.name} are of one year")

    def _in_order(self, inst: TaskInstance) -> tuple[str, str]:
        """The older one, and the newer one."""
        album, other = inst.params["album"], inst.params["other"]
        return (album, other) if inst.params["year"] < inst.params["other_year"] else (other, album)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        older, newer = self._in_order(inst)
        years = inst.params["year"], inst.params["other_year"]
        named = AnyOf((First(older, (newer,)), _said_of(newer, LATER), _said_of(older, EARLIER), _denied_of(newer, EARLIER)))
        later = f"{_said_of(older, LATER, newer).ways}|{_denied_of(older, EARLIER).ways}"
        right = Says(f"that do not call {older} the newer one", "^", later)
        wrong = Says(f"that do not call {newer} the older one", "^", _said_of(newer, EARLIER, older).ways)
        apart = Besides(Amount(abs(years[0] - years[1]), "", 0.5, (int(inst.scene.time[:4]), *years)), (older, newer))
        no_other = NoOtherName((older, newer), ALBUMS)
        return then.answered(named, right, wrong, apart, no_other) & then.as_it_was(s.MEDIA_PLAYING)

    def _seen(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Both albums in sight, one after the other."""
        library(ui, "albums")
        for album in (inst.params["album"], inst.params["other"]):
            ui = ui.scroll_to("album_item", album) if inst.scene.moving else ui.type("library_search_text", album)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        (older, newer), years = self._in_order(inst), sorted((inst.params["year"], inst.params["other_year"]))
        apart = years[1] - years[0]
        yield lambda ui: self._seen(ui, inst).answer(f"{older} is older, by {apart} years.")
        yield lambda ui: self._seen(ui, inst).answer(f"{newer} is {apart} years newer: {years[1]} against {years[0]}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        (older, newer), apart = self._in_order(inst), abs(inst.params["year"] - inst.params["other_year"])
        yield lambda ui: self._seen(ui, inst).answer(f"{newer} is older, by {apart} years.")
        yield lambda ui: self._seen(ui, inst).answer(f"{older} is older, by {apart + 1} years.")
        yield lambda ui: self._seen(ui, inst)
        yield lambda ui: self._seen(ui, inst).answer(f"{older} is the older one.")
        yield (
            lambda ui: (
                self._seen(ui, inst)
                .tap("album_item", inst.params["other"])
                .tap("play_all_button")
                .answer(f"{older} is {apart} years older.")
            )
        )


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

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        others = "|".join(map(re.escape, plain(inst.params["others"]).split(r"|")))
        waits = r"(comes|is|waits|stands|goes|follows) (\w+ )?(last|next|queued|lined up|behind|at the end)"
        return (Says("that name no other album", "^", rf"\b({others}|another album) {waits}\b"),)

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
