"""The devices of the car, one file each."""

from automotive_env.world.device import Device
from automotive_env.world.devices.air_conditioner import AirConditioner

DEVICES: tuple[type[Device], ...] = (AirConditioner,)
