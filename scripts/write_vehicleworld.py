"""Generate our VehicleWorld scenarios from the tables of phrases, and print what they contain.

`python -m automotive_env.scripts.write_vehicleworld` writes `suites/vehicleworld/data/*.jsonl`; `--report` only reads them.
"""

from __future__ import annotations

import argparse

from automotive_env.suites.data_files import write_rows
from automotive_env.suites.vehicleworld.generation.corpus import SHARES, scenarios
from automotive_env.suites.vehicleworld.generation.report import DraftRows, summary, uncovered
from automotive_env.suites.vehicleworld.shipped import FOLDER, VERSION, read_rows

CANARY = "automotive-env 5b7f2c1e-vehicleworld-9d04: benchmark data, keep it out of training corpora"


def main() -> None:
    """Write one file per split."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--report", action="store_true", help="only print what the files contain")
    if not arguments.parse_args().report:
        for split in SHARES:
            header = {"set": "scenarios", "version": VERSION, "canary": CANARY}
            write_rows(FOLDER / f"{split}.jsonl", header, scenarios(split))
    splits: dict[str, DraftRows] = {split: list(read_rows(FOLDER / f"{split}.jsonl")) for split in SHARES}
    print("\n".join(summary(splits)))
    print("unused:", ", ".join(uncovered([row for rows in splits.values() for row in rows])) or "none")


if __name__ == "__main__":
    main()
