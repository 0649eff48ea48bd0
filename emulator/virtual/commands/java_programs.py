r"""`app_process` and `monkey`: the Java programs that are known, which are the server of uiautomator2 and the launcher's."""

from __future__ import annotations

from automotive_env.emulator.virtual.actor import trusted
from automotive_env.emulator.virtual.intents import LAUNCHER, MAIN, AndroidIntent, resolve
from automotive_env.emulator.virtual.process import ShellProcess, command
from automotive_env.emulator.virtual.services.accessibility import TAKEN, Accessibility
from automotive_env.emulator.virtual.services.activity import ActivityService
from automotive_env.emulator.virtual.shell.tools import options
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.server import UiAutomatorServer

SERVER = "com.wetest.uia2.Main"
PORT = 9008
CLASS_PATH = "-Djava.class.path="
ABORTED = 134
"""Exit status of a program that was aborted."""


@command("app_process", "app_process64", "app_process32")
async def app_process(process: ShellProcess) -> int:
    """`CLASSPATH=u2.jar app_process / com.wetest.uia2.Main [-p PORT]`; runs until it is killed, or a client stops it.

    `-Djava.class.path=u2.jar` before the folder does what CLASSPATH does; other options of the virtual machine change nothing.
    """
    words, path = list(process.args), process.env.get("CLASSPATH", "")
    while words and words[0].startswith("-"):
        option = words.pop(0)
        path = option.removeprefix(CLASS_PATH) if option.startswith(CLASS_PATH) else path
    words = [words[0], *(word for word in words[1:] if not word.startswith("--"))] if words else []
    name = words[1] if len(words) > 1 else ""
    if name != SERVER or not any(process.device.files.exists(file) for file in path.split(":") if file):
        found = f'Didn\'t find class "{name}" on path: DexPathList[[zip file "{path}"]]'
        return await process.fail(f"java.lang.ClassNotFoundException: {found}", "Aborted", status=ABORTED)
    port = _port(words[2:])
    if port is None:
        return await process.fail("usage: app_process / com.wetest.uia2.Main [-p PORT], with a port from 1 to 65535")
    return await _serve(process, port)


def _port(options: list[str]) -> int | None:
    if not options:
        return PORT
    valid = len(options) == 2 and options[0] == "-p" and options[1].isdecimal() and len(options[1]) < 6
    return int(options[1]) if valid and 1 <= int(options[1]) <= 65_535 else None


async def _serve(process: ShellProcess, port: int) -> int:
    accessibility, sockets, address = process.device.service(Accessibility), process.device.sockets, f"tcp:{port}"
    await process.print("[server] INFO: [UiAutomator2Server] Starting Server")
    apart = trusted()  # clients do not notice that somebody else looks at the screen
    if accessibility.automation and not apart:
        return await process.print(TAKEN) or 1
    if address in sockets:
        return await process.print("java.net.BindException: bind failed: EADDRINUSE (Address already in use)") or 1
    automation = UiAutomation(process.device)
    if not apart:
        accessibility.automation = automation
    server = UiAutomatorServer(automation)
    sockets[address] = server.serve
    try:
        await server.stopped.wait()
    finally:
        server.stopped.set()
        if not apart:
            accessibility.automation = None
        del sockets[address]
    return 0


NOT_RUN = 252
IGNORED = ("throttle=", "port=", "setup=", "pct-touch=", "pct-motion=", "pct-syskeys=", "ignore-crashes", "ignore-timeouts")


@command("monkey")
async def monkey(process: ShellProcess) -> int:
    """`monkey [-p PACKAGE] [-c CATEGORY] COUNT`: the first event starts the app; there is no other."""
    given = options(process, "p:c:s:v", IGNORED)
    if given.words[-1:] != ["1"]:
        return await process.fail("** Error: COUNT must be 1: random touches are not supported on this device", status=NOT_RUN)
    categories = [value for letter, value in given.all if letter == "c"] or [LAUNCHER]
    found = resolve(AndroidIntent(MAIN, package=given.value("p"), categories=categories))
    if not found:
        return await process.fail("** No activities found to run, monkey aborted.", status=NOT_RUN)
    process.device.service(ActivityService).open(found[0][1])
    network = "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)"
    return await process.print("Events injected: 1", network)
