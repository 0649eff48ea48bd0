"""Measure one in a process of its own: `python -m automotive_env.scripts.peers NAME [CHECKOUT]`; JSON is the last line."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from automotive_env.scripts.peers.every import PEERS
from automotive_env.scripts.peers.measuring import measured
from automotive_env.scripts.peers.peer import PeerOptions

if __name__ == "__main__":
    name, *checkout = sys.argv[1:]
    found = measured(PEERS[name], PeerOptions(Path(checkout[0]) if checkout else None))
    sys.stdout.write(f"\n{json.dumps(asdict(found))}\n")
