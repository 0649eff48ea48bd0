"""CarAudioService: the volume of the car, as the one group that plays media."""

from __future__ import annotations

from automotive_env.world.world import World

GROUPS = (
    "MUSIC -> Address: bus0_media_out",
    "NAVIGATION -> Address: bus1_navigation_out",
    "CALL -> Address: bus3_call_ring_out",
    "ALARM -> Address: bus4_alarm_out",
)


def dump_audio(world: World) -> list[str]:
    """What `--services CarAudioService` prints: the car has one volume, which every group shows."""
    muted = _java(world.system.muted)
    return [
        "*CarAudioService*",
        "Run in legacy mode? false",
        f"Master muted? {muted}",
        "CarAudioZone(primary zone:0) isPrimary? true",
        *(line for number in range(len(GROUPS)) for line in _group(number, world.environment.volume, muted)),
    ]


def _group(number: int, volume: int, muted: str) -> list[str]:
    return [
        f"  CarVolumeGroup({number})",
        "    Zone Id(0)",
        f"    Is Muted({muted})",
        f"    Gain values (min / max / default/ current): 0 100 50 {volume}",
        f"    Gain indexes (min / max / default / current): 0 100 50 {volume}",
        f"    Context: {GROUPS[number]}",
    ]


def _java(flag: bool) -> str:
    return "true" if flag else "false"
