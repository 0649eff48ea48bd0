"""Print the properties that have no place on the head unit and no declared reason for it, by module."""

from __future__ import annotations

import sys

from automotive_env.scripts.head_unit_coverage import coverage
from automotive_env.scripts.head_unit_placement import gaps
from automotive_env.world.world import INDEX, SCHEMA


def main() -> None:
    """Print them, alike ones of several seats, doors or windows in one line."""
    found = gaps()
    keys: dict[tuple[str, str], list[str]] = {}
    for gap in found:
        slot = SCHEMA[INDEX[gap.path]]
        keys.setdefault((slot.pattern, gap.lacks), []).append(slot.key)
    module = ""
    for (pattern, lacks), where in keys.items():
        if (owner := pattern.split(".")[0]) != module:
            module = owner
            sys.stdout.write(f"{module}\n")
        sys.stdout.write(f"    {pattern}: {lacks}" + (f" ({', '.join(where)})\n" if where[0] else "\n"))
    sys.stdout.write("".join(f"{fault}\n" for fault in sorted(coverage().faults)))
    sys.stdout.write(f"{len(found)} properties without a place\n")


if __name__ == "__main__":
    main()
