"""The benchmark beside others: rounds are counted as they were done; what is missing or fails is a row. Times are not tested."""

import json
import sys
import time
from dataclasses import asdict

import pytest
from pydantic import TypeAdapter

from automotive_env.car.core.world import World
from automotive_env.errors import UsageError
from automotive_env.runs.tables.table_formats import markdown
from automotive_env.scripts import bench_peers
from automotive_env.scripts.peers import calls, measuring, running
from automotive_env.scripts.peers.every import PEERS
from automotive_env.scripts.peers.figures import PeerFigures, TimeSpent
from automotive_env.scripts.peers.measuring import measured
from automotive_env.scripts.peers.peer import Peer, PeerOptions, PeerWorkDone
from automotive_env.scripts.peers.telling import drawn, table

CHECKOUT = """
class Environment:
    volume = 50

class Module:
    def __init__(self, car, name): self.car, self.name = car, name
    def __getattr__(self, api): return lambda **arguments: self.car.done.append((self.name, api, arguments))

class VehicleWorld:
    made = []
    def __init__(self): self.done = []; self.made.append(self)
    def __getattr__(self, name): return Module(self, name)
    def to_dict(self): return {"calls": len(self.done)}
"""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    monkeypatch.setattr(calls, "ROUND", 6)


def peer(work, **more) -> Peer:
    return Peer("own-calls", "Somebody", "a step", work, **more)


def test_rounds_are_divided_by_what_was_done_in_them_and_the_first_is_not_counted(short, monkeypatch) -> None:
    now, ended = iter(range(10_000)), []
    monkeypatch.setattr(measuring.time, "process_time", lambda: next(now) / 1000)

    def work(asked):
        try:
            yield PeerWorkDone("start", elements=3, picture=(4, 5))
            for _ in range(9):
                yield PeerWorkDone("step", 10)
                yield PeerWorkDone("reset")
        finally:
            ended.append(True)

    found = measured(peer(work), PeerOptions())
    assert (found.missing, found.elements, found.picture) == ("", 3, (4, 5))
    assert (found.steps, ended) == (10 * measuring.ROUNDS, [True])
    assert found.step
    assert found.reset
    assert (found.step.cpu_ms, found.reset.cpu_ms) == (0.1, 1.0)  # the clock above goes on by a millisecond a look


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (UsageError("not measured: buy one"), "not measured: buy one"),
        (ModuleNotFoundError("No module named 'moon'", name="moon"), "not installed (moon): pip install '.[peers]'"),
        (RuntimeError("it broke\nand more"), "failed: RuntimeError: it broke"),
        (OSError(), "failed: OSError: "),
    ],
)
def test_what_is_missing_or_fails_is_said_and_not_raised(fault: Exception, says: str) -> None:
    def work(asked):
        raise fault
        yield PeerWorkDone("start")

    assert measured(peer(work), PeerOptions()).missing == says


@pytest.mark.parametrize(("module", "api", "several"), calls.CALLS)
def test_every_call_changes_something(module: str, api: str, several) -> None:
    car = World()
    car.airConditioner.switch(position=["all"], switch=True)
    car.seat.carcontrol_carSeat_heater_switch(switch=False)
    for arguments in several:
        before = car.snapshot()
        assert car.call(f"{module}.{api}", dict(arguments)).success
        assert car.diff(before)


@pytest.mark.parametrize("name", ["own-calls", "own-calls-state"])
def test_our_calls_are_measured(short, name: str) -> None:
    found = measured(PEERS[name], PeerOptions())
    assert found.missing == ""
    assert found.steps == 6 * measuring.ROUNDS


@pytest.mark.parametrize("name", [pytest.param("own-tree", marks=pytest.mark.sweep), "own-pixels"])
@pytest.mark.sweep
def test_our_environment_is_measured(short, name: str) -> None:
    pytest.importorskip("gymnasium")
    found = measured(PEERS[name], PeerOptions())
    assert found.missing == ""
    assert found.elements
    assert found.picture == ((1408, 792) if name == "own-pixels" else None)


@pytest.mark.parametrize("within", ["", "vehicleworld"])
def test_a_checkout_of_the_release_gets_the_same_calls(short, within: str, tmp_path, monkeypatch) -> None:
    root = tmp_path / within
    root.mkdir(exist_ok=True)
    (root / "vehicleworld.py").write_text(CHECKOUT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "vehicleworld", raising=False)
    assert measured(PEERS["vehicleworld-state"], PeerOptions(tmp_path)).missing == ""
    cars = sys.modules.pop("vehicleworld").VehicleWorld.made
    made = {(module, api) for module, api, _ in cars[0].done}
    assert made == {("airConditioner", "switch"), *((module, api) for module, api, _ in calls.CALLS)}


def test_without_a_checkout_it_says_so(tmp_path) -> None:
    assert "--vehicleworld DIR" in measured(PEERS["vehicleworld"], PeerOptions()).missing
    assert f"no vehicleworld.py in {tmp_path}" in measured(PEERS["vehicleworld"], PeerOptions(tmp_path)).missing


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os._exit(3)", "status 3"),
        ("print('{}'); raise SystemExit", "status 0"),
        ("import time; time.sleep(60)", "1 s"),
    ],
)
def test_a_peer_that_ends_or_hangs_takes_nobody_with_it(code: str, says: str, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(running, "SECONDS", 1.0 if "sleep" in code else 60.0)
    (tmp_path / "vehicleworld.py").write_text(code, encoding="utf-8")
    told: list[str] = []
    (found,) = running.run([PEERS["vehicleworld"]], PeerOptions(tmp_path), told.append)
    assert says in found.missing
    assert told == [PEERS["vehicleworld"].title]


def test_the_time_of_processes_below_counts(short) -> None:
    pytest.importorskip("psutil")
    import subprocess

    burn = "import time\nwhile time.process_time() < 0.2: pass"

    def work(asked):
        yield PeerWorkDone("start")
        while True:
            subprocess.run([sys.executable, "-c", burn], check=True, timeout=60)
            yield PeerWorkDone("step")
            time.sleep(0)
            yield PeerWorkDone("reset")

    found = measured(peer(work, has_processes=True), PeerOptions())
    assert found.step
    assert found.step.cpu_ms > 150


FOUND = (
    PeerFigures("own-calls", "1.0", start_cpu_ms=60.0, reset=TimeSpent(0.2, 0.3), step=TimeSpent(0.002, 0.0), steps=3),
    PeerFigures("miniwob", missing="not installed (miniwob): pip install '.[peers]'"),
)


def test_what_was_found_comes_back_from_a_process() -> None:
    for one in FOUND:
        assert TypeAdapter(PeerFigures).validate_json(json.dumps(asdict(one))) == one


def test_the_table_has_everybody_and_the_picture_those_who_were_measured() -> None:
    text = markdown(table(FOUND))
    assert "| Automotive-ENV: calls 1.0 | a call of an API |" in text
    assert "pip install '." in text
    pytest.importorskip("matplotlib")
    picture = drawn(FOUND).decode()
    assert "Automotive-ENV: calls" in picture
    assert "MiniWoB" not in picture


def test_the_command_prints_json_and_writes_the_picture(tmp_path, monkeypatch, capsys) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(bench_peers, "run", lambda peers, asked, say: iter(FOUND))
    bench_peers.main(as_json=True, figure=tmp_path / "new" / "peers.svg")
    assert [one["peer"] for one in json.loads(capsys.readouterr().out)["peers"]] == ["own-calls", "miniwob"]
    assert (tmp_path / "new" / "peers.svg").read_bytes().startswith(b"<?xml")
    with pytest.raises(UsageError, match="svg"):
        bench_peers.main(as_json=True, figure=tmp_path / "peers.png")
