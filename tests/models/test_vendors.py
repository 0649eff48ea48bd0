"""What holds for every model that is asked over the network, whoever sells it."""

import time

import anyio
import numpy as np
import pytest
from model_server import (
    ASK,
    EVERY_VENDOR,
    SECRET,
    Loopback,
    Reply,
    Vendor,
    ask,
    closing,
    fault,
    images_in,
    leaves,
    probed,
    texts_in,
)

from automotive_env.episode.imaging import decode
from automotive_env.models.model import Completion, ModelRequest, Sampling, Usage
from automotive_env.models.reply import MAX_RECEIVED_BYTES

pytestmark = EVERY_VENDOR


def pictures(count: int) -> list[np.ndarray]:
    return [np.random.default_rng(i).integers(0, 256, (20 + i, 30, 3), dtype=np.uint8) for i in range(count)]


def test_a_request_and_its_reply(vendor: Vendor, loopback: Loopback, monkeypatch):
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback)) == Completion.of("Left.", Usage(7, 3, 1))
    assert [path.startswith(f"{vendor.base}/") for path in loopback.paths] == [True]
    assert [value for value in loopback.headers[0].values() if SECRET in value]
    assert "Which way?" in texts_in(loopback.asked[0])
    sent = {leaf for leaf in leaves(loopback.asked[0]) if type(leaf) in (int, float)}
    assert sent == {0.5, 99, 7} - (set() if "seed" in vendor.model(loopback).words else {7})


def test_images_arrive_as_png_in_order(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Two.")))
    sent = pictures(2)
    ask(vendor.model(loopback), ModelRequest.of("act", "How many?", images=sent, sampling=Sampling(seed=0)))
    received = images_in(loopback.asked[0])
    assert all(data.startswith(b"\x89PNG\r\n\x1a\n") for data in received)
    assert [decode(data).tolist() for data in received] == [image.tolist() for image in sent]
    assert "How many?" in texts_in(loopback.asked[0])


def test_a_server_of_ones_own_needs_no_key(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback)).text == "Left."


def test_the_official_server_needs_a_key(vendor: Vendor):
    message = fault(vendor.named("m-1"))
    assert vendor.key in message
    assert "set" in message


def test_a_key_with_a_line_break_inside(vendor: Vendor, loopback: Loopback, monkeypatch):
    monkeypatch.setenv(vendor.key, "sk-one\nsk-two")
    message = fault(vendor.model(loopback))
    assert vendor.key in message
    assert "sk-one" not in message


def test_a_reply_cut_short(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Le", finish=vendor.dialect.cut)))
    assert ask(vendor.model(loopback)).choice.finish == "length"


def test_a_refusal_is_a_completion(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("I would rather", finish=vendor.dialect.withheld)))
    completion = ask(vendor.model(loopback))
    assert (completion.text, completion.choice.finish) == ("", "refused")
    assert completion.usage.prompt_tokens == 7


def test_no_usage_counts_as_zero(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({name: member for name, member in vendor.says("Left.").items() if "usage" not in name.lower()}))
    assert ask(vendor.model(loopback)).usage == Usage(0, 0, 1)


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "check the key in"), (403, "forbidden"), (404, "check the name"), (302, "redirects")]
)
def test_final_failures_are_not_retried(vendor: Vendor, loopback: Loopback, monkeypatch, status: int, hint: str):
    monkeypatch.setenv(vendor.key, SECRET)
    error = {"error": {"message": f"No, {SECRET}!", "code": status}}
    loopback.says(Reply(error, status, {"Location": "http://127.0.0.1:9/"}))
    message = fault(vendor.model(loopback))
    assert hint in message
    assert SECRET not in message
    assert len(loopback.asked) == 1


def test_a_key_that_is_missing_where_one_is_wanted(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({"error": {"message": "who are you?"}}, 401))
    assert f"set {vendor.key}" in fault(vendor.model(loopback))


def test_a_picture_that_is_none_is_the_callers_mistake(vendor: Vendor, loopback: Loopback):
    with pytest.raises(ValueError, match="shape"):
        ask(vendor.model(loopback), ModelRequest.of("act", "?", images=[np.zeros((4, 4), np.uint8)]))


def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({"error": {"message": "slow down"}}, 429, {"Retry-After": "0.1"}), Reply(vendor.says("Left.")))
    began = time.monotonic()
    assert ask(vendor.model(loopback)).text == "Left."
    assert time.monotonic() - began >= 0.1
    assert len(loopback.asked) == 2


def test_a_slow_server_is_retried(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Late."), seconds=3.0), Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback, attempts=50, request_timeout=0.4, total_timeout=60)).text == "Left."


def test_the_total_time_is_bounded(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply({"error": {"message": "slow down"}}, 429, {"Retry-After": "30"}))
    fault(vendor.model(loopback, attempts=1))  # loads the vendor's package, which may take longer than the total
    began = time.monotonic()
    message = fault(vendor.model(loopback, total_timeout=1))
    assert time.monotonic() - began < 25  # and not the 30 s that were asked for
    assert "slow down" in message
    assert "1 s" in message


def test_nobody_listens(vendor: Vendor, dead_url: str):
    message = fault(vendor.at(dead_url))
    assert dead_url in message
    assert "is the server running there?" in message


def test_a_proxy_that_is_none(vendor: Vendor, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "carrier-pigeon://me:secret@roof")
    message = fault(vendor.at("http://model.example"))
    assert "HTTP_PROXY names the malformed proxy carrier-pigeon://roof; write http://HOST:PORT" in message
    assert "proxy settings" in message


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "127.0.0.1:9", "carrier-pigeon://roof"])
def test_a_proxy_is_not_used_for_this_machine(vendor: Vendor, loopback: Loopback, dead_url: str, monkeypatch, proxy: str):
    monkeypatch.setenv("HTTP_PROXY", proxy)
    loopback.says(Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback)).text == "Left."
    message = fault(vendor.at(dead_url, attempts=1))
    assert (
        f"the proxy {proxy if '//' in proxy else f'http://{proxy}'} of HTTP_PROXY is not used for addresses on this machine"
        in message
    )


def test_a_proxy_is_used_for_other_machines(vendor: Vendor, loopback: Loopback, dead_url: str, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", loopback.url.replace("//", "//me:secret@"))
    loopback.says(Reply(vendor.says("Left.")))
    assert ask(vendor.at("http://model.example" + vendor.base)).text == "Left."
    assert loopback.paths[0].startswith("http://model.example/")
    assert loopback.headers[0]["proxy-authorization"] == "Basic bWU6c2VjcmV0"
    monkeypatch.setenv("HTTP_PROXY", dead_url.replace("//", "//me:secret@"))
    message = fault(vendor.at("http://model.example", attempts=1))
    assert f"it was reached through the proxy {dead_url} of HTTP_PROXY" in message
    assert "secret" not in message


def test_a_proxy_that_connects_to_nobody(vendor: Vendor, loopback: Loopback, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", loopback.url.replace("//", "//me:secret@"))
    message = fault(vendor.at("https://model.example", attempts=1))
    assert f"it was reached through the proxy {loopback.url} of HTTPS_PROXY" in message
    assert "secret" not in message


def test_a_connection_that_breaks(vendor: Vendor, loopback: Loopback):
    cut = Reply(vendor.says("Left."), headers={"Content-Length": "9999", "Connection": "close"})
    loopback.says(cut, Reply(vendor.says("Left.")))
    assert ask(vendor.model(loopback)).text == "Left."
    assert len(loopback.asked) == 2


def test_a_huge_reply_is_not_read_to_its_end(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("x" * (MAX_RECEIVED_BYTES + 1))))
    assert "more than 2 MB" in fault(vendor.model(loopback))


def test_a_huge_failure_is_not_read_to_its_end(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(b"x" * (MAX_RECEIVED_BYTES + 1), 400))
    assert len(fault(vendor.model(loopback))) < 400


def test_a_probe_is_one_small_request(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("")))
    model = vendor.model(loopback)
    probed(model)
    assert len(loopback.asked) == 1
    assert len(str(loopback.asked[0])) < 600


def test_one_model_serves_several_runs(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Left.")))
    model = vendor.model(loopback)

    async def twice() -> None:
        await model.complete(ASK)
        await model.complete(ASK)

    for _ in range(2):
        closing(model, twice)
    anyio.run(model.close)
    assert ask(model).text == "Left."


def test_many_requests_at_once(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("Left.")))
    model = vendor.model(loopback)

    async def together() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(model.complete, ASK)
        await model.close()

    anyio.run(together)
    assert len(loopback.asked) == 20
