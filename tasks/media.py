"""Media: music and loudness."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

MEDIA = Category.MEDIA
PLAYER = ("music.*", "environment.sound_channel", "environment.volume", "system.muted")


class SilentCar(Task):
    """A family: no music plays, and some should."""

    allowed = PLAYER

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_PLAYING, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.media.play()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").tap("play_pause_stop")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").slide("volume_seek_bar", 80)


class PlayMusic(SilentCar, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Music on."""

    says = ("Play some music.", "Start the music.", "Resume the song.")


class LonelySilence(SilentCar, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """Silence on a long drive: something to listen to."""

    says = ("Feels a bit lonely driving in silence.", "It is so quiet in here, I am getting bored.")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        super().setup(car, inst)
        car.drives(100, "motorway")


class SetVolume(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """The volume to a number."""

    says = ("Set the volume to {volume} percent.", "Volume {volume}.", "Put the sound at {volume} percent.")
    allowed = PLAYER
    steps = 8

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"volume": rng.choice([15, 25, 35, 65, 75, 85])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.VOLUME, 50)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.media.volume_at(inst.params["volume"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_sound").slide("volume_seek_bar", inst.params["volume"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_sound").slide("volume_seek_bar", 95)


class ShufflePlay(Task, category=MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Tracks in random order."""

    says = ("Shuffle the music.", "Play the songs in random order.")
    allowed = PLAYER

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_PLAYING, True)
        car.write(s.MEDIA_MODE, "Sequential Play")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.read(s.MEDIA_MODE) == "Shuffle Play"

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").tap("mode_shuffle")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").tap("mode_list_repeat")


class SleepingChild(Task, category=MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A child just fell asleep while music plays."""

    says = ("The baby just fell asleep in the back.", "Shh, the little one is finally sleeping.")
    allowed = PLAYER

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.MEDIA_PLAYING, True)
        car.write(s.SOUND_CHANNEL, "music")
        car.write(s.VOLUME, 60)
        car.write(s.MUTED, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.media.quiet() or check.number(s.VOLUME) <= 30

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").slide("volume_seek_bar", 10)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").slide("volume_seek_bar", 55)


class SirenOutside(Task, category=MEDIA, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A siren somewhere: the driver must hear it."""

    says = ("I think I hear a siren, but I am not sure.", "Is there an ambulance around? I can't hear with this music.")
    allowed = (*PLAYER, "window.*", "system.*")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(45, "urban")
        car.write(s.MEDIA_PLAYING, True)
        car.write(s.SOUND_CHANNEL, "music")
        car.write(s.VOLUME, 80)
        car.write(s.MUTED, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.media.quiet() or check.number(s.VOLUME) <= 20

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_sound").switch("mute_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_player").tap("skip_next")
