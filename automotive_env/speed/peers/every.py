"""All that are measured, in the order of the table."""

from __future__ import annotations

from automotive_env.speed.peers import android_fake, browsergym, calls, miniwob, own_screen
from automotive_env.speed.peers.peer import Peer

PEERS: dict[str, Peer] = {
    peer.name: peer for module in (calls, own_screen, android_fake, miniwob, browsergym) for peer in module.PEERS
}
