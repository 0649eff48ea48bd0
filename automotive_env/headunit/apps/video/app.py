"""Video, for when the car is parked: the player, and the clips that are in the car or were downloaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from automotive_env.car.devices.video import QUALITIES, Clip
from automotive_env.headunit.apps.video.clip_item import ClipItem, paint_still, start
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.empty_card import empty_card
from automotive_env.headunit.kit.widgets.list_view import ListView, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.restrictions import Restriction
from automotive_env.headunit.shared.player import mute_switch

T = TypeVar("T")

CLIP = "video.current_video"
PLAYING = "video.is_playing"
FULL = "video.is_fullscreen"
TABS = (
    ("player", "Player", "video_player"),
    ("local_videos", "In the car", "video_local"),
    ("downloaded_videos", "Downloads", "video_downloads"),
    ("history", "Watched", "video_history"),
    ("favorites", "Favorites", "video_favorites"),
)


def _clip(say: Callable[[Clip], T], otherwise: T) -> Bind[T]:
    """Something of the video that plays, or played last."""
    return bind(CLIP, to=lambda clip: say(clip) if clip else otherwise)


def _play(touch: TouchEvent) -> str | None:
    clip = touch.world.video.current_video
    if touch.get(PLAYING):
        return touch.call("video.video_play_stop")
    return start(clip)(touch) if clip else touch.call("video.video_local_play")


def _play_button(width: int, height: int) -> Button:
    return Button(
        _play, id="play_button", icon=bind(PLAYING, to=lambda on: "stop" if on else "play_arrow"),
        description=bind(PLAYING, to=lambda on: "Stop" if on else "Play"), look="filled", icon_size=56, radius=height // 2,
        width=width, height=height,
    )  # fmt: skip


class ClipToggleButton(ToggleButton):
    """Something that is said of the current video."""

    def __init__(self, field: str, api: str, argument: str, id: str, icon: str, says: tuple[str, str]) -> None:
        on = _clip(lambda clip: bool(getattr(clip, field)), False)

        def turn(touch: TouchEvent) -> str | None:
            return touch.call(api, **{argument: not on.now(touch.values)})

        described = Bind(on.slots, lambda clip: says[1] if on.to(clip) else says[0])
        super().__init__(CLIP, id=id, icon=icon, description=described, on_tap=turn, look="plain", width=96, height=88)
        self.selected = on


class VideoScreen(Screen):
    """The player, and the lists; opened with the key of a tab where it is not the player."""

    name = "video"
    title = "Video"
    restricted_by = Restriction.NO_VIDEO

    def build(self, car: BuildContext) -> LayoutNode:
        if car.get(FULL):
            return self.full_screen()
        tab = car.local("tab", car.args[0] if car.args else "player")
        content = self.player() if tab == "player" else self.clips(car, tab)
        return page("Video", content, actions=(pills(*choices("tab", tab, TABS), width=900),))

    def full_screen(self) -> LayoutNode:
        """Nothing but the picture, and the way back."""
        leave = Button(
            switched(FULL, "video.video_fullScreenPlay_switch"), id="exit_full_screen_button", icon="unfold_less",
            description="Leave full screen", width=112, height=88, radius=44,
        )  # fmt: skip
        title = Text(
            _clip(lambda clip: VerbatimText(clip.title), "No video"), id="title", weight="medium", width=560, align="center"
        )
        bar = Card(Row(_play_button(136, 88), title, leave, gap=24, height=88), padding=20, width=920, floats=True)
        return CornerOverlay(PictureWidget(paint_still, _clip(lambda clip: clip.title, ""), radius=0), bottom_left=bar, margin=24)

    def player(self) -> LayoutNode:
        """The picture at the left, how it is played at the right."""
        still = PictureWidget(paint_still, _clip(lambda clip: clip.title, ""), radius=24, grow=1.0)
        words = Column(
            Text(_clip(lambda clip: VerbatimText(clip.title), "No video yet"), id="title", weight="medium", grow=0.0),
            Text(_clip(lambda clip: clip.description, "Choose one of the lists"), id="description", size=SECONDARY, ink="quiet",
                 grow=0.0),
            gap=2, grow=1.0, height=76,
        )  # fmt: skip
        like = ClipToggleButton(
            "is_liked", "video.video_player_like", "mode", "like_button", "thumb_up", ("Like", "Remove the like")
        )
        keep = ClipToggleButton(
            "is_favorite", "video.video_favorite_collect", "collect", "favorite_button", "favorite",
            ("Add to favorites", "Remove from favorites"),
        )  # fmt: skip
        bar = Row(_play_button(136, 88), words, like, keep, gap=16, height=88)
        return Row(Card(still, bar, padding=20, gap=16, grow=1.0), self.settings(), gap=24, grow=1.0)

    def settings(self) -> LayoutNode:
        """How it is shown and heard."""
        qualities = [
            OptionButton(
                "video.quality",
                quality,
                id=f"quality_{quality.lower()}",
                text=quality,
                on_tap=call("video.video_quality_set", mode=quality),
                height=TARGET,
            )
            for quality in QUALITIES
        ]
        volume = ApiSlider(
            "environment.volume", "Volume", "video.video_soundVolume_set", id="volume_seek_bar", icon="speaker", grow=1.0
        )
        rows = [
            SwitchRow(f"video.{path}", title, id=id, icon=icon, on_tap=switched(f"video.{path}", f"video.{api}"), grow=1.0)
            for path, title, id, icon, api in (
                ("is_fullscreen", "Full screen", "full_screen", "open_in_full", "video_fullScreenPlay_switch"),
                ("danmaku_enabled", "Comments", "danmaku", "subtitles", "video_danmaku_switch"),
                ("skip_intro", "Skip intro", "skip_intro", "fast_forward", "video_titleSkip_switch"),
            )
        ]
        return Card(Grid(*qualities, columns=4, gap=8, row_height=TARGET), *rows, Row(mute_switch(), volume, height=84),
                    gap=10, padding=20, width=496)  # fmt: skip

    def clips(self, car: BuildContext, tab: str) -> LayoutNode:
        """The videos of a list."""
        clips = car.records(f"video.{tab}", Clip)
        if clips:
            return ListView(*(ClipItem(clip) for clip in clips), id="video_list", gap=12)
        return empty_card("movie", "There are no videos here.")


APP = App(
    name="video",
    title="Video",
    icon="movie",
    package="com.android.car.video",
    screens=(VideoScreen,),
    aliases=("videos", "video player", "movies", "com.android.car.video"),
    order=24,
)

__all__ = ["APP", "VideoScreen"]
