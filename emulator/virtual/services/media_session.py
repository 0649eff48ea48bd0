"""The media session service: the sessions are those of the music player and of the radio."""

from __future__ import annotations

from automotive_env.car.core.change import ChangeCause
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, SYSTEM, SystemService, unknown
from automotive_env.emulator.virtual.shell.special_files import uptime_of

PLAYER, RADIO = "com.android.car.media", "com.android.car.radio"
STATES = {True: "PLAYING(3)", False: "PAUSED(2)"}
KEYS = ("play", "pause", "play-pause", "headsethook", "media", "stop", "next", "previous")


class MediaSessionService(SystemService):
    """Says what plays, and passes media keys on."""

    name = "media_session"

    async def command(self, process: ShellProcess) -> int:
        """`dispatch KEY`."""
        match process.args:
            case ["dispatch", key, *_] if key in KEYS:
                return self._dispatch(key)
            case ["dispatch", *rest]:
                return await process.fail(f"Error: unknown dispatch code '{''.join(rest[:1])}'", status=255)
        return await unknown(process)

    def _dispatch(self, key: str) -> int:
        music = self.device.world.music
        with self.device.world.changing(ChangeCause("touch", f"key/{key}")):
            if key in ("next", "previous"):
                music.skip(1 if key == "next" else -1)
            elif key in ("pause", "stop"):
                music.is_playing = False
            elif key != "play" or not music.is_playing:
                music.toggle_play()
        return 0

    async def dump(self, process: ShellProcess) -> int:
        """The sessions of each user."""
        start = ["MEDIA SESSION SERVICE (dumpsys media_session)", "", "1 sessions listeners.", "Global priority session is null"]
        await process.print(*start, "User Records:")
        await process.print(*_user(SYSTEM), *_user(DRIVER, self._music(), self._radio()))
        return 0

    def _music(self) -> list[str]:
        music = self.device.world.music
        track = music.current_track
        described = f"size=3, description={track.title}, {track.artist}, {track.album}" if track else "null"
        position, item = 1000 * self.device.world.system.media_position, music.current_track_index
        state = self._state(music.is_playing, position, item)
        return _session("CarMediaService", PLAYER, state, described, len(music.current_playlist))

    def _radio(self) -> list[str]:
        radio = self.device.world.radio
        station = radio.current_station
        described = f"size=1, description={station.name}, null, null" if station else "null"
        return _session("RadioAppService", RADIO, self._state(radio.is_playing, 0, 0), described, 0)

    def _state(self, plays: bool, position: int, item: int) -> str:
        return (
            f"state={STATES[plays]}, position={position}, buffered position={position}, speed={1.0 if plays else 0.0}, "
            f"updated={1000 * uptime_of(self.device)}, actions=567, custom actions=[], active item id={item}, error=null"
        )


def _session(tag: str, package: str, state: str, described: str, queue: int) -> list[str]:
    return [
        f"{tag} {package}/{tag} (userId={DRIVER})",
        f"  package={package}",
        "  active=true",
        f"  state=PlaybackState {{{state}}}",
        f"  metadata: {described}",
        f"  queueTitle=null, size={queue}",
    ]


def _user(user: int, *sessions: list[str]) -> list[str]:
    holder = f"  Media button session is {sessions[0][0] if sessions else 'null'}"
    stack = f"  Sessions Stack - have {len(sessions)} sessions:"
    return [f"Record for full_user={user}", holder, stack, *(f"    {line}" for session in sessions for line in session)]
