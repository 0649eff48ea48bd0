"""Energy: what is left and how far that goes, charging of an electric car, the last trips, and where to get more."""

from __future__ import annotations

from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.episode.vehicle_facts import RANGE_OF_FULL_TANK
from automotive_env.headunit.apps.energy.charge_ring import LOW, paint_ring
from automotive_env.headunit.apps.energy.charging import charging, charging_state
from automotive_env.headunit.apps.energy.station_list import stations
from automotive_env.headunit.apps.energy.trip_list import trips
from automotive_env.headunit.apps.maps.map_results import look_for
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import remember, switched
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListItem, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.drive_modes import MODE
from automotive_env.headunit.shared.powertrain import LOOKS, POWERTRAIN, EnergyLook, look_of
from automotive_env.headunit.shared.time_picker import TimePickerDialog

LEVEL, UNIT = "road.fuel_level", "environment.unit_system"


def reach(level: float, mode: str, unit: str) -> str:
    """Remaining range, rounded down to tens, such as "460 km"."""
    kilometres = level / 100 * RANGE_OF_FULL_TANK[mode]
    return f"{kilometres / KILOMETERS_PER_MILE // 10 * 10:.0f} miles" if unit == "mile" else f"{kilometres // 10 * 10:.0f} km"


def _state(level: float, powertrain: str) -> str:
    low, middle, high = LOOKS[powertrain].states
    return low if level <= LOW else middle if level < 60 else high


SECTIONS = (("now", "Overview"), ("charging", "Charging"), ("trips", "Trips"), ("stations", "Stations"))


class EnergyScreen(Screen):
    """One section, chosen at the top; it may be opened with the name of one."""

    name = "energy"
    title = "Energy"
    samples = ((), *((section,) for section, _ in SECTIONS[1:]))

    def build(self, car: BuildContext) -> LayoutNode:
        look = look_of(car)
        offered = [(key, look.stations if key == "stations" else title) for key, title in SECTIONS if self._has(car, key)]
        chosen = car.local("section", car.args[0] if car.args and self._has(car, car.args[0]) else "now")
        sections = choices("section", chosen, [(key, title, f"energy_{key}") for key, title in offered])
        if chosen == "charging":
            content = charging()
        elif chosen == "trips":
            content = trips(car)
        elif chosen == "stations":
            content = stations(car)
        else:
            content = Row(self.level(look), self.side(car, look), gap=24, grow=1.0)
        return page("Energy", content, actions=(pills(*sections, width=800),))

    def _has(self, car: BuildContext, section: str) -> bool:
        return section != "charging" or car.get(POWERTRAIN) == "electric"

    def side(self, car: BuildContext, look: EnergyLook) -> LayoutNode:
        """Charging or the last trips, and the flap over the inlet."""
        if not self._has(car, "charging"):
            last = ListItem("Trips", "What the car used", id="trips_item", icon="route", trailing_icon="chevron_right",
                            on_tap=remember("section", "trips"), grow=1.0)  # fmt: skip
            return Column(Card(last, padding=20, height=168), self.flap(look), grow=1.0)
        state = ListItem("Charging", charging_state(), id="charging_item", icon="ev_station", trailing_icon="chevron_right",
                         on_tap=remember("section", "charging"), grow=1.0)  # fmt: skip
        return Column(Card(state, padding=20, height=168), self.flap(look), grow=1.0)

    def level(self, look: EnergyLook) -> LayoutNode:
        """What is left."""
        far: Bind[str] = bind(LEVEL, MODE, UNIT, to=reach)
        ring = PictureWidget(paint_ring, bind(LEVEL, to=round), width=300, height=300, radius=0)
        left = Column(
            Text(bind(LEVEL, to=lambda level: f"{level:.0f} %"), id="energy_level", description=look.left, size=56,
                 weight="medium", align="center", grow=0.0),
            Text("left", size=SECONDARY, ink="quiet", align="center"),
            gap=0, width=170, height=98,
        )  # fmt: skip
        words = Column(
            Spacer(),
            Text("Range", size=SECONDARY, ink="quiet"),
            Text(far, id="range_text", description="Estimated range", size=52, weight="medium", grow=0.0),
            Text(bind(LEVEL, POWERTRAIN, to=_state), id="energy_state", size=SECONDARY, ink="quiet", grow=0.0),
            Spacer(),
            gap=4, grow=1.0,
        )  # fmt: skip
        return Card(
            Row(CornerOverlay(ring, top_left=Column(Spacer(36), left, gap=0, width=170), margin=65, width=300, height=300), words,
                gap=28, height=300),
            Spacer(),
            self.more(look),
            padding=28, grow=1.0,
        )  # fmt: skip

    def more(self, look: EnergyLook) -> LayoutNode:
        """Where there is more: on the map, or as a list with prices and free plugs."""
        if look.category == "fuel":
            return Button(look_for(look.stations), id="find_fuel_button", icon=look.station_icon, text=look.stations, wide=True,
                          size=28, height=92)  # fmt: skip
        return Button(remember("section", "stations"), id="find_charging_button", icon=look.station_icon, text=look.stations,
                      wide=True, size=28, height=92)  # fmt: skip

    def flap(self, look: EnergyLook) -> LayoutNode:
        """The flap over the inlet."""
        lock = "fuelPort.is_locked"
        return Card(
            SwitchRow("fuelPort.is_open", look.flap, bind("fuelPort.is_open", to=lambda on: "Opened" if on else "Closed"),
                      id="fuel_port", icon=look.station_icon, on_tap=switched("fuelPort.is_open", "fuelPort.switch"), grow=1.0),
            SwitchRow(lock, look.flap_lock, bind(lock, to=lambda on: "Locked" if on else "Unlocked"), id="fuel_port_lock",
                      icon="lock", on_tap=switched(lock, "fuelPort.lock_switch"), grow=1.0),
            gap=10, padding=20, grow=1.0,
        )  # fmt: skip


APP = App(
    name="energy",
    title="Energy",
    icon="bolt",
    package="com.android.car.energy",
    screens=(EnergyScreen, TimePickerDialog),
    aliases=("charging", "fuel", "range", "battery"),
    order=45,
)

__all__ = ["APP", "EnergyScreen", "reach"]
