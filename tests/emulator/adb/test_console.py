import contextlib
import socket
import stat

import pytest

from automotive_env.emulator.virtual.console import TOKEN_FILE, console_token
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.errors import EnvironmentFault


class Call:
    """A connection to a console."""

    def __init__(self, host: VirtualHost) -> None:
        self.socket = socket.create_connection(("127.0.0.1", host.devices[0].port), 5)
        self._file = self.socket.makefile("rb")
        self.banner = self.answer()

    def say(self, line: str) -> list[str]:
        self.socket.sendall(line.encode() + b"\n")
        return self.answer()

    def answer(self) -> list[str]:
        """Lines up to OK or KO; to the end where the console hangs up."""
        lines = []
        for raw in self._file:
            assert raw.endswith(b"\r\n")
            lines.append(raw.decode().strip())
            if lines[-1].startswith(("OK", "KO")):
                break
        return lines


@pytest.fixture
def call(plain: VirtualHost):
    connected = Call(plain)
    yield connected
    connected.socket.close()


@pytest.fixture
def console(plain: VirtualHost, call: Call):
    kept = plain.call(plain.devices[0].world.snapshot)
    assert call.say(f"auth {(plain.home / TOKEN_FILE).read_text()}")[-1] == "OK"
    yield call
    plain.call(lambda: plain.devices[0].world.restore(kept))


def value(host: VirtualHost, path: str):
    return host.call(lambda: host.devices[0].world.get(path))


def test_the_token_is_made_once_and_is_secret(tmp_path):
    path = console_token(tmp_path)
    first = path.read_text()
    assert len(first) >= 12
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert console_token(tmp_path).read_text() == first


def test_nothing_is_done_without_the_token(plain: VirtualHost, call: Call):
    assert call.banner[0] == "Android Console: Authentication required"
    assert call.banner[-2:] == [f"'{plain.home / TOKEN_FILE}'", "OK"]
    before = value(plain, "road.gps.latitude")
    assert call.say("geo fix 1 2") == ["KO: unknown command, try 'help'"]
    assert value(plain, "road.gps.latitude") == before
    assert call.say("auth wrong") == ["KO: authentication token does not match ~/.emulator_console_auth_token"]
    assert call.socket.recv(1) == b""


def test_an_empty_token_asks_for_none(plain: VirtualHost):
    token = (plain.home / TOKEN_FILE).read_text()
    (plain.home / TOKEN_FILE).write_text("")
    try:
        call = Call(plain)
        assert call.banner == ["Android Console: type 'help' for a list of commands", "OK"]
        assert call.say("ping") == ["I am alive!", "OK"]
        call.socket.close()
    finally:
        (plain.home / TOKEN_FILE).write_text(token)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ping", ["I am alive!", "OK"]),
        ("avd", ["KO: missing sub-command"]),
        ("avd fly", ["KO: bad sub-command"]),
        ("fly", ["KO: unknown command, try 'help'"]),
        ("geo fix 13", ["KO: not enough arguments: see 'help geo fix' for details"]),
        ("geo fix x 1", ["KO: argument 'x' is not a number"]),
        ("geo fix 1 nan", ["KO: argument 'nan' is not a number"]),
        ("gsm call", ["KO: missing argument, try 'gsm call <phonenumber>'"]),
        ("gsm call Mum", ["KO: bad phone number format, use digits, # and + only"]),
        ("sms send 123", ["KO: missing argument, try 'sms send <phonenumber> <text message>'"]),
        ("geo fix 1 2 " + "9" * 5_000, ["KO: argument '" + "9" * 5_000 + "' is not a number"]),
        ("geo fix " + "9" * 5_000 + " 1", ["KO: argument '" + "9" * 5_000 + "' is not a number"]),
        ("avd snapshot", ["KO: missing sub-command"]),
        ("avd snapshot load nothing", ["KO: there is no snapshot 'nothing'"]),
    ],
)
def test_answers(console: Call, line: str, says: list[str]):
    assert console.say(line) == says
    assert console.say("ping")[-1] == "OK"


def test_help_names_every_command(console: Call):
    said = "\n".join(console.say("help"))
    for word in ("avd", "geo", "gsm", "sms", "ping", "kill", "quit"):
        assert word in said


def test_geo_fix_moves_the_car_longitude_first(plain: VirtualHost, console: Call):
    assert console.say("geo fix 2.35 48.85 35 7 10") == ["OK"]
    assert (value(plain, "road.gps.longitude"), value(plain, "road.gps.latitude")) == (2.35, 48.85)
    assert value(plain, "road.gps.altitude") == 35
    assert value(plain, "road.speed") == 0


def test_a_place_that_is_none_changes_nothing(plain: VirtualHost, console: Call):
    before = value(plain, "road.gps.longitude")
    assert console.say("geo fix 5 91")[-1].startswith("KO: road.gps.latitude")
    assert value(plain, "road.gps.longitude") == before


def test_idle_callers_do_not_keep_others_out(plain: VirtualHost):
    with contextlib.ExitStack() as idle:
        for _ in range(40):
            idle.enter_context(socket.create_connection(("127.0.0.1", plain.devices[0].port), 5))
        late = Call(plain)
        assert late.say(f"auth {(plain.home / TOKEN_FILE).read_text()}")[-1] == "OK"
        late.socket.close()


def test_calls_and_messages_come_from_the_contact_that_has_the_number(plain: VirtualHost, console: Call):
    assert console.say("gsm call 42055501") == ["OK"]
    assert value(plain, "conversation.current_contact") == "42055501"
    assert console.say("gsm call 1")[-1].startswith("KO: a call with 42055501 is under way")
    contact = next(person for person in value(plain, "conversation.contacts") if person.phone_number)
    digits = "".join(letter for letter in contact.phone_number if letter.isdigit())
    assert console.say(f"sms send +{digits} See you at 8") == ["OK"]
    message = value(plain, "conversation.messages")[-1]
    assert (message.contact, message.content, message.incoming) == (contact.name, "See you at 8", True)


def test_a_snapshot_brings_the_whole_device_back(plain: VirtualHost, console: Call):
    device = plain.devices[0]
    assert console.say("avd snapshot list") == ["There is no snapshot available.", "OK"]
    assert console.say("avd snapshot save before") == ["OK"]
    console.say("geo fix 1 2")
    plain.call(lambda: device.files.write("/sdcard/new", b"x"))
    said = console.say("avd snapshot list")
    assert said[0] == "List of snapshots present on all disks:"
    assert said[2].split()[1] == "before"
    assert console.say("avd snapshot load before") == ["OK"]
    assert value(plain, "road.gps.latitude") != 2
    assert not plain.call(lambda: device.files.exists("/sdcard/new"))
    assert console.say("avd snapshot delete before") == ["OK"]
    assert console.say("avd snapshot load before")[-1].startswith("KO")
    assert console.say("avd snapshot save ../x")[-1].startswith("KO")


def test_many_lines_in_one_write_are_answered_in_order(console: Call):
    console.socket.sendall(b"ping\navd name\nquit\n")
    assert console.answer() == ["I am alive!", "OK"]
    assert console.answer() == ["automotive_env", "OK"]
    assert console.answer() == []


def test_a_line_without_end_is_hung_up_on(console: Call):
    console.socket.sendall(b"x" * 200_000)
    with contextlib.suppress(ConnectionError):
        assert console.answer() == []


def test_a_home_that_takes_no_token_is_named(tmp_path):
    with pytest.raises(EnvironmentFault, match="set HOME"):
        console_token(tmp_path / "none")


def test_open_calls_end_with_the_host_without_a_word(caplog: pytest.LogCaptureFixture, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with VirtualHost(own_server=False) as host:
        calls = [Call(host) for _ in range(3)]
    for call in calls:
        call.socket.close()
    assert not caplog.records
