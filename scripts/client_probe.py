"""Drive one public client of Android devices: an operation for each line on stdin, answered by a line of JSON.

`play_clients.py` runs it in the client's own environment: `python -I client_probe.py CLIENT SERIAL ADB_PORT`. It imports nothing
of this package.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

TouchPoint = tuple[int, int]
MEDIA = "com.android.car.media"
TEXT = "museum"
ClientOperations = Mapping[str, Callable[[TouchPoint], Any]]
"""Name -> what does it; a point is where the client is to touch. What it returns must be true."""


def _adb(serial: str, port: str) -> ClientOperations:
    def run(*words: str) -> str:
        done = subprocess.run(["adb", "-P", port, "-s", serial, *words], capture_output=True, timeout=120)
        if done.returncode:
            raise RuntimeError((done.stderr or done.stdout)[-200:].decode(errors="replace"))
        return done.stdout.decode(errors="replace") or "done"

    def files() -> bool:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a").write_text("a", encoding="utf-8", newline="\n")
            run("push", f"{folder}/a", "/sdcard/a")
            run("pull", "/sdcard/a", f"{folder}/b")
            return Path(folder, "b").read_text("utf-8") == "a"

    def report() -> bool:
        with tempfile.TemporaryDirectory() as folder:
            run("bugreport", f"{folder}/report.zip")
            return Path(folder, "report.zip").stat().st_size > 1000

    return {
        "size": lambda at: "1408x792" in run("shell", "wm size"),
        "screenshot": lambda at: run("exec-out", "screencap -p"),
        "tree": lambda at: "hierarchy" in run("exec-out", "uiautomator dump /dev/tty"),
        "tap": lambda at: run("shell", f"input tap {at[0]} {at[1]}"),
        "long press": lambda at: run("shell", f"input swipe {at[0]} {at[1]} {at[0]} {at[1]} 800"),
        "swipe": lambda at: run("shell", f"input swipe {at[0]} {at[1]} {at[0]} {at[1] - 300} 300"),
        "text": lambda at: run("shell", f"input text {TEXT}"),
        "key": lambda at: run("shell", "input keyevent HOME"),
        "apps": lambda at: MEDIA in run("shell", "pm list packages"),
        "launch": lambda at: run("shell", f"monkey -p {MEDIA} -c android.intent.category.LAUNCHER 1"),
        "foreground": lambda at: "mCurrentFocus" in run("shell", "dumpsys window windows"),
        "shell": lambda at: run("shell", "getprop ro.build.version.sdk"),
        "files": lambda at: files(),
        "log": lambda at: run("logcat", "-d", "-v", "threadtime"),
        "orientation": lambda at: "lock 0" in run("shell", "wm user-rotation"),
        "lock state": lambda at: "showing=false" in run("shell", "dumpsys window policy"),
        "bug report": lambda at: report(),
    }


def _uiautomator2(serial: str, port: str) -> ClientOperations:
    device = import_module("uiautomator2").connect(serial)
    return {
        "size": lambda at: device.window_size() == (1408, 792),
        "screenshot": lambda at: device.screenshot(),
        "tree": lambda at: device.dump_hierarchy(),
        "tap": lambda at: device.click(*at) is None,
        "long press": lambda at: device.long_click(*at) is None,
        "swipe": lambda at: device.swipe(*at, at[0], at[1] - 300) is not False,
        "text": lambda at: device.send_keys(TEXT) is not False,
        "key": lambda at: device.press("home"),
        "apps": lambda at: MEDIA in device.app_list(),
        "launch": lambda at: device.app_start(MEDIA) is None,
        "foreground": lambda at: device.app_current()["package"],
        "shell": lambda at: device.shell("getprop ro.build.version.sdk").output,
        "orientation": lambda at: device.orientation == "natural",
        "lock state": lambda at: device.info["screenOn"],
    }


def _airtest(serial: str, port: str) -> ClientOperations:
    api, connect = import_module("airtest.core.api"), f"android://127.0.0.1:{port}/{serial}?touch_method=ADBTOUCH"
    device = api.connect_device(connect)
    return {
        "size": lambda at: device.get_current_resolution() == (1408, 792),
        "screenshot": lambda at: device.snapshot() is not None,
        "tap": lambda at: device.touch(at) == at,
        "long press": lambda at: device.touch(at, duration=0.8) == at,
        "swipe": lambda at: device.swipe(at, (at[0], at[1] - 300)),
        "text": lambda at: device.text(TEXT, enter=False) is None,
        "key": lambda at: device.keyevent("HOME") is None,
        "apps": lambda at: MEDIA in device.list_app(),
        "launch": lambda at: device.start_app(MEDIA) is None,
        "foreground": lambda at: device.get_top_activity_name(),
        "shell": lambda at: device.shell("getprop ro.build.version.sdk"),
        "log": lambda at: next(iter(device.logcat())),
        "orientation": lambda at: device.get_display_info()["orientation"] == 0,
        "lock state": lambda at: not device.is_locked(),
    }


def _androidviewclient(serial: str, port: str) -> ClientOperations:
    adbclient = import_module("com.dtmilano.android.adb.adbclient")
    views = import_module("com.dtmilano.android.viewclient").ViewClient
    device = adbclient.AdbClient(serialno=serial, port=int(port), ignoreversioncheck=True)
    return {
        "size": lambda at: device.getDisplayInfo()["width"] == 1408,
        "screenshot": lambda at: device.takeSnapshot(reconnect=True),
        "tree": lambda at: views(device, serial, autodump=False, useuiautomatorhelper=False).dump(window=-1, sleep=0),
        "tap": lambda at: device.touch(*at) is None,
        "long press": lambda at: device.longTouch(*at) is None,
        "swipe": lambda at: device.drag(at, (at[0], at[1] - 300), 300) is None,
        "text": lambda at: device.type(TEXT) is None,
        "key": lambda at: device.press("HOME") is None,
        "launch": lambda at: device.startActivity(component=f"{MEDIA}/.MediaActivity") is None,
        "foreground": lambda at: device.getTopActivityName(),
        "shell": lambda at: device.shell("getprop ro.build.version.sdk"),
        "lock state": lambda at: not device.isLocked(),
    }


def _mobly(serial: str, port: str) -> ClientOperations:
    logging, folder = import_module("mobly.logger"), tempfile.mkdtemp()
    logging.setup_test_logger(folder)
    device = import_module("mobly.controllers.android_device").AndroidDevice(serial)

    def log() -> bool:
        device.services.logcat.start()
        device.services.logcat.stop()
        return bool(device.adb.logcat(["-d", "-v", "threadtime"]))

    return {
        "screenshot": lambda at: device.take_screenshot(folder),
        "tap": lambda at: device.adb.shell(f"input tap {at[0]} {at[1]}") == b"",
        "key": lambda at: device.adb.shell("input keyevent HOME") == b"",
        "apps": lambda at: device.adb.shell("pm list packages"),
        "shell": lambda at: device.adb.has_shell_command("am") and not device.adb.has_shell_command("nothing"),
        "log": lambda at: log(),
        "bug report": lambda at: device.take_bug_report(destination=folder),
    }


class _Mcp:
    """A server of the Model Context Protocol, on its standard streams."""

    def __init__(self, command: list[str], env: Mapping[str, str]) -> None:
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._server: Any = subprocess.Popen(command, env={**os.environ, **env}, text=True, encoding="utf-8", **streams)  # type: ignore[call-overload]
        self._number = 0
        about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"}}
        self._ask("initialize", about)
        self._say({"method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> str:
        """Use a tool; returns what it says."""
        said = self._ask("tools/call", {"name": tool, "arguments": arguments})
        text = " ".join(part.get("text", part["type"]) for part in said.get("content", ()))
        if said.get("isError") or "Error" in text[:60]:
            raise RuntimeError(text[:600])
        return text or "done"

    def _ask(self, method: str, params: Mapping[str, Any]) -> Any:
        self._number += 1
        self._say({"id": self._number, "method": method, "params": params})
        while line := self._server.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(str(answer["error"])[:200])
                return answer["result"]
        raise RuntimeError("the server has ended")

    def _say(self, message: Mapping[str, Any]) -> None:
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._server.stdin.flush()


def _mobile_mcp(serial: str, port: str) -> ClientOperations:
    server = _Mcp(["node", os.environ["MOBILE_MCP"], "--stdio"], {})

    def call(name: str, **arguments: Any) -> str:
        return server.call(f"mobile_{name}", device=serial, **arguments)

    return {
        "size": lambda at: "1408" in call("get_screen_size"),
        "screenshot": lambda at: call("take_screenshot"),
        "tree": lambda at: call("list_elements_on_screen"),
        "tap": lambda at: call("click_on_screen_at_coordinates", x=at[0], y=at[1]),
        "long press": lambda at: call("long_press_on_screen_at_coordinates", x=at[0], y=at[1]),
        "swipe": lambda at: call("swipe_on_screen", direction="up", x=at[0], y=at[1], distance=300),
        "text": lambda at: call("type_keys", text=TEXT, submit=False),
        "key": lambda at: call("press_button", button="HOME"),
        "apps": lambda at: MEDIA in call("list_apps"),
        "launch": lambda at: call("launch_app", packageName=MEDIA),
        "foreground": lambda at: "com." in call("get_foreground_app"),
        "log": lambda at: call("get_device_logs", limit=1),
        "orientation": lambda at: call("get_orientation"),
    }


def _android_mcp(serial: str, port: str) -> ClientOperations:
    call = _Mcp([str(Path(sys.executable).with_name("android-mcp"))], {"ANDROID_MCP_DEVICE": serial}).call
    call("ConnectDevice", serial=serial)
    return {
        "screenshot": lambda at: call("Snapshot", use_vision=True),
        "tree": lambda at: call("Snapshot"),
        "tap": lambda at: call("Click", x=at[0], y=at[1]),
        "long press": lambda at: call("LongClick", x=at[0], y=at[1]),
        "swipe": lambda at: call("Swipe", x1=at[0], y1=at[1], x2=at[0], y2=at[1] - 300),
        "text": lambda at: call("Type", text=TEXT, x=at[0], y=at[1], clear=True),
        "key": lambda at: call("Press", button="home"),
    }


CLIENTS: Mapping[str, Callable[[str, str], ClientOperations]] = {
    "adb": _adb,
    "uiautomator2": _uiautomator2,
    "airtest": _airtest,
    "androidviewclient": _androidviewclient,
    "mobly": _mobly,
    "mobile-mcp": _mobile_mcp,
    "android-mcp": _android_mcp,
}


def _ended() -> None:
    """End the daemon that mobile-mcp leaves behind: it keeps to the adb server that it has found first."""
    for program in Path(os.environ["MOBILE_MCP"]).parents[2].glob("mobilecli-*/mobilecli-*"):
        subprocess.run([program, "daemon", "stop"], capture_output=True, timeout=20)


def main() -> None:
    """Connect, list the operations, and carry out those requested on stdin."""
    told = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # libraries print; what they say is no answer
    client, serial, port = sys.argv[1:]
    try:
        operations = CLIENTS[client](serial, port)
    except BaseException as fault:
        print(json.dumps({"fault": f"{type(fault).__name__}: {fault}"[:300]}), file=told, flush=True)
        return
    print(json.dumps({"operations": list(operations)}), file=told, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            why = "" if operations[asked["operation"]](tuple(asked["at"])) else "no answer"
        except BaseException as error:
            why = f"{type(error).__name__}: {error}"[:600]
        print(json.dumps({"fault": why}), file=told, flush=True)
    if client == "mobile-mcp":
        _ended()
    os._exit(0)


if __name__ == "__main__":
    main()
