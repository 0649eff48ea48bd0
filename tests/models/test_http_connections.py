"""Connections of the HTTP client: each request has one of its own, and those that are free and in order are used again."""

import asyncio
from collections.abc import Awaitable, Callable

import anyio
import httpx2
import pytest

from automotive_env.models import connections, http
from automotive_env.models.reply import HttpStatusError, UnreadableReply


def said(body: str = "{}", status: str = "200 OK", headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n{body}".encode()


class Server:
    """Says the next of its lines to each request; an empty one, or the end of them, closes the connection."""

    def __init__(self, *lines: bytes) -> None:
        self.lines = list(lines)
        self.opened = 0
        self.heads: list[str] = []
        self.everybody = asyncio.Event()
        self.awaited = 1

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        if self.opened >= self.awaited:
            self.everybody.set()
        while head := await reader.readuntil(b"\r\n\r\n") if not reader.at_eof() else b"":
            self.heads.append(head.decode())
            await self.everybody.wait()
            line = self.lines.pop(0) if self.lines else b""
            writer.write(line)
            if not line or b"Connection: close" in line or not line.startswith(b"HTTP/1.1"):
                break
        writer.close()


def played(server: Callable[[], Server], ask: Callable[[httpx2.AsyncClient, str], Awaitable[None]]) -> Server:
    async def play() -> Server:
        told = server()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await told.answer(reader, writer)
            except (asyncio.IncompleteReadError, OSError):
                writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as listener:
            url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
            async with http.open_client(20) as client:
                await ask(client, url)
        return told

    return anyio.run(play)


def test_a_connection_is_used_again_whatever_the_status_was():
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        assert (await client.post(url)).text == "one"
        with pytest.raises(HttpStatusError, match="500: broken"):
            await client.post(url, json={})
        assert (await client.post(url)).text == "ä"

    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\xc3\r\n1\r\n\xa4\r\n0\r\n\r\n"
    server = played(lambda: Server(said("one"), said("broken", "500 No"), chunked), ask)
    assert (server.opened, len(server.heads)) == (1, 3)


def test_requests_at_the_same_time_have_a_connection_each():
    def five() -> Server:
        server = Server(*[said()] * 5)
        server.awaited = 5
        return server

    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(client.get, url)

    assert played(five, ask).opened == 5


@pytest.mark.parametrize("first", [said(headers="Connection: close\r\n"), b"HTTP/1.0 200 OK\r\n\r\n{}", said() + said("unasked")])
def test_a_connection_that_goes_no_further_is_not_used_again(first: bytes):
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        assert (await client.post(url)).text == "{}"
        assert (await client.post(url)).text == "two"

    assert played(lambda: Server(first, said("two")), ask).opened == 2


def test_neither_is_one_that_was_free_for_long(monkeypatch):
    monkeypatch.setattr(connections, "KEEP_SECONDS", 0)

    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        await client.post(url)
        await client.post(url)

    assert played(lambda: Server(said(), said()), ask).opened == 2


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"HELLO\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"HTTP/1.1 100 Continue\r\n" + b"X: 1\r\n" * 30_000,
    ],
)
def test_what_is_no_response_is_the_transports_error_and_the_next_request_is_sent(line: bytes):
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        with pytest.raises(httpx2.TransportError):
            await client.post(url)
        assert (await client.post(url)).text == "two"

    assert played(lambda: Server(line, said("two")), ask).opened == 2


def test_what_is_too_long_is_not_read_to_its_end(monkeypatch):
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        with pytest.raises(UnreadableReply, match="more than 2 MB"):
            await client.post(url)

    played(lambda: Server(said(" " * 3 * 2**20)), ask)


def test_a_password_in_the_address_is_sent_and_a_redirect_is_not_followed():
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        await client.post(url.replace("//", "//me:secret@"))
        with pytest.raises(HttpStatusError, match="302"):
            await client.post(url)

    server = played(lambda: Server(said(), said("", "302 There", "Location: http://elsewhere.example/\r\n")), ask)
    assert "authorization: basic" in server.heads[0].lower()


def test_what_is_no_address_of_a_server():
    async def ask(client: httpx2.AsyncClient, url: str) -> None:
        for address in ("ftp://127.0.0.1/", "http:///"):
            with pytest.raises(httpx2.UnsupportedProtocol):
                await client.post(address)

    played(lambda: Server(), ask)


def test_a_server_that_is_not_there_is_named_without_a_word_about_tls(dead_url: str):
    async def ask() -> str:
        async with http.open_client(20) as client:
            with pytest.raises(httpx2.ConnectError) as refused:
                await client.post(dead_url)
        return str(refused.value)

    message = anyio.run(ask)
    assert message.startswith(dead_url.split("/")[2])
    assert "ssl" not in message
