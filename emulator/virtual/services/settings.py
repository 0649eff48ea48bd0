"""The settings provider: `settings` is short for `cmd settings`."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import illegal_argument
from automotive_env.emulator.virtual.settings import IN_FRONT, NAMESPACES
from automotive_env.emulator.virtual.users import UsageFault, user_of

VERBS = {"get": (1, 1), "put": (2, 4), "delete": (1, 1), "list": (0, 0)}
"""Verb -> how many arguments it takes after the namespace."""


class SettingsService(Service):
    """Reads and writes `device.settings`."""

    name = "settings"

    async def command(self, process: Process) -> int:
        """`get|put|delete|list [--user N] NAMESPACE ...`; the option may stand before or after the verb."""
        try:
            verb, namespace, rest, user = _parsed(process.args)
            lines = getattr(self, f"_{verb}")(namespace, user, *rest)
        except UsageFault as fault:
            return await process.fail(str(fault), status=255)
        except ValueError as error:
            return await illegal_argument(process, verb, str(error))
        return await process.print(*lines)

    def _get(self, namespace: str, user: int, key: str) -> list[str]:
        value = self.device.settings.get(namespace, key, user)
        return ["null" if value is None else value]

    def _put(self, namespace: str, user: int, key: str, value: str, *_: str) -> list[str]:
        self.device.settings.put(namespace, key, value, user)
        return []

    def _delete(self, namespace: str, user: int, key: str) -> list[str]:
        return [f"Deleted {int(self.device.settings.delete(namespace, key, user))} rows"]

    def _list(self, namespace: str, user: int) -> list[str]:
        return [f"{key}={value}" for key, value in self.device.settings.list(namespace, user).items()]


def _parsed(args: list[str]) -> tuple[str, str, list[str], int]:
    """Verb, namespace, what follows, and the user."""
    args, user = user_of(args, IN_FRONT)
    verb = args[0].lower() if args else ""
    if verb not in VERBS:
        raise UsageFault(f"Invalid command: {args[0]}" if args else "Bad arguments")
    if len(args) > 1 and args[1].lower() not in NAMESPACES:
        raise UsageFault(f"Invalid namespace '{args[1]}'")
    fewest, most = VERBS[verb]
    rest = args[2:]
    if len(args) < 2 or len(rest) < fewest:
        raise UsageFault("Bad arguments")
    if len(rest) > most:
        raise UsageFault("Too many arguments")
    return verb, args[1].lower(), rest, user
