"""Generate the scenarios of conversations from their tables, and print what they contain.

`python -m automotive_env.scripts.write_conversations [SET ...]` writes `suites/conversations/data/*.jsonl`; `--check` puts every
scenario through its gates instead of writing.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import get_args

from automotive_env.suites.conversations.generation import SETS
from automotive_env.suites.conversations.generation.gates import faults
from automotive_env.suites.conversations.shipped import CANARY, SEED, VERSION, file_of, read_scenarios
from automotive_env.suites.data_files import write_rows
from automotive_env.suites.splits import Split


def main() -> None:
    """Write one file per set and split, or check the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[*SETS, []], help="(default: all)")
    parser.add_argument("--check", action="store_true", help="only check the existing files against the gates")
    arguments = parser.parse_args()
    for dimension in arguments.sets or SETS:
        for split in get_args(Split):
            file = file_of(dimension, split)
            if not arguments.check:
                header = {"set": dimension, "version": VERSION, "canary": CANARY}
                write_rows(file, header, (one.to_row() for one in SETS[dimension](split, SEED)))
            scenarios = read_scenarios(file)
            endings = Counter(one.ending for one in scenarios)
            openings = {one.turns[0].says for one in scenarios}
            print(f"{file.stem}: {len(scenarios)} scenarios, {len(openings)} openings, {dict(endings)}")
            if arguments.check:
                for one in scenarios:
                    for fault in faults(one):
                        print(f"{one.id} {one.turns[0].says!r}: {fault}")


if __name__ == "__main__":
    main()
