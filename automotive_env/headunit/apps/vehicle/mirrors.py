"""The outside mirrors in the vehicle app."""

from __future__ import annotations

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, in_order
from automotive_env.headunit.kit.touch import switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.pictures.open_car import paint_front
from automotive_env.headunit.shared.vehicle_view import car_view

MIRROR = "rearviewMirror"
OPTIONS = (
    ("mirror_auto_flip", "auto_flip_enabled", "mode_autoFlip", "Tilt in reverse", "flip"),
    ("mirror_auto_fold", "auto_fold_enabled", "mode_autoFold", "Fold on lock", "car_lock"),
    ("mirror_auto_adjust", "auto_adjust_enabled", "mode_autoAdjust", "Auto adjust", "auto_mode"),
    ("mirror_heating", "heating_enabled", "mode_heating", "Heating", "car_mirror_heat"),
    ("mirror_auxiliary_view", "auxiliary_view_enabled", "mode_assist", "Auxiliary view", "visibility"),
    ("mirror_page", "view_page_open", "view_switch", "Mirror settings", "display_settings"),
)
"""Resource id, property, API, title, icon."""


def mirrors() -> LayoutNode:
    """The section."""
    picture = Card(PictureWidget(paint_front, car_view(), grow=1.0), padding=12, width=400)
    options = [
        SwitchRow(f"{MIRROR}.{flag}", title, id=id, icon=icon, on_tap=switched(f"{MIRROR}.{flag}", f"{MIRROR}.{api}"))
        for id, flag, api, title, icon in OPTIONS
    ]
    return Column(
        in_order(Row(_mirror("left"), picture, _mirror("right"), grow=1.0)),
        Grid(*options, columns=3, row_height=84, gap=12),
        grow=1.0,
    )


def _mirror(side: str) -> LayoutNode:
    at, name = f"{MIRROR}.{side}_mirror", f"{side.capitalize()} mirror"
    return Card(
        SwitchRow(
            f"{at}.is_open",
            name,
            bind(f"{at}.is_open", to=lambda out: "Unfolded" if out else "Folded"),
            id=f"mirror_{side}",
            icon="unfold_more",
            on_tap=switched(f"{at}.is_open", f"{MIRROR}.switch", position=f"{side} side"),
            height=84,
        ),
        Row(
            ApiSlider(
                f"{at}.height",
                f"{side.capitalize()} height",
                f"{MIRROR}.height_set",
                {"position": f"{side} side"},
                id=f"mirror_{side}_height",
            ),
            padding=(12, 0),
            grow=1.0,
        ),
        Row(
            SlimSlider(f"{at}.horizontal_position", f"{side.capitalize()} outwards", id=f"mirror_{side}_horizontal"),
            padding=(12, 0),
            grow=1.0,
        ),
        gap=4,
        padding=(14, 12),
        grow=1.0,
    )
