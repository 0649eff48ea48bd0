"""The name and version of the app in an APK, from the first element of its binary manifest; nothing else of it is read."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from struct import error, unpack_from

MANIFEST = "AndroidManifest.xml"
MAX_MANIFEST_BYTES = 1024 * 1024
"""Unpacked."""
MAX_ENTRIES = 20_000
"""Texts, and attributes, that are looked at."""
_ELEMENT, _UTF8, _TEXT, _NUMBER = 0x0102, 0x100, 3, 16


class ApkFault(Exception):
    """The file is no APK whose app can be named; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ApkManifest:
    """What an APK says of itself."""

    package: str
    version: str
    code: int


def manifest_of(data: bytes) -> ApkManifest:
    """What the manifest of an APK begins with."""
    try:
        found = _attributes(_packed(data))
    except (error, UnicodeDecodeError, IndexError):
        raise ApkFault("Failed to parse AndroidManifest.xml") from None
    package = found.get("package", "")
    if not isinstance(package, str) or not package.replace(".", "").replace("_", "").isalnum() or "." not in package:
        raise ApkFault("AndroidManifest.xml names no package")
    code = found.get("versionCode", 0)
    return ApkManifest(package, str(found.get("versionName", "")), code if isinstance(code, int) else 0)


def _packed(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as apk, apk.open(MANIFEST) as manifest:
            read = manifest.read(MAX_MANIFEST_BYTES + 1)
    except (zipfile.BadZipFile, KeyError, OSError, RuntimeError, ValueError, EOFError, zlib.error, lzma.LZMAError):
        raise ApkFault("Failed to load AndroidManifest.xml") from None
    if len(read) > MAX_MANIFEST_BYTES:
        raise ApkFault("AndroidManifest.xml is too large")
    return read


def _attributes(data: bytes) -> dict[str, str | int]:
    """The attributes of the first element: numbers, and texts from the pool that the file begins with."""
    at = 8
    while True:  # ends at the latest where the data end, with struct.error
        kind, _, size = unpack_from("<HHI", data, at)
        if kind == _ELEMENT:
            break
        at += max(size, 8)
    first, step, count = unpack_from("<HHH", data, at + 24)
    found: dict[str, str | int] = {}
    for place in range(min(count, MAX_ENTRIES)):
        _, name, text, _, _, kind, value = unpack_from("<iiiHBBI", data, at + 16 + first + step * place)
        if kind == _TEXT:
            found[_text(data, name)] = _text(data, text)
        elif kind == _NUMBER:
            found[_text(data, name)] = value
    return found


def _text(data: bytes, number: int) -> str:
    """A text of the pool."""
    _, header, _, count, _, flags, start = unpack_from("<HHIIIII", data, 8)
    if not 0 <= number < min(count, MAX_ENTRIES):
        raise IndexError(number)
    at = 8 + start + unpack_from("<I", data, 8 + header + 4 * number)[0]
    if flags & _UTF8:
        return data[at + 2 : at + 2 + data[at + 1]].decode()  # names of packages are shorter than 128 bytes
    return data[at + 2 : at + 2 + 2 * unpack_from("<H", data, at)[0]].decode("utf-16-le")
