"""The devices of the car, one file each."""

from automotive_env.world.device import Device
from automotive_env.world.devices.air_conditioner import AirConditioner
from automotive_env.world.devices.bluetooth import Bluetooth
from automotive_env.world.devices.center_information_display import CenterInformationDisplay
from automotive_env.world.devices.conversation import Conversation
from automotive_env.world.devices.door import Door
from automotive_env.world.devices.fog_light import FogLight
from automotive_env.world.devices.foot_pedal import FootPedal
from automotive_env.world.devices.front_trunk import FrontTrunk
from automotive_env.world.devices.fuel_port import FuelPort
from automotive_env.world.devices.hazard_light import HazardLight
from automotive_env.world.devices.head_up_display import HeadUpDisplay
from automotive_env.world.devices.high_beam_headlight import HighBeamHeadlight
from automotive_env.world.devices.instrument_panel import InstrumentPanel
from automotive_env.world.devices.low_beam_headlight import LowBeamHeadlight
from automotive_env.world.devices.music import Music
from automotive_env.world.devices.navigation import Navigation
from automotive_env.world.devices.overhead_screen import OverheadScreen
from automotive_env.world.devices.position_light import PositionLight
from automotive_env.world.devices.radio import Radio
from automotive_env.world.devices.reading_light import ReadingLight
from automotive_env.world.devices.rearview_mirror import RearviewMirror
from automotive_env.world.devices.seat import Seat
from automotive_env.world.devices.steering_wheel import SteeringWheel
from automotive_env.world.devices.sunroof import Sunroof
from automotive_env.world.devices.sunshade import Sunshade
from automotive_env.world.devices.tail_light import TailLight
from automotive_env.world.devices.trunk import Trunk
from automotive_env.world.devices.video import Video
from automotive_env.world.devices.window import Window
from automotive_env.world.devices.wiper import Wiper

DEVICES: tuple[type[Device], ...] = (
    AirConditioner,
    Bluetooth,
    CenterInformationDisplay,
    Conversation,
    Door,
    FogLight,
    FootPedal,
    FrontTrunk,
    FuelPort,
    HazardLight,
    HeadUpDisplay,
    HighBeamHeadlight,
    InstrumentPanel,
    LowBeamHeadlight,
    Music,
    Navigation,
    OverheadScreen,
    PositionLight,
    Radio,
    ReadingLight,
    RearviewMirror,
    Seat,
    SteeringWheel,
    Sunroof,
    Sunshade,
    TailLight,
    Trunk,
    Video,
    Window,
    Wiper,
)
