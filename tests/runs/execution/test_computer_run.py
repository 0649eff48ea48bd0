"""A run with OpenAI's computer tool over the network: all of it is in the records, and a recording plays the same run."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from command_line import run_here
from registered import DEGREES

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import StepRecord

CHECK = {"id": "s1", "code": "sensitive_domain", "message": "Is it meant?"}
SIGNED = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "c2lnbmVk" * 100}


class StandIn:
    """A server of the Responses API that taps once, after a safety check, and then says that it is done."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                reply = outer.probed() if self.path.endswith("/chat/completions") else outer.reply(body)
                data = json.dumps(reply).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def probed(self) -> dict[str, Any]:
        message = {"role": "assistant", "content": '{"word": "OK"}'}
        return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        click = {"type": "click", "button": "left", "x": 5, "y": 5}
        call = {"type": "computer_call", "id": "cu_1", "call_id": "call_1", "status": "completed", "actions": [click]}
        text = {"type": "output_text", "text": "Done.", "annotations": []}
        message = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]}
        output = [SIGNED, call | {"pending_safety_checks": [CHECK]}] if len(self.asked) == 1 else [message]
        return {"object": "response", "status": "completed", "output": output, "usage": {"input_tokens": 9, "output_tokens": 3}}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[StandIn]:
    server = StandIn()
    yield server
    server.close()


def play(folder: Path, model: str) -> list[StepRecord]:
    asked = ("--agent", "openai_computer", "--tasks", DEGREES, "--model", model, "--out", str(folder), "--no-images")
    done = run_here("run", *asked)
    assert done.returncode == 0, done.stderr
    run = RunFolder.open(folder)
    (record,) = run.episodes()
    return run.steps(record.id)


def test_a_run_is_recorded_whole_and_replayed(server: StandIn, tmp_path: Path) -> None:
    steps = play(tmp_path / "run", f"record:{tmp_path / 'said.jsonl'}:openai:x@{server.url}")
    (first,), (second,) = ([call for call in step.calls if call.purpose == "act"] for step in steps if step.calls)
    assert first.computer["width"] == steps[0].notes["native"]["picture"][0]
    assert first.choices[0].tool_calls[0].checks[0].message == "Is it meant?"
    assert SIGNED["encrypted_content"] in first.choices[0].opaque
    said, told = second.messages[-2:]
    assert said.opaque == first.choices[0].opaque
    assert [check.id for check in told.acknowledged] == ["s1"]
    assert steps[0].notes["native"]["safety_checks"][0]["acknowledged"] is True
    outputs = [item for item in server.asked[1]["input"] if item.get("type") == "computer_call_output"]
    assert [output["acknowledged_safety_checks"] for output in outputs] == [[CHECK]]
    replayed = play(tmp_path / "again", f"replay:{tmp_path / 'said.jsonl'}")
    assert [step.action for step in replayed] == [step.action for step in steps]
