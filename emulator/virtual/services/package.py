"""The package manager: `pm` is short for `cmd package`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.apk import ApkFault, manifest_of
from automotive_env.emulator.virtual.intents import query, resolved
from automotive_env.emulator.virtual.packages import FEATURES, FIRST_UID, InstalledPackage, system_packages
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import (
    DRIVER,
    PER_USER,
    SYSTEM,
    USERS,
    SystemService,
    illegal_argument,
    option,
    run_subcommand,
    user_of,
    whole,
)
from automotive_env.emulator.virtual.system_properties import SDK

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

MAX_APPS = 50
"""Apps that may be installed beside those of the platform."""
MAX_APK_BYTES = 32 * 1024 * 1024
MAX_SESSIONS, MAX_PARTS = 8, 32
"""Sessions that are open at a time, the oldest of which is abandoned where there is one more, and parts of each."""
FIRST_SESSION = 1_000_001
NOT_APK = "INSTALL_PARSE_FAILED_NOT_APK"
GONE = "DELETE_FAILED_INTERNAL_ERROR"


class PackageService(SystemService):
    """What is installed: the apps of the platform, and others, which have a name and nothing that could be run."""

    name = "package"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.installed: dict[str, InstalledPackage] = {}
        self._sessions: dict[int, dict[str, bytes]] = {}  # number -> the parts of an app by name
        self._numbers = count(FIRST_SESSION)

    def save(self) -> object:
        return tuple(self.installed.values())

    def load(self, saved: object) -> None:
        self.installed = {package.name: package for package in cast("tuple[InstalledPackage, ...]", saved)}

    def packages(self) -> dict[str, InstalledPackage]:
        """Everything that is installed, by name."""
        return dict(sorted({**system_packages(), **self.installed}.items()))

    async def command(self, process: ShellProcess) -> int:
        try:
            return await run_subcommand(self, process, _SUBCOMMANDS)
        except ApkFault as fault:
            return await _refused(process, f"{NOT_APK}: {fault}")

    # Looking

    async def listing(self, process: ShellProcess, args: list[str]) -> int:
        """`list packages|features|instrumentation|libraries`."""
        match args[:1]:
            case ["packages"] | ["package"]:
                return await process.print(*self._packages(args[1:]))
            case ["features"]:
                return await process.print(*(f"feature:{name}" for name in FEATURES))
            case ["instrumentation"]:
                return 0
            case ["libraries"]:
                return await process.print("library:android.car")
            case _:
                return await process.fail(f"Error: unknown list type '{args[0] if args else ''}'", status=255)

    def _packages(self, args: list[str]) -> list[str]:
        args, user = user_of(args, SYSTEM)
        options = {word for word in args if word.startswith("-")}
        names = [word for word in args if not word.startswith("-")]
        return [
            self._line(package, options, user)
            for package in self.packages().values()
            if not names or names[0] in package.name
            if not ("-3" in options and package.system)
            if not ("-s" in options and not package.system)
        ]

    def _line(self, package: InstalledPackage, options: set[str], user: int) -> str:
        line = f"package:{package.path}={package.name}" if "-f" in options else f"package:{package.name}"
        line += f" versionCode:{package.code or SDK[self.device.release]}" if "--show-versioncode" in options else ""
        return line + (f" uid:{user * PER_USER + package.uid}" if "-U" in options else "")

    async def path(self, process: ShellProcess, args: list[str]) -> int:
        """`path PACKAGE`; nothing, and status 1, where it is not installed."""
        args, _ = user_of(args, SYSTEM)
        found = self.packages().get(args[0] if args else "")
        return await process.print(f"package:{found.path}") if found else 1

    # Changing

    async def install(self, process: ShellProcess, args: list[str]) -> int:
        """`install [OPTIONS] PATH`, or `install [OPTIONS] -S BYTES` with the APK on stdin."""
        return await self._installed(process, await self._apk(process, args))

    async def create(self, process: ShellProcess, args: list[str]) -> int:
        """`install-create [OPTIONS]`; options change nothing here."""
        if len(self._sessions) >= MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        number = next(self._numbers)
        self._sessions[number] = {}
        return await process.print(f"Success: created install session [{number}]")

    def _session(self, words: list[str]) -> int:
        number = whole(words[0]) if words else None
        if number not in self._sessions:
            raise ApkFault(f"there is no session {number}")
        return number or 0

    async def write(self, process: ShellProcess, args: list[str]) -> int:
        """`install-write [-S BYTES] SESSION NAME [PATH|-]`."""
        words = [word for place, word in enumerate(args) if word != "-S" and args[place - 1 : place] != ["-S"]]
        if len(words) < 2:
            raise ApkFault("a session and a name are needed")
        number = self._session(words)
        data = await self._apk(process, args)
        parts = {**self._sessions[number], words[1]: data}
        if len(parts) > MAX_PARTS or sum(map(len, parts.values())) > MAX_APK_BYTES:
            raise ApkFault(f"a session takes {MAX_PARTS} parts of at most {MAX_APK_BYTES} bytes together")
        self._sessions[number] = parts
        return await process.print(f"Success: streamed {len(data)} bytes")

    async def commit(self, process: ShellProcess, args: list[str]) -> int:
        """`install-commit SESSION`: the part that is called base names the app."""
        parts = self._sessions.pop(self._session(args))
        if not parts:
            raise ApkFault("no APK was written")
        named = [data for name, data in parts.items() if "base" in name]
        return await self._installed(process, [*named, *parts.values()][0])

    async def abandon(self, process: ShellProcess, args: list[str]) -> int:
        """`install-abandon SESSION`."""
        del self._sessions[self._session(args)]
        return await process.print("Success")

    async def _installed(self, process: ShellProcess, data: bytes) -> int:
        """Install an APK."""
        manifest = await asyncio.to_thread(manifest_of, data)  # a hostile list of contents takes seconds
        if manifest.package in system_packages():
            return await _refused(process, "INSTALL_FAILED_UPDATE_INCOMPATIBLE")
        if manifest.package not in self.installed and len(self.installed) >= MAX_APPS:
            return await _refused(process, "INSTALL_FAILED_INSUFFICIENT_STORAGE")
        uid = FIRST_UID + 100 + len(self.installed)
        place = f"/data/app/{manifest.package}-1/base.apk"
        app = InstalledPackage(manifest.package, uid, place, (), manifest.version, manifest.code, system=False)
        self.installed[app.name] = app
        return await process.print("Success")

    async def _apk(self, process: ShellProcess, args: list[str]) -> bytes:
        if size := option(args, "-S"):
            return await _read(process, whole(size) or 0)
        paths = [word for word in args if word.startswith("/")]
        if not paths:
            raise ApkFault("no APK is named")
        try:
            return self.device.files.read(paths[-1])
        except OSError:
            raise ApkFault(f"Failed to open {paths[-1]}") from None

    async def uninstall(self, process: ShellProcess, args: list[str]) -> int:
        """`uninstall PACKAGE`; what came with the platform stays."""
        names = [word for word in user_of(args, DRIVER)[0] if not word.startswith("-")]
        gone = self.installed.pop(names[0], None) if names else None
        return await process.print("Success") if gone else await _refused(process, GONE)

    async def clear(self, process: ShellProcess, args: list[str]) -> int:
        """`clear PACKAGE`: an app keeps nothing of its own; it is only stopped."""
        args, _ = user_of(args, DRIVER)
        if not args or args[-1] not in self.packages():
            return await process.fail("Failed")
        if stop := self.device.services.get("activity"):
            await stop.command(replace(process, argv=["activity", "force-stop", args[-1]]))
        return await process.print("Success")

    async def permit(self, process: ShellProcess, args: list[str]) -> int:
        """`grant|revoke PACKAGE PERMISSION`: nothing on this device asks for a permission."""
        args, _ = user_of(args, DRIVER)
        if len(args) < 2:
            return await process.fail("Error: no package and permission specified", status=255)
        if args[0] not in self.packages():
            return await illegal_argument(process, process.args[0], f"Unknown package: {args[0]}")
        return 0

    # Dumping

    async def dump(self, process: ShellProcess) -> int:
        """Of one package, or of all."""
        names = [word for word in process.args if not word.startswith("-") and word != "package"]
        packages = self.packages()
        if names and names[0] not in packages:
            return await process.print(f"Unable to find package: {names[0]}")
        for package in [packages[names[0]]] if names else packages.values():
            await process.print(*self._described(package))
        return 0

    def _described(self, package: InstalledPackage) -> list[str]:
        sdk, code = SDK[self.device.release], package.code or SDK[self.device.release]
        flags = "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA" if package.system else "HAS_CODE ALLOW_CLEAR_USER_DATA"
        start = [f"    {package.name}/{activity.name}" for activity in package.activities]
        states = "installed=true hidden=false suspended=false stopped=false enabled=0 instant=false"
        return [
            *(["Activity Resolver Table:", "  Non-Data Actions:", *start, ""] if start else []),
            "Packages:",
            f"  Package [{package.name}] ({package.uid:x}):",
            f"    {'userId' if self.device.release == 13 else 'appId'}={package.uid}",
            f"    codePath={package.path.rpartition('/')[0]}",
            f"    versionCode={code} minSdk={sdk} targetSdk={sdk}",
            f"    versionName={package.version}",
            f"    flags=[ {flags} ]",
            f"    pkgFlags=[ {flags} ]",
            *(f"    User {user}: ceDataInode=0 {states}" for user in USERS),
        ]


async def _refused(process: ShellProcess, reason: str) -> int:
    """Say on stdout, where installers look, why nothing was installed or removed."""
    await process.print(f"Failure [{reason}]")
    return 1


async def _read(process: ShellProcess, size: int) -> bytes:
    """So many bytes from stdin."""
    if not 0 < size <= MAX_APK_BYTES:
        raise ApkFault(f"an APK has 1 to {MAX_APK_BYTES} bytes")
    parts, left = [], size
    while left and (part := await process.stdin.read(left)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


_SUBCOMMANDS: dict[str, Callable[[PackageService, ShellProcess, list[str]], Awaitable[int]]] = {
    "list": PackageService.listing,
    "path": PackageService.path,
    "install": PackageService.install,
    "install-create": PackageService.create,
    "install-write": PackageService.write,
    "install-commit": PackageService.commit,
    "install-abandon": PackageService.abandon,
    "query-activities": lambda service, process, args: query(process, args),
    "resolve-activity": lambda service, process, args: resolved(process, args),
    "dump": lambda service, process, args: service.dump(replace(process, argv=["package", *args])),
    "get-install-location": lambda service, process, args: process.print("0[auto]"),
    "uninstall": PackageService.uninstall,
    "clear": PackageService.clear,
    "grant": PackageService.permit,
    "revoke": PackageService.permit,
}
