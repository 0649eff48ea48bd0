"""CarAudioService: the volume of the car, as one group that plays everything."""

from __future__ import annotations

from automotive_env.car.core.world import World

CONTEXTS = ("MUSIC", "NAVIGATION", "VOICE_COMMAND", "CALL_RING", "CALL", "ALARM", "NOTIFICATION", "SYSTEM_SOUND")


def dump_audio(world: World) -> list[str]:
    """What `--services CarAudioService` prints; the indexes of the group are per cent."""
    muted, volume = str(world.system.muted).lower(), world.environment.volume
    gains = f"Gain values (min / max / default/ current): 0 100 50 {volume}"
    return [
        "*CarAudioService*",
        "Run in legacy mode? false",
        f"Master muted? {muted}",
        "CarAudioZone(primary zone:0) isPrimary? true",
        "  CarVolumeGroup(0)",
        "    Zone Id(0)",
        f"    Is Muted({muted})",
        f"    {gains}",
        f"    Gain indexes (min / max / default / current): 0 100 50 {volume}",
        *(f"    Context: {context} -> Address: bus0_media_out" for context in CONTEXTS),
        "    CarAudioDeviceInfo Device(bus0_media_out)",
        f"      {gains}",
    ]
