"""Video: clips on the car's drive and downloaded ones, and a player."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.calls.api import Api, ApiAnswer, api
from automotive_env.car.calls.api_factories import chooses, switches
from automotive_env.car.calls.parameters import SwitchParameter
from automotive_env.car.core.change import DIRECT
from automotive_env.car.core.device import Device
from automotive_env.car.core.errors import CallRefused
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.values import StateRecord, about, record_to_json
from automotive_env.car.driving.environment import SharedEnvironment
from automotive_env.car.driving.road import RoadState
from automotive_env.car.systems.sound import volumes

QUALITIES = ("270P", "480P", "720P", "1080P")
PRESETS = {"max": 100, "high": 80, "medium": 50, "low": 30, "min": 10}
"""What the degrees of a volume stand for."""
LISTS = ("local_videos", "downloaded_videos", "history", "favorites")


class Clip(StateRecord):
    """One video."""

    video_id: str = about("what names it")
    title: str = about("its title")
    description: str = about("what it shows")
    path: str = about("file that it lies in")
    is_local: bool = about("whether it lies on a drive of the car")
    is_downloaded: bool = about("whether it was downloaded")
    is_favorite: bool = about("whether it is a favourite")
    is_liked: bool = about("whether it was liked")


_LIBRARY = {
    row.split("|")[0]: row.split("|")
    for row in (
        "loc_001|Slow Ferry North|Nine hours along a fjord, told in twelve minutes|slow_ferry",
        "loc_002|Bread Before Dawn|A bakery of three people and the street that waits for it|bread_before_dawn",
        "loc_003|How Bridges Breathe|Why steel needs gaps, shown on five bridges|bridges_breathe",
        "loc_004|The Lighthouse Keeper's Radio|A summer on an island with one boat a week|lighthouse_radio",
        "loc_005|Chess in the Park|Two old friends, one board, forty years of moves|chess_in_the_park",
        "dl_001|Stars from the Back Seat|A short guide to the night sky of both hemispheres|back_seat_stars",
        "dl_002|Five Soups|From market to bowl in five kitchens|five_soups",
        "dl_003|The Paper Aeroplane Cup|Folding, throwing and losing with grace|paper_aeroplanes",
        "dl_004|Foxes of the Ring Road|Who lives where nobody walks|ring_road_foxes",
        "dl_005|Tuning a Piano|Two hundred strings and one patient ear|tuning_a_piano",
    )
}


def _clips(ids: str, favorites: str, liked: str = "") -> tuple[Clip, ...]:
    """Clips by their ids, and which of them are favourites and liked, each as words of one text."""
    clips = []
    for id in ids.split():
        _, title, text, file = _LIBRARY[id]
        local = id.startswith("loc")
        path = f"/videos/{'local' if local else 'downloads'}/{file}.mp4"
        clips.append(Clip(id, title, text, path, local, not local, id in favorites.split(), id in liked.split()))
    return tuple(clips)


def _lists(*ids: str, liked: str = "") -> dict[str, tuple[Clip, ...]]:
    """The four lists of a start state by the ids of their clips; the last list says which are favourites."""
    return {name: _clips(one, ids[-1], liked) for name, one in zip(LISTS, ids, strict=True)}


DEFAULT = _lists("loc_001 loc_002", "dl_001 dl_002", "loc_001", "dl_001")


def _current(video: Video) -> Clip:
    if video.current_video is None:
        raise CallRefused("there is no current video; play one first")
    return video.current_video


def _stands(video: Video, place: str = "") -> None:
    if RoadState.of(video).driving_state == "moving":
        raise CallRefused("the car is moving; videos play only while it stands")


def _full_screen_stands(video: Video, place: str) -> None:
    if video.is_fullscreen:
        _stands(video)


def _plays(attribute: str, noun: str) -> Api:
    """An API that plays the first clip of a list."""

    def body(video: Video) -> ApiAnswer:
        _stands(video)
        clips: Sequence[Clip] = getattr(video, attribute)
        if not clips:
            raise CallRefused(f"there are no {noun}")
        video.start(clips[0])
        return ApiAnswer(f"playing {clips[0].title}", {"video": record_to_json(clips[0])})

    return Api(f"Plays the first of the {noun}; refused while the car moves.", body, {})


def _views(attribute: str, noun: str) -> Api:
    """An API that tells which clips are in a list."""

    def body(video: Video) -> ApiAnswer:
        clips: Sequence[Clip] = getattr(video, attribute)
        return ApiAnswer(f"{len(clips)} {noun}", {"count": len(clips), "videos": [record_to_json(clip) for clip in clips]})

    return Api(f"Lists the {noun}.", body, {}, reads_only=True)


def _sharpens(step: int, summary: str, end: str) -> Api:
    """An API that goes some steps up or down the qualities."""

    def body(video: Video) -> str:
        place = QUALITIES.index(video.quality) + step
        if not 0 <= place < len(QUALITIES):
            raise CallRefused(f"{video.quality} is the {end} quality already")
        video.quality = QUALITIES[place]
        return f"quality of the picture: {video.quality}"

    return Api(summary, body, {})


class Video(Device, module="video"):
    """The video player and its library."""

    quality = ChoiceProperty("quality of the picture", QUALITIES, "720P")
    is_playing = FlagProperty("whether a video plays")
    current_video = OptionalRecordProperty("video that plays or played last", Clip, DEFAULT["downloaded_videos"][1])
    is_fullscreen = FlagProperty("full screen")
    danmaku_enabled = FlagProperty("comments across the picture")
    skip_intro = FlagProperty("skipping of opening titles")
    local_videos = RecordsProperty("videos on a drive of the car", Clip, DEFAULT["local_videos"])
    downloaded_videos = RecordsProperty("videos that were downloaded", Clip, DEFAULT["downloaded_videos"])
    history = RecordsProperty(
        "videos that were watched, latest first",
        Clip,
        DEFAULT["history"],
        read_only="the public interface plays from it and adds nothing",
    )
    favorites = RecordsProperty("favourite videos", Clip, DEFAULT["favorites"])

    starts = {
        "init1": {
            "is_playing": True,
            "danmaku_enabled": True,
            "current_video": _clips("dl_001", "")[0],
            **_lists(
                "loc_001 loc_002 loc_003 loc_004",
                "dl_001 dl_002 dl_003 dl_004",
                "loc_001 dl_002 loc_003",
                "loc_002 dl_003",
                liked="loc_001 dl_003",
            ),
            "environment.sound_channel": "video",
        },
        "init2": {
            "quality": "1080P",
            "current_video": None,
            "skip_intro": True,
            **_lists(
                "loc_001 loc_002 loc_003 loc_004 loc_005",
                "dl_001 dl_002 dl_003 dl_004 dl_005",
                "loc_001 dl_002 loc_003 dl_001",
                "loc_002 dl_003 loc_005",
                liked="dl_001 dl_003",
            ),
        },
    }

    video_soundVolume_increase, video_soundVolume_decrease, video_soundVolume_set = volumes(PRESETS)
    video_common_history_view = _views("history", "videos watched before")
    video_download_play = _plays("downloaded_videos", "downloaded videos")
    video_local_play = _plays("local_videos", "videos on the car's drive")
    video_history_play = _plays("history", "videos watched before")
    video_quality_set = chooses("quality", "Chooses the quality of the picture.", QUALITIES[::-1])
    video_quality_increase = _sharpens(1, "Makes the picture one step sharper.", "highest")
    video_quality_decrease = _sharpens(-1, "Makes the picture one step coarser.", "lowest")
    video_download_view = _views("downloaded_videos", "downloaded videos")
    video_danmaku_switch = switches("danmaku_enabled", "Shows or hides comments that run across the picture.")
    video_titleSkip_switch = switches("skip_intro", "Switches skipping of opening titles on or off.")
    video_collection_view = _views("favorites", "favourite videos")
    video_local_view = _views("local_videos", "videos on the car's drive")
    video_favorite_play = _plays("favorites", "favourite videos")
    video_fullScreenPlay_switch = switches(
        "is_fullscreen", "Enters or leaves full screen; refused while the car moves.", then=_full_screen_stands
    )

    def start(self, clip: Clip) -> None:
        """Play a clip and be heard."""
        with self._store.changing(DIRECT):
            self.current_video = clip
            self.is_playing = True
            SharedEnvironment.of(self).claim_sound(self.module)

    def mark(self, clip: Clip) -> None:
        """Take over what is said of a clip wherever it is listed."""
        for name in LISTS:
            setattr(self, name, [clip if known.video_id == clip.video_id else known for known in getattr(self, name)])
        self.current_video = clip

    @api("Stops the video.")
    def video_play_stop(self) -> str:
        self.is_playing = False
        return "no video plays"

    @api("Makes the current video a favourite, or no longer.", collect=SwitchParameter("true to add it, false to remove it"))
    def video_favorite_collect(self, collect: bool) -> ApiAnswer:
        clip = _current(self).but(is_favorite=collect)
        self.mark(clip)
        others = tuple(known for known in self.favorites if known.video_id != clip.video_id)
        if not collect:
            self.favorites = others
        elif len(others) == len(self.favorites):
            self.favorites = (*others, clip)
        done = "added to" if collect else "removed from"
        return ApiAnswer(f"{clip.title} {done} the favourites", {"count": len(self.favorites)})

    @api("Likes the current video, or takes it back.", mode=SwitchParameter("true to like it, false to take it back"))
    def video_player_like(self, mode: bool) -> str:
        clip = _current(self).but(is_liked=mode)
        self.mark(clip)
        return f"{clip.title}: {'liked' if mode else 'no longer liked'}"

    @api("Tells what the current video shows.", reads_only=True)
    def video_profile_view(self) -> ApiAnswer:
        clip = _current(self)
        return ApiAnswer(clip.description, record_to_json(clip))

    @api("Describes the current video and how it plays.", reads_only=True)
    def video_currentDetail_view(self) -> ApiAnswer:
        clip = _current(self)
        data = {"quality": self.quality, "playing": self.is_playing, "fullscreen": self.is_fullscreen}
        return ApiAnswer(clip.title, {**data, "volume": SharedEnvironment.of(self).volume, "video": record_to_json(clip)})
