"""Tasks of the benchmark that tests play by their names: through the command line, adapters and servers.

Tests of what plays, records or proves tasks have their own: `one_touch_task`, `recirculation`, `two_wishes`, `long_wait`.
"""

PLAIN = "hvac.fan_speed_max"
"""A command of one touch, by screen or by a call."""
MISSPELT = PLAIN.replace("fan", "fam")
PAIR = "hvac.recirculate_air"
"""Acts or refrains, by screen or by a call."""
DEGREES = "hvac.set_temperature"
"""Some touches with a parameter; by screen only."""
REGION = "hvac.feel_hot"
"""What is right depends on the place; by screen only."""
SPOKEN = "hvac.tell_how_warm"
"""Answered in words."""
MUSIC = "media.pause_the_music"
"""A command of another module; by screen only."""
TWO_TURNS = "hvac.warm_again"
THREE_TURNS = "hvac.too_hot"
"""Conversations; by screen only."""
SIDE = "hvac.seat_behind_me"
"""What is right depends on the side of the road."""
HEATWAVE = "hvac.extreme_heat"
"""An alert of one turn, which only hot places can have."""
