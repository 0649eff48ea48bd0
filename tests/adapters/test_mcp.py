"""The car as a server of the Model Context Protocol, as the official library's client sees it, over both transports."""

import io
import json
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import anyio
import pytest
from command_line import PROGRAM, run_here, without_keys
from registered import MISSPELT, PAIR, PLAIN

import automotive_env
from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.adapters.mcp.car import McpCar

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the library of the extra `mcp` is not installed")
"""It takes a second to load; each test that needs it does so."""

TASK = PAIR
SERVE = ["serve", "--mcp"]
ROOT = Path(automotive_env.__file__).parents[1]


def car() -> McpCar:
    return McpCar(EpisodeSettings(TASK, ending=None, face="both"), 1)


async def play(server) -> None:
    """What a client of the official library sees of an episode, whatever it is connected through."""
    import mcp

    async with mcp.Client(server) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert listed.keys() == car().tools.keys()
        assert listed["search_api"].annotations.read_only_hint
        goal = (await client.read_resource("task://goal")).contents[0].text
        said = (await client.get_prompt((await client.list_prompts()).prompts[0].name)).messages[0].content.text
        assert goal
        assert goal in said
        assert goal in client.instructions
        assert {str(one.uri) for one in (await client.list_resources()).resources} == car().documents.keys()
        wrong = await client.call_tool("temperature_set", {"value": "warm"})
        assert wrong.is_error
        assert "warm" in wrong.content[0].text
        opened = await client.call_tool("open_app", {"app_name": "climate"})
        assert "app: climate" in opened.content[0].text
        (picture,) = (await client.call_tool("screenshot")).content
        assert picture.mime_type == "image/png"
        with pytest.raises(mcp.MCPError, match="still running"):
            await client.read_resource("task://verdict")
        with pytest.raises(mcp.MCPError, match="unknown resource"):
            await client.read_resource("file:///etc/passwd")
        await client.call_tool("status", {"goal_status": "complete"})
        verdict = json.loads((await client.read_resource("task://verdict")).contents[0].text)
        assert verdict["verdict"].startswith("not met")


def test_a_client_in_this_process_plays_a_task():
    from automotive_env.adapters.mcp.server import make_server

    anyio.run(play, make_server(car()))


def test_a_client_of_the_official_library_plays_over_the_standard_streams():
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = [*PROGRAM[1:], *SERVE, "--tasks", TASK, "--seed", "1"]
    server = StdioServerParameters(command=sys.executable, args=command, cwd=ROOT, env=without_keys())
    anyio.run(play, stdio_client(server, errlog=sys.__stderr__))  # the library would take what pytest has put in its place


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """The address that `serve --mcp` prints; a thread of this process serves what the command makes."""
    from a2a_fakes import served

    with patch("automotive_env.serving.page_server.serve_programs") as asked:
        done = run_here(*SERVE, *options)
    assert done.returncode == 0, done.stderr
    make, port, ready = asked.call_args.args
    assert port == 0
    said = io.StringIO()
    with served(make) as address, redirect_stdout(said):
        ready(address)
        yield said.getvalue().split()[2]


def test_over_http_only_this_machine_and_no_other_page_is_answered_and_nothing_is_too_large():
    from automotive_env.adapters.mcp.server import MAX_REQUEST

    with serving("--mcp-port", "0", "--tasks", TASK, "--seed", "1") as address:
        assert address.startswith("http://127.0.0.1:")
        assert posted(address, Host="evil.example") == 421
        assert posted(address, Host="127.0.0.1:1") == 421
        assert posted(address, Origin="http://evil.example") == 403
        assert posted(address, Origin="http://localhost:1") == 403
        assert posted(address, body=b" " * (MAX_REQUEST + 1)) == 413
        assert {posted(address, body=INITIALIZE) for _ in range(40)} == {200}  # clients that come and never say good-bye
        anyio.run(play, address)


INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "it", "version": "1"}},
    }
).encode()


def posted(address: str, body: bytes = b"{}", **headers: str) -> int:
    about = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        return opener.open(urllib.request.Request(address, body, about), timeout=20).status
    except urllib.error.HTTPError as refused:
        return refused.code


def test_a_line_that_is_too_long_is_left_out_and_the_next_one_is_read():
    from automotive_env.adapters.mcp.server import MAX_REQUEST, _lines

    async def read() -> list[str]:
        sent = b'{"first": 1}\n' + b"x" * (3 * MAX_REQUEST) + b'\n{"last": 1}\n\xff\n'
        return [line async for line in _lines(io.BytesIO(sent))]

    assert anyio.run(read) == ['{"first": 1}\n', "\n", '{"last": 1}\n', "\ufffd\n"]


@pytest.mark.parametrize("text", ["\ud83d", "a\ud83d😀\udc00", "\\ud83d", "\\\ud83d", "😀", "\ud83d\ud83d\ude00"])
def test_halves_of_characters_leave_a_line_that_can_be_read(text: str):
    from automotive_env.adapters.mcp.server import _lines

    async def read() -> list[str]:
        return [line async for line in _lines(io.BytesIO(json.dumps({"text": text}).encode() + b"\n"))]

    (line,) = anyio.run(read)
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert json.loads(line)["text"].encode() == whole.encode()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--tasks", MISSPELT], PLAIN),
        (["--face", "voice"], "screen, calls, both"),
        (["--tasks", TASK, "--ending", "sad"], "act"),
        (["--place", "Atlantis"], "Atlantis"),
        (["--web"], "choose one of --web"),
        (["--port", "8000"], "--mcp-port"),
        (["--devices", "2"], "--mcp does not take --devices"),
    ],
)
def test_what_cannot_be_served_says_what_can(arguments: list[str], says: str) -> None:
    done = run_here(*SERVE, *arguments)
    assert done.returncode == 2
    assert says in done.stderr


@pytest.mark.parametrize("there", ["1.28.1", "2.0.0", "2.2.9rc1", "3.0.0a1"])
def test_another_version_of_the_library_is_wrong_usage_in_one_line(there: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """verifiers 0.4 pins 2.0.0, whose servers take other arguments."""
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["mcp"]
    monkeypatch.setattr("importlib.metadata.version", lambda name: {"mcp": there}[name])
    done = run_here(*SERVE)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"{extra[0]}, not {there}: pip install '.[mcp]'" in line
