"""What a run asks of a server and what the server answers: all of it is in the records, and a recording plays the same run."""

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
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

EXTRA = {"chat_template_kwargs": {"enable_thinking": False}}
ASKED = ("--agent", "t3a", "--tasks", DEGREES, "--samples", "4", "--logprobs", "2", "--top-p", "0.9", "--stop", "END")
WAIT, DONE = '{"reason": "warm", "action_type": "wait"}', '{"reason": "done", "action_type": "status", "goal_status": "complete"}'


class StandIn:
    """A server with reasoning, several replies, log probabilities and cached tokens; it holds replies to a schema, if any."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(body)
                data = json.dumps(outer.reply(body)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        usage = {
            "prompt_tokens": 100,
            "completion_tokens": 40,
            "prompt_tokens_details": {"cached_tokens": 60},
            "completion_tokens_details": {"reasoning_tokens": 8},
        }
        choices = [self.choice(number, self.said(body)) for number in range(body.get("n", 1))]
        return {"id": "1", "object": "chat.completion", "created": 1, "model": "x", "choices": choices, "usage": usage}

    def said(self, body: dict[str, Any]) -> str:
        if "Reply with the word OK" in json.dumps(body["messages"]):
            return '{"word": "OK"}' if "response_format" in body else "OK"
        return WAIT if len(self.asked) == 2 else DONE

    def choice(self, number: int, text: str) -> dict[str, Any]:
        others = [{"token": "{", "logprob": -0.25}, {"token": "I", "logprob": -1.5}]
        token = {"token": "{", "logprob": -0.25, "bytes": [123], "top_logprobs": others}
        message = {"role": "assistant", "content": text, "reasoning_content": f"thought {number}"}
        return {"index": number, "message": message, "finish_reason": "stop", "logprobs": {"content": [token]}}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[StandIn]:
    server = StandIn()
    yield server
    server.close()


def play(folder: Path, model: str, *more: str) -> tuple[EpisodeRecord, list[StepRecord]]:
    arguments = (*ASKED, "--extra-body", json.dumps(EXTRA), "--no-images", "--model", model, "--out", str(folder), *more)
    done = run_here("run", *arguments)
    assert done.returncode == 0, done.stderr
    run = RunFolder.open(folder)
    (record,) = run.episodes()
    return record, run.steps(record.id)


@pytest.mark.parametrize("free", [False, True])
def test_all_that_was_asked_and_answered_is_in_the_records(free: bool, server: StandIn, tmp_path: Path) -> None:
    record, steps = play(tmp_path / "run", f"openai:x@{server.url}", *(["--free-form"] if free else []))
    acted = [call for step in steps for call in step.calls if call.purpose == "act"]
    sent = server.asked[1:]  # the first is the probe
    assert len(sent) == sum(len(step.calls) for step in steps)
    for call, body in zip((call for step in steps for call in step.calls), sent, strict=True):
        told = [{"role": message.role, "content": message.text} for message in call.messages]
        assert told == body["messages"]
        assert call.seed == body["seed"]
        wanted = {"n": 4, "temperature": 0.0, "top_p": 0.9, "max_tokens": 1000, "stop": ["END"], "logprobs": 2, "extra": EXTRA}
        assert call.sampling == wanted
        assert {name: body[name] for name in ("n", "temperature", "top_p", "max_tokens", "stop", "top_logprobs", *EXTRA)} == {
            **{name: wanted[name] for name in ("n", "temperature", "top_p", "max_tokens", "stop")},
            "top_logprobs": 2,
            **EXTRA,
        }
        schema = body["response_format"]["json_schema"]["schema"] if "response_format" in body else None
        assert call.reply_schema == schema
        assert (schema is None) is free
        assert [choice.reasoning for choice in call.choices] == [f"thought {number}" for number in range(4)]
        (token,) = call.choices[3].logprobs
        assert (token.token, token.logprob, token.alternatives) == ("{", -0.25, (("{", -0.25), ("I", -1.5)))
        assert call.usage.model_dump() == {
            "prompt_tokens": 100,
            "completion_tokens": 40,
            "calls": 1,
            "cached_tokens": 60,
            "reasoning_tokens": 8,
        }
    assert [call.choices[0].text for call in acted] == [WAIT, DONE]
    assert len({body["seed"] for body in sent}) == len(sent)
    assert record.usage["act"].cached_tokens == 60 * len(acted)
    assert record.tokens == 140 * len(sent)
    assert {name: server.asked[0][name] for name in ("top_p", "stop", *EXTRA)} == {"top_p": 0.9, "stop": ["END"], **EXTRA}


@pytest.mark.parametrize("free", [False, True])
def test_a_recording_plays_the_same_run(free: bool, server: StandIn, tmp_path: Path) -> None:
    said, more = tmp_path / "said.jsonl", ["--free-form"] if free else []
    record, steps = play(tmp_path / "run", f"record:{said}:openai:x@{server.url}", *more)
    asked = len(server.asked)
    again, same = play(tmp_path / "again", f"replay:{said}", *more)
    assert len(server.asked) == asked
    assert same == steps
    unlike = {"id", "model", "price", "seconds", "model_seconds"}
    assert again.model_dump(exclude=unlike) == record.model_dump(exclude=unlike)
    assert run_here("verify", str(tmp_path / "again")).returncode == 0
