"""All that are measured, in the order of the table."""

from __future__ import annotations

from automotive_env.scripts.peers import android_fake, browsergym, calls, miniwob, own_screen
from automotive_env.scripts.peers.peer import Peer

PEERS: dict[str, Peer] = {
    peer.name: peer for module in (calls, own_screen, android_fake, miniwob, browsergym) for peer in module.PEERS
}
