"""The songs of an album, an artist, a genre or a playlist, and the episodes of a podcast."""

from __future__ import annotations

from automotive_env.car.devices.music import Track
from automotive_env.headunit.apps.media.collection_item import WORDED
from automotive_env.headunit.apps.media.episode_item import EpisodeItem
from automotive_env.headunit.apps.media.music_library import all_songs, line_of, shelf
from automotive_env.headunit.apps.media.track_item import TrackItem
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH, SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.album_cover import paint_cover
from automotive_env.headunit.shared.player import offered, play_from, queue_up

COVER, SMALL_COVER = 176, 124
"""Width and height of the cover beside the songs, and on a smaller display."""


def _shuffle(tracks: tuple[Track, ...]) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        play_from(tracks, 0)(touch)
        return touch.call("music.music_player_setMode", mode="Shuffle Play")

    return act


class CollectionScreen(Screen):
    """What stands under one name; opened with the kind ("albums", "artists", "genres", "playlists") and the name."""

    name = "collection"
    title = "Collection"
    samples = (("albums", "Night Ferry"), ("artists", "Nora Elvestad"), ("genres", "Jazz"), ("playlists", "Night drive"))

    def build(self, car: BuildContext) -> LayoutNode:
        kind, name = str(car.args[0]), str(car.args[1])
        content = offered(car)
        tracks = shelf(car, kind, all_songs(car), content).get(name, ())
        title = name if kind in WORDED else VerbatimText(name)
        if not tracks:
            return page(title, Text("Nothing is left here.", id="empty_text", ink="quiet"), nested=True)
        items = [TrackItem(track, play_from(tracks, position)) for position, track in enumerate(tracks)]
        upright = car.width < car.height
        size = COVER if car.width >= DECLARED_WIDTH else SMALL_COVER
        picture = PictureWidget(paint_cover, tracks[0].album, width=size, height=size, radius=24)
        words = Text(
            line_of(kind, name, tracks, content), id="collection_text", size=SECONDARY, ink="quiet",
            align="left" if upright else "center", lines=2, height=66, grow=1.0 if upright else 0.0,
        )  # fmt: skip
        play = Button(
            play_from(tracks, 0), id="play_all_button", icon="play_arrow", text="Play all", wide=True, look="filled", height=84,
            grow=1.0 if upright else 0.0,
        )  # fmt: skip
        more = (
            Button(_shuffle(tracks), id="shuffle_all_button", icon="shuffle", text="Shuffle", wide=True, icon_size=36, grow=1.0),
            Button(queue_up(*tracks), id="queue_all_button", icon="playlist_add", description="Add to the queue", width=96),
        )
        songs = ListView(*items, id="media_list")
        if upright:
            below = Card(Row(picture, words, height=size), Row(play, *more, gap=12, height=84), gap=12, padding=20)
            return page(title, songs, below, nested=True, gap=24)
        side = Card(
            Row(Spacer(), picture, Spacer(), height=size), words, Spacer(), play, Row(*more, gap=12, height=76),
            gap=8, padding=20, width=344,
        )  # fmt: skip
        return page(title, Row(songs, side, gap=24, grow=1.0), nested=True)


class PodcastScreen(Screen):
    """The episodes of a podcast, latest first; opened with its title."""

    name = "podcast"
    title = "Podcast"
    samples = (("Small Orbits",),)

    def build(self, car: BuildContext) -> LayoutNode:
        name = str(car.args[0])
        found = [show for show in offered(car).shows if show.title == name]
        if not found:
            return page(VerbatimText(name), Text("Nothing is left here.", id="empty_text", ink="quiet"), nested=True)
        show = found[0]
        items = [EpisodeItem(show, place, play_from(show.episodes, place)) for place in range(len(show.episodes))]
        side = Card(
            Row(Spacer(), PictureWidget(paint_cover, show.title, width=236, height=236, radius=24), Spacer(), height=236),
            Column(
                Text(VerbatimText(show.publisher), id="podcast_publisher", size=SECONDARY, align="center", grow=0.0),
                Text(show.topic, id="podcast_topic", size=SECONDARY, ink="quiet", align="center", grow=0.0),
                gap=2,
            ),
            Spacer(),
            Button(
                play_from(show.episodes, 0), id="play_all_button", icon="play_arrow", text="Play latest", wide=True,
                look="filled", height=84,
            ),
            gap=12, padding=20, width=344,
        )  # fmt: skip
        return page(VerbatimText(name), Row(ListView(*items, id="episode_list"), side, gap=24, grow=1.0), nested=True)


__all__ = ["CollectionScreen", "PodcastScreen"]
