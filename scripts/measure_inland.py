"""How far from the centre of each shipped place its country reaches on all sides, or the sea: writes place/data/inland.json.

python scripts/measure_inland.py
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import automotive_env.place
from automotive_env.place.borders import countries_of
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, displaced

FARTHEST_KM, STEP_KM, MARGIN_KM = 60.0, 0.5, 1.5
"""How far is looked, how densely, and what is taken off for what lies between and for the precision of outlines."""


def inland_km(place: Place) -> int:
    """Kilometres around a place within which nothing belongs to another country."""
    for step in range(int(FARTHEST_KM / STEP_KM) + 1):
        radius = step * STEP_KM
        count = max(1, math.ceil(2 * math.pi * radius / STEP_KM))
        around = (displaced(place.latitude, place.longitude, radius * 1_000, 360 * part / count) for part in range(count))
        if any(place.country not in (countries_of(*position) or (place.country,)) for position in around):
            return max(0, int(radius - STEP_KM - MARGIN_KM))
    return int(FARTHEST_KM - MARGIN_KM)


def main() -> None:
    """Write the table."""
    rows = ",\n".join(f"  {json.dumps(place.name, ensure_ascii=False)}: {inland_km(place)}" for place in PLACES)
    path = Path(automotive_env.place.__file__).parent / "data" / "inland.json"
    path.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
