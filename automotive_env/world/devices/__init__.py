"""The devices of the car, one file each."""

from automotive_env.world.device import Device
from automotive_env.world.devices.air_conditioner import AirConditioner
from automotive_env.world.devices.conversation import Conversation
from automotive_env.world.devices.music import Music
from automotive_env.world.devices.navigation import Navigation

DEVICES: tuple[type[Device], ...] = (
    AirConditioner,
    Conversation,
    Music,
    Navigation,
)
