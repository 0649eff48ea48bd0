"""Build the head unit's fonts: subsets of Roboto and of Material Symbols, with their licences.

A developer's tool; it needs fontTools and brotli, and the two published packages unpacked beside each other:

    python scripts/build_assets.py --roboto DIR --symbols DIR

`--roboto` holds `files/Roboto[wdth,wght].ttf` and `LICENSE`, `--symbols` holds `material-symbols-rounded.woff2` and `LICENSE`.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ASSETS = Path(__file__).resolve().parents[1] / "automotive_env" / "headunit" / "assets"

LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *range(0x2010, 0x2016), *range(0x2018, 0x201F)]
SYMBOLS = [0x2020, 0x2022, 0x2026, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248]

ICONS = """
account_circle add add_call add_circle air air_freshener air_purifier_gen airline_seat_legroom_extra
airline_seat_recline_extra airline_seat_recline_normal airplanemode_inactive airwave album alt_route
android_wifi_4_bar_lock apps arrow_back arrow_downward arrow_forward arrow_upward assistant_direction
assistant_navigation auto_awesome auto_mode backlight_high backlight_high_off backlight_low backspace battery_full block
bluetooth bluetooth_connected bluetooth_disabled bolt bookmark brightness_4 brightness_5 brightness_6 brightness_7
brightness_auto calendar_month call call_end call_log call_made call_missed call_received car_crash car_defrost_left
car_defrost_low_left car_defrost_low_right car_defrost_mid_left car_defrost_mid_right car_defrost_right car_fan_low_left
car_fan_low_mid_left car_fan_low_right car_fan_mid_left car_fan_mid_low_right car_fan_mid_right car_fan_recirculate
car_gear car_lock car_mirror_heat car_repair car_seat_off car_tag cell_tower chair chat check check_circle chevron_left
chevron_right child_care circle close cloud cloud_off co2 compass_calibration contacts cool_to_dry coronavirus dark_mode
data_usage deblur delete detection_and_zone dialpad directions_car do_not_disturb_on door_back door_front door_open
door_sliding eco edit electric_car emergency emergency_heat energy_savings_leaf equalizer error ev_station event
event_seat expand_less expand_more explore fan_focus fan_indirect fast_forward fast_rewind favorite filter_drama flag
flare flashlight_on flatware flight flip fluid_med foggy folder fork_right forward_10 garage garage_home grain
graphic_eq grid_view group headphones headset_mic hearing heat height help history home hotel http hvac hvac_max_defrost
info iron key keyboard keyboard_hide keyboard_return language lens_blur library_music light light_group light_mode
light_off lightbulb link local_cafe local_car_wash local_gas_station local_hospital local_parking location_off lock
lock_open login logout luggage mail map mark_chat_unread menu menu_book merge mic mic_off minor_crash mode_cool mode_fan
mode_fan_off mode_heat mode_heat_cool monitor_heart mood more_horiz more_vert movie music_note music_off my_location
navigation near_me nightlight no_crash no_sound notifications notifications_active notifications_off open_in_full
open_with palette park parking_sign partly_cloudy_day pause pause_circle pause_presentation person person_add
phone_bluetooth_speaker phone_disabled phone_in_talk phone_missed photo_camera pin_drop place play_arrow play_circle
playlist_add playlist_play podcasts power_settings_new priority_high queue_music radio rainy rainy_heavy recommend
refresh remove repeat repeat_one replay_10 restart_alt restaurant road rotate_right roundabout_right route router
rss_feed save schedule search seat_cool_left seat_cool_right seat_heat_left seat_heat_right seat_vent_left
seat_vent_right seat_window self_improvement sell send sensors settings share shield shopping_cart shuffle
signal_cellular_4_bar signal_cellular_alt signal_cellular_off sim_card skip_next skip_previous snowflake snowing sort
spa speaker speed speed_camera sports_motorsports star stat_1 stat_2 stat_3 stat_minus_1 steering_wheel_heat stop
straight straighten stylus subtitles sunny support swap_calls swap_driving_apps_wheel swap_horiz swap_vert sync
text_fields thermostat thumb_down thumb_up thunderstorm timer tire_repair touch_app toys_fan traffic traffic_jam
translate travel_explore tune turn_left turn_right turn_slight_left turn_slight_right tv u_turn_left umbrella undo
unfold_more usb verified_user vertical_align_bottom vertical_align_top videocam view_cozy visibility visibility_off
volume_down volume_mute volume_off volume_up warning wash water_drop water_heater wb_sunny wb_twilight weather_hail
weather_snowy weekend wifi wifi_off wifi_tethering wifi_tethering_off window_closed window_open window_sensor
windshield_defrost_auto windshield_defrost_front windshield_defrost_rear windshield_heat_front work zoom_in zoom_out
"""


def main() -> None:
    """Build everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roboto", type=Path, required=True)
    parser.add_argument("--symbols", type=Path, required=True)
    given = parser.parse_args()
    for name, weight in (("Roboto-Regular.ttf", 400), ("Roboto-Medium.ttf", 500)):
        font = TTFont(given.roboto / "files" / "Roboto[wdth,wght].ttf")
        instance = instantiateVariableFont(font, {"wght": weight, "wdth": 100})
        subset(instance, [*LETTERS, *SYMBOLS], ASSETS / name)
    icons(TTFont(given.symbols / "material-symbols-rounded.woff2"))
    shutil.copyfile(given.roboto / "LICENSE", ASSETS / "LICENSE-roboto.txt")
    shutil.copyfile(given.symbols / "LICENSE", ASSETS / "LICENSE-material-icons.txt")


def icons(font: Any) -> None:
    """Subset the icon font and write the table of names."""
    codes = {glyph: code for code, glyph in font.getBestCmap().items()}
    wanted = sorted(set(ICONS.split()) & set(codes))
    print("not in the icon font:", ", ".join(sorted(set(ICONS.split()) - set(codes))) or "none")
    keep = [codes[name] for name in wanted]
    thin = Options()
    thin.layout_features = []
    pruned(font, keep, thin)
    instance = instantiateVariableFont(font, {"FILL": 1, "wght": 400, "GRAD": 0, "opsz": 40})
    subset(instance, keep, ASSETS / "MaterialSymbols.ttf")
    table = {name: f"{codes[name]:x}" for name in wanted}
    (ASSETS / "icons.json").write_text(json.dumps(table, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def pruned(font: Any, codes: list[int], options: Options) -> None:
    """Keep only some characters."""
    tool = Subsetter(options)
    tool.populate(unicodes=codes)
    tool.subset(font)


def subset(font: Any, codes: list[int], target: Path) -> None:
    """Keep only some characters and save as TrueType."""
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    pruned(font, codes, options)
    font.flavor = None
    font.save(target)


if __name__ == "__main__":
    main()
