"""Who is answered over HTTP and web sockets."""

import anyio
import pytest

pytest.importorskip("starlette")

from automotive_env.adapters.own_pages import MAX_BODY, SameOriginGuard

PORT = 8123
HERE = f"127.0.0.1:{PORT}"


async def echo(scope, receive, send):
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message.get("body", b"")})


def asked(kind="http", parts=(b"{}",), **headers):
    """What is answered: messages that were sent."""
    sent, chunks = [], list(parts)

    async def receive():
        if kind == "websocket":
            return {"type": "websocket.connect"}
        return (
            {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)} if chunks else {"type": "http.disconnect"}
        )

    async def send(message):
        sent.append(message)

    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    anyio.run(SameOriginGuard(echo, PORT), {"type": kind, "headers": named, "method": "POST"}, receive, send)
    return sent


def status(**how):
    return asked(**how)[0]["status"]


def test_programs_of_this_machine_are_answered():
    assert status(host=HERE) == 200
    assert status(host=f"localhost:{PORT}", origin=f"http://localhost:{PORT}") == 200
    assert asked(host=HERE, parts=(b"ab", b"cd"))[1]["body"] == b"abcd"


@pytest.mark.parametrize(
    "headers", [{}, {"host": "evil.example"}, {"host": "127.0.0.1"}, {"host": HERE, "origin": "http://evil.example"}]
)
def test_other_hosts_and_pages_are_refused(headers):
    assert status(**headers) == 403
    assert [message["type"] for message in asked(kind="websocket", **headers)] == ["websocket.close"]


def test_a_page_without_an_origin_is_another_one():
    assert status(host=HERE, origin="null") == 403


def test_a_body_is_taken_up_to_its_bound_in_however_many_parts():
    assert status(host=HERE, parts=(b"x" * MAX_BODY,)) == 200
    assert status(host=HERE, parts=(b"x" * MAX_BODY, b"x")) == 413
    assert asked(host=HERE, parts=()) == []
