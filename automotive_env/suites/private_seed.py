"""Seeds of hidden sets, which only their user knows: records hold a slow hash of such a seed, never the seed."""

from __future__ import annotations

import hashlib

from automotive_env.errors import UsageError

MIN_SEED, MAX_SEED = 10**9, 10**40
"""A seed of fewer digits is found by trying."""
MANIFEST_NAME = "private seed"
"""The hash of a manifest that says which seed a run was drawn from."""
_ROUNDS = 200_000


def check_seed(seed: int) -> None:
    """Refuse a seed that others would guess.

    Raises:
        UsageError: it has too few digits, or too many.
    """
    if not MIN_SEED <= seed < MAX_SEED:
        raise UsageError("--private-seed must have 10 to 40 random digits; whoever guesses it knows the hidden set")


def seed_hash(seed: int) -> str:
    """What a manifest says of a seed, 64 hexadecimal digits: trying one seed takes a tenth of a second."""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"automotive-env private seed", _ROUNDS).hex()
