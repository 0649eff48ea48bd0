"""Replies and failures that are too long, too large a number, or meant for a terminal."""

import socket
import threading

import legacy_sdk
import pytest
from model_server import EVERY_VENDOR, LEGACY, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.model import Usage
from automotive_env.models.sanitise import MAX_REPLY_BYTES

pytestmark = EVERY_VENDOR


def test_a_long_reply_is_cut_and_the_rest_counted(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("a" * (MAX_REPLY_BYTES + 1_000))))
    completion = ask(vendor.model(loopback))
    assert completion.text == "a" * MAX_REPLY_BYTES
    assert completion.choice.dropped == 1_000


def test_a_reply_of_just_the_bound_is_whole(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("a" * MAX_REPLY_BYTES)))
    completion = ask(vendor.model(loopback))
    assert (len(completion.text), completion.choice.dropped) == (MAX_REPLY_BYTES, 0)


@pytest.mark.parametrize("tokens", [10**10, int("9" * 4_299)], ids=["11 digits", "4299 digits"])
def test_an_absurd_number_of_tokens_does_not_count(vendor: Vendor, loopback: Loopback, tokens: int):
    loopback.says(Reply(vendor.says("Left.", prompt=tokens)))
    if vendor == LEGACY and legacy_sdk.IS_INSTALLED:  # it takes 32 bits, and refuses the whole reply
        assert "an invalid reply" in fault(vendor.model(loopback))
    else:
        assert ask(vendor.model(loopback)).usage == Usage(0, 3, 1)


@pytest.mark.parametrize("wait", ["1000000000", "1e300", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_server_that_asks_for_an_absurd_wait_is_given_up_at_once(vendor: Vendor, loopback: Loopback, wait: str):
    loopback.says(Reply({"error": {"message": "come back"}}, 429, {"Retry-After": wait}))
    message = fault(vendor.model(loopback))
    assert "the limit is 60 s" in message
    assert len(message) < 400
    assert len(loopback.asked) == 1


ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b31mred\x08\u202e"


@pytest.mark.filterwarnings("error")  # a warning is shown as it is
def test_nothing_that_a_server_says_can_steer_a_terminal(vendor: Vendor, loopback: Loopback):
    for reply in (
        Reply({"error": {"message": ESCAPES}}, 400),
        Reply({"error": {"message": ESCAPES}}, 503),
        Reply(ESCAPES.encode()),
    ):
        loopback.says(reply)
        assert not set(fault(vendor.model(loopback))) & set("\x1b\x07\x08\x9b\u202e\n")
    loopback.says(Reply(vendor.says(f"{ESCAPES}Two\n\tlines", finish=ESCAPES)))
    completion = ask(vendor.model(loopback))
    assert not set(completion.text + completion.choice.finish) & set("\x1b\x07\x08\x9b\u202e")
    assert completion.text.endswith("Two\n\tlines")


def test_a_failure_that_names_a_wrong_place_in_a_wrong_way(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({"detail": [{"loc": 5, "msg": "what?"}]}, 422))
    assert "refuses the request (422: : what?)" in fault(vendor.model(loopback))


def test_no_thread_that_a_process_waits_for_stays_with_a_server_that_never_ends(vendor: Vendor, monkeypatch):
    monkeypatch.setenv(vendor.key, "a-key-of-some-kind")
    before, ended = set(threading.enumerate()), threading.Event()

    def send(client: socket.socket) -> None:
        with client:
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n")
            while not ended.wait(0.05):
                try:
                    client.sendall(b" ")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            while not ended.is_set():
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=send, args=(client,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            assert "no answer" in fault(vendor.at(url, request_timeout=0.2, total_timeout=0.3))
            assert all(thread.daemon for thread in set(threading.enumerate()) - before)
        finally:
            ended.set()
            listener.shutdown(socket.SHUT_RDWR)
