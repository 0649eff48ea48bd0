"""Vehicle: the body of the car in sections: windows, roof, doors, lids, mirrors, steering wheel and pedals, reading lamps."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automotive_env.headunit.apps.vehicle.doors import doors
from automotive_env.headunit.apps.vehicle.lids import lids
from automotive_env.headunit.apps.vehicle.mirrors import mirrors
from automotive_env.headunit.apps.vehicle.reading_lamps import reading_lamps
from automotive_env.headunit.apps.vehicle.roof import roof
from automotive_env.headunit.apps.vehicle.windows import windows
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import go
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.shared.powertrain import look_of
from automotive_env.headunit.shared.wheel import wheel

SECTIONS: Mapping[str, tuple[str, Callable[[BuildContext], LayoutNode]]] = {
    "windows": ("Windows", windows),
    "roof": ("Roof", lambda car: roof()),
    "doors": ("Doors", doors),
    "lids": ("Boot", lambda car: lids(look_of(car))),
    "mirrors": ("Mirrors", lambda car: mirrors()),
    "wheel": ("Wheel", lambda car: wheel()),
    "lamps": ("Lamps", reading_lamps),
}
"""Section -> its title, and what is in it."""


class VehicleScreen(Screen):
    """One section of the car's body, chosen at the top; it may be opened with the name of one."""

    name = "vehicle"
    title = "Vehicle"
    samples = ((), *((section,) for section in SECTIONS))

    def build(self, car: BuildContext) -> LayoutNode:
        chosen = car.local("section", car.args[0] if car.args else "windows")
        sections = choices(
            "section", chosen, [(section, title, f"vehicle_{section}") for section, (title, _) in SECTIONS.items()]
        )
        _, content = SECTIONS[chosen]
        over = go("care", app="care")
        care = Button(over, id="care_button", icon="car_repair", description="Car care", look="plain", width=TARGET)
        return page(self.title, content(car), actions=(pills(*sections, width=1100), care))


APP = App(
    name="vehicle",
    title="Vehicle",
    icon="directions_car",
    package="com.android.car.vehicle",
    screens=(VehicleScreen,),
    aliases=("car", "windows", "my car", "doors", "roof", "sunroof", "trunk", "mirrors", "reading lights"),
    order=50,
)
