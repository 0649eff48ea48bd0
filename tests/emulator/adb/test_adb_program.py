"""The adb program of the bundled version, and of the system where it has one."""

import random
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
import uiautomator2
from processes import wait_for

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.virtual.host import VirtualHost

EVERY_BYTE = bytes(range(256)) * 40


def test_devices_says_what_it_is(adb, host: VirtualHost):
    said = adb("devices", "-l").stdout.decode()
    properties = host.call(lambda: dict(host.devices[0].properties))
    line = next(line for line in said.splitlines() if line.startswith(host.serials[0]))
    assert line.split()[1] == "device"
    assert f"product:{properties['ro.product.name']}" in line
    assert f"device:{properties['ro.product.device']}" in line


def test_a_shell_keeps_output_errors_and_status_apart(adb):
    done = adb("shell", "echo out; echo err >&2; exit 3", check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 3)
    assert adb("shell", "exit 300", check=False).returncode == 300 % 256


def test_a_shell_reads_what_is_typed(adb):
    assert adb("shell", "cat | grep -n o", stdin=b"one\ntwo\n").stdout == b"1:one\n2:two\n"
    done = adb("shell", stdin=b"A=4\ntrue &&\necho $A\nexit 5\n", check=False)
    assert (done.stdout, done.returncode) == (b"4\n", 5)


def test_without_shell_v2_all_is_one(adb):
    assert adb("shell", "-x", "echo out; echo err >&2; exit 3").stdout == b"out\nerr\n"


def test_much_goes_through_a_shell_both_ways(adb):
    data = random.Random(1).randbytes(3_000_000)
    assert adb("shell", "cat", stdin=data).stdout == data


def test_exec_out_and_in_keep_every_byte(adb, host: VirtualHost):
    adb("exec-in", "cat > /sdcard/bytes", stdin=EVERY_BYTE)
    assert adb("exec-out", "cat", "/sdcard/bytes").stdout == EVERY_BYTE


def test_a_terminal_shows_edits_and_interrupts(adb):
    with adb.start("shell", "-tt") as shell:
        shell.stdin.write(b"A=9; echo one twx\x7fo\r")
        shell.stdin.flush()
        seen = b""
        while b"one two\r\n" not in seen:
            seen += shell.stdout.read1()
        shell.stdin.write(b"sleep 1000\r")
        shell.stdin.flush()
        while b"sleep 1000" not in seen:
            seen += shell.stdout.read1()
        shell.stdin.write(b"\x03echo $A $?\rexit 4\r")
        shell.stdin.flush()
        rest, _ = shell.communicate(timeout=60)
    assert b"^C" in rest
    assert b"9 130\r\n" in rest
    assert shell.returncode == 4


def printed_by(shell, keys):
    """What a terminal prints until its next prompt: a person waits for it before typing on."""
    shell.stdin.write(keys.encode())
    shell.stdin.flush()
    said = b""
    while not said.endswith(b" $ "):
        said += shell.stdout.read1()
    return said.decode().split("\r\n")[1:-1]


def test_arrows_do_nothing_and_whole_characters_are_erased(adb):
    with adb.start("shell", "-tt") as shell:
        while not shell.stdout.read1().endswith(b" $ "):
            pass
        assert printed_by(shell, "\x1bOA\x1b[B\x1b[D\x1b[3~echo 中文😀\x7f\x7f-é\r") == ["中-é"]
        shell.communicate(b"exit 5\r", timeout=60)
    assert shell.returncode == 5


def test_another_user_is_prompted_too(adb):
    with adb.start("shell", "-tt") as shell:
        shell.stdin.write(b"su\r")
        shell.stdin.flush()
        seen = b""
        while not seen.endswith(b" # "):
            seen += shell.stdout.read1()
        shell.communicate(b"exit\rexit\r", timeout=60)


def test_end_of_input_leaves_a_terminal(adb):
    with adb.start("shell", "-tt") as shell:
        said, _ = shell.communicate(b"false\r\x04", timeout=60)
    assert shell.returncode == 1
    assert b"$ " in said


def test_an_interrupted_client_ends_its_command(adb, host: VirtualHost):
    device = host.devices[0]
    with adb.start("shell", "echo > /sdcard/started; sleep 1000; echo > /sdcard/late") as shell:
        wait_for(lambda: host.call(lambda: device.files.exists("/sdcard/started")))
        shell.send_signal(signal.SIGINT)
        shell.wait(60)
    adb("shell", "true")
    assert not host.call(lambda: device.files.exists("/sdcard/late"))


@pytest.mark.parametrize("size", [0, 1, 65536, 65537, 5_000_000])
def test_a_file_comes_back_as_it_was_pushed(adb, tmp_path: Path, size: int):
    sent, back = tmp_path / "sent", tmp_path / "back"
    sent.write_bytes(random.Random(size).randbytes(size))
    adb("push", str(sent), "/sdcard/new/folder/file")
    adb("pull", "-a", "/sdcard/new/folder/file", str(back))
    assert back.read_bytes() == sent.read_bytes()
    assert abs(back.stat().st_mtime - sent.stat().st_mtime) <= 1


def test_a_folder_of_many_small_files(adb, tmp_path: Path):
    for number in range(150):
        (tmp_path / "sent" / str(number % 7)).mkdir(parents=True, exist_ok=True)
        (tmp_path / "sent" / str(number % 7) / f"{number} file").write_bytes(b"%d" % number * number)
    adb("push", str(tmp_path / "sent"), "/sdcard/many")
    adb("pull", "/sdcard/many", str(tmp_path / "back"))
    sent = {path.relative_to(tmp_path / "sent"): path.read_bytes() for path in (tmp_path / "sent").rglob("*file")}
    back = {path.relative_to(tmp_path / "back"): path.read_bytes() for path in (tmp_path / "back").rglob("*file")}
    assert len(sent) == 150
    assert back == sent
    assert len(adb("ls", "/sdcard/many/3").stdout.splitlines()) >= 21


def test_a_file_may_be_asked_for_in_any_compression(adb, tmp_path: Path):
    compressed = ("-z", "brotli") if b"-z ALGORITHM" in adb("help").stdout else ()  # older programs have no such option
    (tmp_path / "sent").write_bytes(EVERY_BYTE)
    adb("push", *compressed, str(tmp_path / "sent"), "/sdcard/sent")
    adb("pull", *compressed, "/sdcard/sent", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == EVERY_BYTE


def test_a_link_is_refused_as_on_a_card(adb, tmp_path: Path):
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "link").symlink_to("/system/bin/sh")
    refused = adb("push", str(sent), "/sdcard/linked", check=False)
    assert refused.returncode == 1
    assert b"symlink failed: Operation not permitted" in refused.stderr + refused.stdout


def test_what_is_not_there_cannot_be_pulled(adb, tmp_path: Path):
    done = adb("pull", "/sdcard/nothing", str(tmp_path / "x"), check=False)
    assert done.returncode != 0
    assert b"/sdcard/nothing" in done.stdout + done.stderr


def test_a_full_disk_and_a_forbidden_place_are_told(adb, host: VirtualHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "big").write_bytes(bytes(1_000_000))
    (tmp_path / "small").write_bytes(b"fits")
    files = host.devices[0].files
    monkeypatch.setattr(files, "capacity", host.call(lambda: files.used) + 500_000)
    done = adb("push", str(tmp_path / "big"), "/sdcard/big", check=False)
    assert done.returncode == 1
    assert b"No space left on device" in done.stdout + done.stderr
    done = adb("push", str(tmp_path / "small"), "/system/app", check=False)
    assert done.returncode == 1
    assert b"Permission denied" in done.stdout + done.stderr
    adb("push", str(tmp_path / "small"), "/sdcard/small")
    assert adb("shell", "cat /sdcard/small; ls /sdcard/big", check=False).stdout == b"fits"


def test_an_app_can_be_installed(adb, tmp_path: Path):
    apk = Path(uiautomator2.__file__).parent / "assets" / "app-uiautomator.apk"
    assert b"Success" in adb("install", str(apk)).stdout
    assert b"package:com.github.uiautomator\n" in adb("shell", "pm list packages -3").stdout
    (tmp_path / "bad.apk").write_bytes(EVERY_BYTE)
    done = adb("install", str(tmp_path / "bad.apk"), check=False)
    assert done.returncode == 1
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in b"".join(both(done))


def test_forward_reaches_a_socket_of_the_device(adb, host: VirtualHost):
    async def upper(stdin, stdout) -> None:
        while data := await stdin.read(100):
            await stdout.write(data.upper())

    host.call(lambda: host.devices[0].sockets.update({"tcp:9100": upper, "localabstract:car": upper}))
    for address in ("tcp:9100", "localabstract:car"):
        port = int(adb("forward", "tcp:0", address).stdout)
        with socket.create_connection(("127.0.0.1", port), 60) as connection:
            for word in (b"one", b"two"):
                connection.sendall(word)
                assert connection.recv(10) == word.upper()
    assert adb("forward", "--list").stdout.count(b"tcp:9100") == 1


def test_forward_to_nobody_is_closed(adb):
    port = int(adb("forward", "tcp:0", "tcp:1").stdout)
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        assert connection.recv(1) == b""


def test_reverse_is_refused_in_words(adb):
    done = adb("reverse", "tcp:8001", "tcp:8002", check=False)
    assert done.returncode == 1
    assert b"no reverse sockets" in done.stderr
    assert adb("reverse", "--list").stdout.strip() == b""


def test_root_and_back(adb):
    assert adb("shell", "id -u").stdout == b"2000\n"
    assert b"Not running as root" in b"".join(both(adb("remount", check=False)))
    assert adb("root").stdout == b"restarting adbd as root\n"
    adb("wait-for-device")
    assert adb("shell", "id -u").stdout == b"0\n"
    assert adb("root").stdout == b"adbd is already running as root\n"
    assert b"ucceeded" in b"".join(both(adb("remount")))
    assert adb("unroot").stdout == b"restarting adbd as non root\n"
    adb("wait-for-device")
    assert adb("shell", "id -u").stdout == b"2000\n"


def test_other_services_answer_as_android(adb):
    for command in (["tcpip", "5555"], ["usb"]):
        assert b"error: adbd cannot be restarted: it listens on 127.0.0.1:" in adb(*command).stdout


def test_a_reboot_comes_back(adb):
    adb("root")
    adb("wait-for-device")
    adb("reboot")
    wait_for(lambda: adb("shell", "id -u", check=False).stdout == b"2000\n")


def test_the_console_through_adb(adb, host: VirtualHost):
    assert b"OK" in adb("emu", "geo", "fix", "2.35", "48.85").stdout
    assert host.call(lambda: host.devices[0].world.road.gps.latitude) == 48.85
    assert b"KO: bad sub-command" in adb("emu", "avd", "fly").stdout


def test_a_killed_emulator_is_gone_until_it_is_connected_again(adb, host: VirtualHost):
    adb("emu", "kill")
    wait_for(lambda: host.serials[0].encode() not in adb("devices").stdout)
    time.sleep(0.3)
    assert host.serials[0].encode() not in adb("devices").stdout
    host.reconnect(host.serials[0])
    assert adb("shell", "echo back").stdout == b"back\n"


def test_eight_devices_at_once(server: AdbServer):
    with VirtualHost(8, adb_server=server) as host:
        assert len(set(host.serials)) == 8
        said: dict[str, bytes] = {}

        def ask(serial: str) -> None:
            command = [
                server.path,
                "-s",
                serial,
                "shell",
                f"echo {serial} > /sdcard/me; ls -l /system/bin /system/bin; cat /sdcard/me",
            ]
            said[serial] = subprocess.run(command, env=server.env, capture_output=True, timeout=60).stdout

        threads = [threading.Thread(target=ask, args=(serial,)) for serial in host.serials]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for serial in host.serials:
            assert said[serial].endswith(f"\n{serial}\n".encode())
            assert len(said[serial].splitlines()) > 100


def test_one_device_on_two_servers(adb, host: VirtualHost, one_server: AdbServer):
    port = host.devices[0].port + 1
    other = [one_server.path, "-s", f"127.0.0.1:{port}"]
    subprocess.run([one_server.path, "connect", f"127.0.0.1:{port}"], env=one_server.env, capture_output=True, timeout=60)
    try:
        wait_for(
            lambda: (
                subprocess.run([*other, "get-state"], env=one_server.env, capture_output=True, timeout=60).stdout == b"device\n"
            )
        )
        subprocess.run([*other, "shell", "echo hi > /sdcard/shared"], env=one_server.env, check=True, timeout=60)
        assert adb("shell", "cat /sdcard/shared").stdout == b"hi\n"
    finally:
        subprocess.run([one_server.path, "disconnect", f"127.0.0.1:{port}"], env=one_server.env, capture_output=True, timeout=60)


def both(done: subprocess.CompletedProcess[bytes]) -> tuple[bytes, bytes]:
    return done.stdout, done.stderr
