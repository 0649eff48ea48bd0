"""What plays: the media sessions of the user in front, the radio's among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from automotive_env.android.dumpsys import lines
from automotive_env.android.reading import ServiceReading, one_of
from automotive_env.car.core.values import Scalar

SESSIONS = "dumpsys media_session"
RADIO, VIDEO = "com.android.car.radio", "com.android.car.video"
PLAYING = "3"
_USER = re.compile(r"full_user=(\d{1,6})|\(userId=(\d{1,6})\)")
_STATE = re.compile(r"state=PlaybackState \{state=(?:\w{1,40}\()?(\d{1,3})")
_METADATA = re.compile(r"metadata: ?size=\d{1,4}, description=(.*)")
_QUEUE = re.compile(r"queueTitle=.*, size=(\d{1,6})$")
_SWITCH: Mapping[Scalar, str] = {True: "cmd media_session dispatch play", False: "cmd media_session dispatch pause"}


class MediaSession(NamedTuple):
    """An active media session: its package, whether it plays, the title, artist and album of what is loaded, and its queue."""

    package: str
    plays: bool = False
    loaded: tuple[str, ...] = ()
    queue: int | None = None


def sessions(text: str, user: int = 10) -> list[MediaSession] | None:
    """`dumpsys media_session`: a user's active sessions, in the order of their stack; None where the text lists none at all."""
    whose, listed = user, False
    found: list[MediaSession] = []
    active: list[bool] = []
    for line in lines(text):
        listed = listed or line.startswith("Sessions Stack")
        if mark := _USER.search(line):
            whose = int(mark[1] or mark[2])
        if line.startswith("package="):
            found.append(MediaSession(line[len("package=") :][:200] or "unknown"))
            active.append(whose == user)
        elif not found:
            continue
        elif line.startswith("active="):
            active[-1] = active[-1] and line == "active=true"
        elif state := _STATE.match(line):
            found[-1] = found[-1]._replace(plays=state[1] == PLAYING)
        elif metadata := _METADATA.match(line):
            found[-1] = found[-1]._replace(loaded=_described(metadata[1]))
        elif queue := _QUEUE.match(line):
            found[-1] = found[-1]._replace(queue=int(queue[1]))
    return [session for session, counts in zip(found, active, strict=True) if counts] if listed else None


def _described(text: str) -> tuple[str, ...]:
    """Title, artist and album; nothing where a comma in one of them leaves open where it ends."""
    parts = tuple(text.split(", "))
    return parts if len(parts) == 3 else ()


def playing(text: str, user: int = 10) -> str | None:
    """`dumpsys media_session`: the package of a user's active session that plays, "" where none does."""
    found = sessions(text, user)
    return None if found is None else next((session.package for session in found if session.plays), "")


def _plays(text: str, user: int, *, radio: bool) -> Scalar:
    """Whether the radio, or anything else, plays."""
    found = sessions(text, user)
    return None if found is None else any(session.plays and (session.package == RADIO) is radio for session in found)


def _loaded(user: int, part: int) -> Callable[[str], Scalar]:
    """Title, artist or album of the session that plays, or of the one that did last."""

    def of(text: str) -> Scalar:
        session = _in_front(text, user)
        return session.loaded[part] if session and session.loaded else None

    return of


def _queue_length(text: str, user: int) -> Scalar:
    session = _in_front(text, user)
    return session.queue if session else None


def _in_front(text: str, user: int) -> MediaSession | None:
    players = [session for session in sessions(text, user) or () if session.package != RADIO]
    return next((session for session in players if session.plays), players[0] if players else None)


def _heard(text: str, user: int) -> Scalar:
    """Who has the loudspeakers; music where nothing plays."""
    package = playing(text, user)
    return None if package is None else {RADIO: "radio", VIDEO: "video"}.get(package, "music")


def media_readings(user: int) -> Mapping[str, ServiceReading]:
    """The readings of the media session service. Nothing can choose what is played or switch the radio on."""
    found = {
        "media_playing": ServiceReading(SESSIONS, lambda text: _plays(text, user, radio=False), one_of(_SWITCH)),
        "radio_playing": ServiceReading(SESSIONS, lambda text: _plays(text, user, radio=True), one_of({False: _SWITCH[False]})),
        "sound_channel": ServiceReading(SESSIONS, lambda text: _heard(text, user), one_of({"music": _SWITCH[True]})),
        "queue_length": ServiceReading(SESSIONS, lambda text: _queue_length(text, user)),
    }
    parts = enumerate(("title", "artist", "album"))
    return found | {f"media_{name}": ServiceReading(SESSIONS, _loaded(user, part)) for part, name in parts}
