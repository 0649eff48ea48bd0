"""The gRPC services, asked by a client that knows nothing of this package."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import pytest
from shared_devices import shared_host

grpc = pytest.importorskip("grpc", reason="grpcio is not installed")

from automotive_env.emulator import ports  # noqa: E402
from automotive_env.emulator.virtual.grpc_services import server as grpc_server  # noqa: E402
from automotive_env.emulator.virtual.grpc_services.controller import NAME as CONTROLLER  # noqa: E402
from automotive_env.emulator.virtual.grpc_services.server import SNAPSHOTS  # noqa: E402
from automotive_env.emulator.virtual.grpc_services.wire import ProtoFields, decode, encode  # noqa: E402
from automotive_env.emulator.virtual.host import VirtualHost  # noqa: E402
from automotive_env.emulator.virtual.intents import AndroidIntent  # noqa: E402
from automotive_env.emulator.virtual.packages import foreground  # noqa: E402
from automotive_env.emulator.virtual.services import accessibility_forwarder  # noqa: E402
from automotive_env.errors import UsageError  # noqa: E402

TIMEOUT = 20
FORWARDER = "com.google.androidenv.accessibilityforwarder"


@pytest.fixture(scope="session")
def grpc_host():
    with shared_host(grpc=True) as running:
        yield running


@pytest.fixture(autouse=True)
def host(grpc_host):
    return grpc_host.as_built()


@pytest.fixture
def device(host):
    return host.devices[0]


@pytest.fixture(scope="session")
def channel(grpc_host):
    port = grpc_host.as_built().devices[0].port + 3_000
    unlimited = [("grpc.max_receive_message_length", -1)]  # as android_env has it
    with grpc.secure_channel(f"localhost:{port}", grpc.local_channel_credentials(), options=unlimited) as channel:
        yield channel


def ask(channel, method: str, service: str = CONTROLLER, **fields) -> bytes:
    request = encode({int(name.removeprefix("f")): value for name, value in fields.items()})
    return channel.unary_unary(f"/{service}/{method}")(request, timeout=TIMEOUT)


def touch(channel, x: int, y: int, *, down: bool) -> None:
    ask(channel, "sendTouch", f1=[encode({1: x, 2: y, 4: int(down)})])


def test_it_is_booted(channel):
    status = ProtoFields(ask(channel, "getStatus"))
    assert status.number(3) == 1
    assert status.text(1)


def test_a_screenshot_has_the_pixels_of_the_display(channel, host, device):
    image = decode(ask(channel, "getScreenshot", f1=1))
    made_as = ProtoFields(image[1][0])
    frame = host.call(lambda: device.frame().copy())
    assert (made_as.number(4), made_as.number(3)) == frame.shape[:2]
    assert image[4][0][0::4] + image[4][0][3::4] == frame[:, :, 0].tobytes() + b"\xff" * (frame.size // 3)


@pytest.mark.parametrize(("asked", "width"), [((704, 0), 704), ((704, 10_000), 704), ((10_000, 0), 1408), ((1, 1), 1)])
def test_a_screenshot_fits_into_what_is_asked_for(channel, asked, width):
    image = decode(ask(channel, "getScreenshot", f1=2, f3=asked[0], f4=asked[1]))
    made_as = ProtoFields(image[1][0])
    assert made_as.number(3) == width
    assert len(image[4][0]) == 3 * width * made_as.number(4)


def test_a_finger_taps_where_it_was_put_down_last(channel, host, device):
    touch(channel, 0, 0, down=False)  # a finger that is up already: nothing happens
    before = host.call(lambda: device.head_unit.version)
    touch(channel, 808, 736, down=True)
    touch(channel, 0, 0, down=False)
    assert host.call(lambda: device.head_unit.version) != before
    assert host.call(lambda: device.head_unit.snapshot().stack)


def test_a_key_goes_home(channel, host, device):
    host.call(lambda: device.head_unit.open_app("radio"))
    ask(channel, "sendKey", f1=2, f2=2, f3=172 + 8)
    assert "launcher" in host.call(lambda: foreground(device))
    host.call(lambda: device.head_unit.open_app("radio"))
    ask(channel, "sendKey", f2=2, f4="GoHome")
    assert "launcher" in host.call(lambda: foreground(device))


@pytest.mark.parametrize(
    ("method", "fields"),
    [
        ("sendKey", {"f1": 3, "f3": 5}),
        ("getScreenshot", {"f5": 1}),
        ("sendTouch", {"f1": [encode({3: 99, 4: 1})]}),
        ("setGps", {}),
    ],
)
def test_what_is_not_there_is_refused(channel, method, fields):
    with pytest.raises(grpc.RpcError) as refused:
        ask(channel, method, **fields)
    assert refused.value.code() in (grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.INVALID_ARGUMENT)


def test_broken_bytes_are_refused_and_the_next_call_is_answered(channel):
    for method in ("getStatus", "sendTouch"):
        with pytest.raises(grpc.RpcError) as refused:
            channel.unary_unary(f"/{CONTROLLER}/{method}")(b"\x0a\x01\xff" * (method == "sendTouch") or b"\xff", timeout=TIMEOUT)
        assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert ask(channel, "getStatus")


def test_a_stream_shows_what_changes(channel, host, device):
    stream = channel.unary_stream(f"/{CONTROLLER}/streamScreenshot")(encode({1: 2, 3: 50}), timeout=TIMEOUT)
    first = decode(next(stream))[4]
    host.call(lambda: device.head_unit.open_app("radio"))
    assert decode(next(stream))[4] != first
    stream.cancel()


def test_snapshots_are_kept_and_loaded(channel, host, device):
    assert ProtoFields(ask(channel, "SaveSnapshot", SNAPSHOTS, f1="here")).number(3)
    host.call(lambda: device.head_unit.open_app("radio"))
    assert ProtoFields(ask(channel, "LoadSnapshot", SNAPSHOTS, f1="here")).number(3)
    assert "radio" not in host.call(lambda: foreground(device))
    listed = ProtoFields(ask(channel, "ListSnapshots", SNAPSHOTS)).messages(1)
    assert "here" in [one.text(1) for one in listed]
    assert "no snapshot" in ProtoFields(ask(channel, "LoadSnapshot", SNAPSHOTS, f1="nowhere")).text(4)


def test_trees_are_forwarded_once_they_are_wanted(host, device, monkeypatch):
    monkeypatch.setattr(accessibility_forwarder, "PERIOD", 0.02)
    received: Queue[bytes] = Queue()
    handler = grpc.unary_unary_rpc_method_handler(lambda data, context: received.put(data) or b"")
    server = grpc.server(ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("android_env.A11yService", {"SendForest": handler}),))
    port = server.add_secure_port("127.0.0.1:0", grpc.local_server_credentials())
    server.start()
    activity = device.services["activity"]

    def tell(action: str, **extras: str) -> None:
        intent = AndroidIntent(
            f"accessibility_forwarder.intent.action.{action}", component=f"{FORWARDER}/.FlagsBroadcastReceiver"
        )
        intent.extras = extras
        host.call(lambda: activity._forwarder.hear(intent))

    try:
        tell("ENABLE_ACCESSIBILITY_TREE_LOGS")
        tell("SET_GRPC", host="10.0.2.2", port=str(port))
        time.sleep(0.1)
        assert received.empty()  # the service is not enabled
        host.call(lambda: device.settings.put("secure", "enabled_accessibility_services", f"{FORWARDER}/{FORWARDER}.X"))
        windows = ProtoFields(received.get(timeout=TIMEOUT)).messages(1)
        nodes = [node for window in windows for node in window.messages(11)[0].messages(1)]
        assert "com.android.systemui:id/grid_nav" in [node.text(10) for node in nodes]
        assert {window.number(6) for window in windows} == {1, 3}
        tell("SET_GRPC", host="192.0.2.1", port=str(port))  # no machine but the emulator's own
        time.sleep(0.5)
        while not received.empty():
            received.get()
        time.sleep(0.1)
        assert received.empty()
    finally:
        server.stop(None)


def test_a_taken_port_is_named(host):
    port = host.devices[0].port + 3_000
    with pytest.raises(UsageError, match=f"port {port} is taken"):
        host._await(grpc_server.listen(host._daemons[0]))


def test_ports_are_chosen_so_that_grpc_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def is_free(port: int) -> bool:
        asked.append(port)
        return len(asked) > 2 and ports.is_free(port)

    monkeypatch.setattr("automotive_env.emulator.virtual.host.is_free", is_free)
    with VirtualHost(grpc=True) as running:
        assert running.devices[0].port + 3_000 == asked[-1]
    assert len(asked) >= 3
