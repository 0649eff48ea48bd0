"""The papers' experiments from end to end with a loopback model: estimate, budget, continuing, tables."""

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from command_line import run_here, without_keys

from automotive_env.models.model import Usage
from automotive_env.models.prices import Price, PriceTable
from automotive_env.runs.options import RunOptions
from automotive_env.runs.records.folder import RunFolder
from automotive_env.scripts import evidence
from automotive_env.scripts.experiments.declared import EXPERIMENTS
from automotive_env.scripts.experiments.estimating import EpisodeUse
from automotive_env.text.option import declared

REPLY = 'Reason: nothing is to be done.\nAction: {"action_type": "status", "goal_status": "infeasible"}'
USED = {"prompt_tokens": 1_000, "completion_tokens": 100}


class Server(ThreadingHTTPServer):
    """Speaks as OpenAI does; says the same to everybody, and counts who asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str] = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert isinstance(self.server, Server)
        self.server.asked.append(asked["model"])
        choices = [{"index": n, "finish_reason": "stop", "message": {"content": REPLY}} for n in range(asked.get("n") or 1)]
        body = json.dumps({"choices": choices, "usage": USED}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server()
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evidence") / "kb"
    asked = ("--tasks", "vehicleworld.train.00*", "--embedder", "lexical", "--out", str(folder))
    built = run_here("knowledge", "build", "vehicleworld", *asked)
    assert built.returncode == 0, built.stderr
    return folder


def call(*arguments: object) -> int:
    """Run the script; returns its exit status."""
    try:
        evidence.main([*map(str, arguments), "--embedder", "lexical"])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def price_lists(folder: Path, models: list[str]) -> list[str]:
    """Options that name three lists; the dollars of a request are known for each model in the first and second."""
    words: list[str] = []
    for name, prompt, known in (("list", 1.0, models), ("batch", 0.5, models), ("partial", 2.0, models[:1])):
        prices = {model: {"prompt": prompt, "completion": 10 * prompt} for model in known}
        file = folder / f"{name}.json"
        file.write_text(json.dumps({"date": "2026-11-01", "models": prices}))
        words += ["--prices", str(file)]
    return words


def test_what_episodes_cost_by_hand() -> None:
    prices = PriceTable(date="2026-11-01", models={"m": Price(prompt=2, completion=10)})  # type: ignore[arg-type]
    use = EpisodeUse(requests=5, replies=20, prompt_tokens=30_000)
    # 100 episodes: 3,000,000 prompt tokens for 6 dollars, 2,000 replies of 200 tokens for 4
    assert use.cost(100, 200, "m", prices) == pytest.approx(10)
    assert use.cost(100, 200, "other", prices) is None
    assert prices.models["m"].of(Usage(3_000_000, 400_000, 0)) == pytest.approx(10)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_experiments_have_options_of_runs(name: str) -> None:
    known = declared(RunOptions)
    for arm in EXPERIMENTS[name].arms:
        for option, value in EXPERIMENTS[name].options_of(arm).items():
            known[option].check(value)


@pytest.mark.sweep
def test_the_estimate_has_a_column_for_each_list_of_prices_and_plays_nothing(
    server: Server, knowledge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    models = [f"openai:{name}@http://127.0.0.1:{server.server_port}/v1" for name in ("one", "two")]
    shared = ("--out", tmp_path / "e", "--model", ",".join(models), "--limit", 1, "--knowledge-base", knowledge)
    assert call(*shared, *price_lists(tmp_path, models)) == 0
    told = capsys.readouterr().out
    assert (
        "| experiment | model | episodes | requests | prompt tokens | reply tokens | USD, list | USD, batch | USD, partial |"
        in told
    )
    assert "Nothing was played" in told
    rows = (tmp_path / "e" / "estimate.csv").read_text().splitlines()
    assert len(rows) == 1 + 3 * 2 + 1
    assert rows[-1].endswith("unknown,no")  # the third list lacks a model; nothing is quoted
    assert not server.asked
    assert not (tmp_path / "e" / "runs").exists()


@pytest.mark.sweep
def test_experiments_are_played_within_a_budget_continued_and_written_as_tables(
    server: Server, knowledge: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in os.environ.keys() - without_keys().keys():
        monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
    models = [f"openai:{name}@http://127.0.0.1:{server.server_port}/v1" for name in ("tiny-1B", "tiny-7B")]
    out = tmp_path / "evidence"
    shared = ("--out", out, "--model", ",".join(models), "--limit", 2, "--knowledge-base", knowledge)
    shared = (*shared, *price_lists(tmp_path, models))
    assert call(*shared, "--max-price", 0.02) == 4  # ten requests
    asked = len(server.asked)
    assert "--max-price" in capsys.readouterr().err
    assert call(*shared, "--max-price", 100) == 0
    folders = [RunFolder.open(path.parent) for path in sorted(out.glob("runs/*/*/*/manifest.json"))]
    assert len(folders) == 2 * (1 + 1 + 6)
    assert len(server.asked) > asked
    for folder in folders:
        records = folder.read_episodes().records
        assert [record.error for record in records if record.interrupted] == []
        assert folder.manifest.planned == len(folder.finished_ids()) == len(records)
    played = len(server.asked)
    assert call(*shared, "--max-price", 100) == 0  # nothing is left, and nobody is asked
    assert len(server.asked) == played
    written = {str(file.relative_to(out / "tables")) for file in out.glob("tables/**/*") if file.is_file()}
    assert {
        *(f"table3/success.{ending}" for ending in ("md", "csv", "tex")),
        *("table4/accuracy.md", "table4/devices.svg", "table4/scale.svg", "table4/effort.svg"),
        *("ablation/ablation.md", "ablation/ablation.svg"),
    } <= written
    assert "(" in (out / "tables/table4/accuracy.md").read_text().splitlines()[-20]  # an interval


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--experiments", "table9"), "there is no experiment 'table9'; choose from table3"),
        (("--trials", 0), "--trials must be from 1 to 1,000, not 0"),
        (("--knowledge-base", "nowhere"), "there is no folder nowhere; build it with"),
    ],
)
def test_wrong_uses_are_refused(asked: tuple[object, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--out", tmp_path / "e", "--model", "builtin", "--limit", 1, *asked) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ((), "started with --limit 1, not without --limit"),
        (("--limit", 2), "started with --limit 1, not with --limit 2"),
        (("--limit", 1, "--seed", 5), "started with --seed 0, not with --seed 5"),
    ],
)
@pytest.mark.at_once(1)
def test_a_finished_pilot_is_not_told_as_another_experiment(
    changed: tuple[object, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = ("--out", tmp_path / "e", "--model", "builtin", "--experiments", "table3", "--max-price", 1)
    assert call(*shared, "--limit", 1) == 0
    assert call(*shared, *changed) == 2
    assert says in capsys.readouterr().err
    assert call(*shared, "--limit", 1, "--concurrency", 2) == 0


@pytest.mark.parametrize("models", ["builtin,builtin", "openai:a/b,openai:a-b"])
def test_two_models_never_share_a_folder(models: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--out", tmp_path / "e", "--model", models, "--limit", 1) == 2
    assert "have the same folder" in capsys.readouterr().err


@pytest.mark.parametrize("price", ["-1", "nan", "inf"])
def test_a_budget_is_an_amount(price: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--out", tmp_path / "e", "--model", "builtin", f"--max-price={price}") == 2
    assert "--max-price must be from 0 to" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()
