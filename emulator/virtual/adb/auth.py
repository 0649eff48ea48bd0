"""Authentication of ADB: the caller signs a random token with its RSA key."""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import NamedTuple

TOKEN, SIGNATURE = 1, 2
"""What an AUTH packet holds."""
TOKEN_SIZE = 20
_MODULUS = 256
_STRUCT = 4 + 4 + _MODULUS + _MODULUS + 4
"""Bytes of Android's form of a 2048-bit key: words in the modulus, -1/n mod 2^32, the modulus, R^2 mod it, the exponent."""
_SHA1 = bytes.fromhex("3021300906052b0e03021a05000414")
"""DigestInfo that PKCS #1 v1.5 puts before a SHA-1 hash; the token stands in for the hash."""


class PublicKey(NamedTuple):
    """An RSA key of 2048 bits."""

    modulus: int
    exponent: int

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of the key made this signature of the token."""
        if len(signature) != _MODULUS or len(token) != TOKEN_SIZE:
            return False
        padding = b"\xff" * (_MODULUS - 3 - len(_SHA1) - TOKEN_SIZE)
        expected = b"\0\1" + padding + b"\0" + _SHA1 + token
        found = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus)
        return hmac.compare_digest(found.to_bytes(_MODULUS, "big"), expected)


def parse(line: bytes) -> PublicKey | None:
    """The key in a line of adbkey.pub ("<base64> user@host"); None where there is none."""
    try:
        raw = base64.b64decode(line.split()[0], validate=True)
    except (IndexError, binascii.Error):
        return None
    if len(raw) != _STRUCT or int.from_bytes(raw[:4], "little") * 4 != _MODULUS:
        return None
    key = PublicKey(int.from_bytes(raw[8 : 8 + _MODULUS], "little"), int.from_bytes(raw[-4:], "little"))
    return key if key.modulus % 2 and key.modulus.bit_length() == _MODULUS * 8 and key.exponent in (3, 65537) else None
