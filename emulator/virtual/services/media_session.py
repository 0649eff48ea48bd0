"""The media session service: the one session is that of the car's music player."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.emulator.virtual.shell.special_files import uptime_of
from automotive_env.emulator.virtual.users import DRIVER, SYSTEM
from automotive_env.world.change import Cause

PLAYER = "com.android.car.media"
STATES = {True: "PLAYING(3)", False: "PAUSED(2)"}
KEYS = ("play", "pause", "play-pause", "headsethook", "media", "stop", "next", "previous")


class MediaSessionService(Service):
    """Says what plays, and passes media keys on."""

    name = "media_session"
    interface = "android.media.session.ISessionManager"

    async def command(self, process: Process) -> int:
        """`dispatch KEY`, `list-sessions`."""
        match process.args:
            case ["dispatch", key, *_] if key in KEYS:
                return self._dispatch(key)
            case ["dispatch", *rest]:
                return await process.fail(f"Error: unknown dispatch code '{''.join(rest[:1])}'", status=255)
            case ["list-sessions"]:
                return await process.print("Sessions:", f"  tag=CarMediaService, package={PLAYER}")
        return await unknown(process)

    def _dispatch(self, key: str) -> int:
        music = self.device.world.music
        with self.device.world.changing(Cause("setup", f"media_session dispatch {key}")):
            if key in ("next", "previous"):
                music.skip(1 if key == "next" else -1)
            elif key in ("pause", "stop"):
                music.is_playing = False
            elif key != "play" or not music.is_playing:
                music.toggle_play()
        return 0

    async def dump(self, process: Process) -> int:
        """The sessions of each user."""
        start = ["MEDIA SESSION SERVICE (dumpsys media_session)", "", "1 sessions listeners.", "Global priority session is null"]
        await process.print(*start, "User Records:")
        await process.print(*_user(SYSTEM, []), *_user(DRIVER, self._session()))
        return 0

    def _session(self) -> list[str]:
        music = self.device.world.music
        track = music.current_track
        described = f"size=3, description={track.title}, {track.artist}, {track.album}" if track else "null"
        position, now = 1000 * self.device.world.system.media_position, 1000 * uptime_of(self.device)
        state = (
            f"state={STATES[music.is_playing]}, position={position}, buffered position={position}, "
            f"speed={1.0 if music.is_playing else 0.0}, updated={now}, actions=567, custom actions=[], "
            f"active item id={music.current_track_index}, error=null"
        )
        return [
            f"CarMediaService {PLAYER}/CarMediaService (userId={DRIVER})",
            f"  package={PLAYER}",
            "  active=true",
            f"  state=PlaybackState {{{state}}}",
            f"  metadata: {described}",
        ]


def _user(user: int, session: list[str]) -> list[str]:
    holder = f"  Media button session is {session[0] if session else 'null'}"
    stack = f"  Sessions Stack - have {int(bool(session))} sessions:"
    return [f"Record for full_user={user}", holder, stack, *(f"    {line}" for line in session)]
