"""Commands that are short for one system service: `am start` is `cmd activity start`."""

from __future__ import annotations

from automotive_env.emulator.virtual.commands.cmd import run_service
from automotive_env.emulator.virtual.process import Command, Process, command

SHORT_COMMANDS = {
    "am": "activity",
    "ime": "input_method",
    "media": "media_session",
    "pm": "package",
    "settings": "settings",
    "wm": "window",
}


def _short_for(service: str) -> Command:
    async def run(process: Process) -> int:
        return await run_service(process, [service, *process.args])

    return run


for _name, _service in SHORT_COMMANDS.items():
    command(_name)(_short_for(_service))
