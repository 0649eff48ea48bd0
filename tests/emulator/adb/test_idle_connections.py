"""Connections that nobody uses make room for others."""

import contextlib

from adb_wire import OKAY, WRTE, Wire

from automotive_env.emulator.virtual.adb.daemon import MAX_CONNECTIONS
from automotive_env.emulator.virtual.adb.transport import SILENCE
from automotive_env.emulator.virtual.host import VirtualHost


def test_idle_connections_do_not_keep_others_out(plain: VirtualHost):
    port = plain.devices[0].port + 1
    with contextlib.ExitStack() as open_:
        busy = open_.enter_context(Wire(port))
        busy.hello()
        busy.open("shell:cat", 5)
        for _ in range(2 * MAX_CONNECTIONS):
            open_.enter_context(Wire(port))
        late = open_.enter_context(Wire(port))
        late.hello()
        assert late.open("shell:echo in")[0] == OKAY
        busy.send(WRTE, 5, 1, b"still here")
        assert {busy.receive()[0], busy.receive()[0]} == {OKAY, WRTE}
        assert plain.call(lambda: len(plain._daemons[0].connections)) <= MAX_CONNECTIONS


def test_connections_on_which_nothing_happens_make_room_although_something_is_open(plain: VirtualHost):
    daemon = plain._daemons[0]
    with contextlib.ExitStack() as open_:
        wires = [open_.enter_context(Wire(daemon.port)) for _ in range(MAX_CONNECTIONS)]
        for wire in wires:
            wire.hello()
            wire.open("shell:cat")
        with Wire(daemon.port) as late:
            assert late.gone()  # all the others have been heard of lately

        def let_a_minute_pass():
            for connection in daemon.connections:
                connection.last_used -= SILENCE

        plain.call(let_a_minute_pass)
        wires[0].send(WRTE, 1, 1, b"still here")
        assert {wires[0].receive()[0], wires[0].receive()[0]} == {OKAY, WRTE}
        with Wire(daemon.port) as late:
            late.hello()
            assert late.open("shell:echo in")[0] == OKAY
        wires[0].send(OKAY, 1, 1)
        wires[0].send(WRTE, 1, 1, b"and now")
        assert {wires[0].receive()[0], wires[0].receive()[0]} == {OKAY, WRTE}
