"""An API key goes to the server that was named, and to nobody else: no other host, no message, no reply."""

import json
from base64 import b64encode, urlsafe_b64encode
from binascii import hexlify
from urllib.parse import quote

import pytest
import requests
from cases import cases
from model_server import EVERY_VENDOR, GEMINI, OPENAI, SECRET, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.reply import MAX_RECEIVED_BYTES, HttpStatusError, UnreadableReply
from automotive_env.models.requests_adapter import StrictAdapter
from automotive_env.models.sanitise import mask_keys, one_line


def keys_in(headers: dict[str, str]) -> list[str]:
    return [key for key in (SECRET, "another-key-0123") if any(key in value for value in headers.values())]


def has_a_piece_of_the_key(text: str) -> bool:
    return any(SECRET[start : start + 5] in text for start in range(len(SECRET) - 4))


@EVERY_VENDOR
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_key_follows_a_redirect(vendor: Vendor, loopback: Loopback, stranger: Loopback, monkeypatch, status: int):
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(Reply(status=status, headers={"Location": f"{stranger.url}/elsewhere"}))
    stranger.says(Reply(vendor.says("Thank you for the key.")))
    assert "redirects elsewhere" in fault(vendor.model(loopback))
    assert stranger.headers == []
    assert len(loopback.asked) == 1


@EVERY_VENDOR
def test_two_models_of_a_process_keep_their_keys_apart(vendor: Vendor, loopback: Loopback, stranger: Loopback, monkeypatch):
    for server in (loopback, stranger):
        server.says(Reply(vendor.says("Left.")))
    monkeypatch.setenv(vendor.key, SECRET)
    model = vendor.model(loopback)
    assert ask(model).text == "Left."
    monkeypatch.setenv(vendor.key, "another-key-0123")
    assert ask(vendor.model(stranger)).text == "Left."
    monkeypatch.setenv(vendor.key, SECRET)
    assert ask(model).text == "Left."
    assert [keys_in(headers) for headers in loopback.headers] == [[SECRET], [SECRET]]
    assert [keys_in(headers) for headers in stranger.headers] == [["another-key-0123"]]


@pytest.fixture
def session() -> requests.Session:
    session = requests.Session()
    session.mount("http://", StrictAdapter(5))
    session.headers["x-goog-api-key"] = SECRET
    return session


def test_a_requests_session_follows_no_redirect(session: requests.Session, loopback: Loopback, stranger: Loopback):
    loopback.says(Reply(status=307, headers={"Location": stranger.url}))
    stranger.says(Reply({}))
    with pytest.raises(HttpStatusError, match="307"):
        session.post(loopback.url, json={}, allow_redirects=True)
    assert stranger.headers == []


def test_a_requests_session_reads_no_more_than_it_must(session: requests.Session, loopback: Loopback):
    loopback.says(Reply(b"x" * (MAX_RECEIVED_BYTES + 1)))
    with pytest.raises(UnreadableReply, match="more than 2 MB"):
        session.post(loopback.url, json={})
    loopback.says(Reply(b"x" * MAX_RECEIVED_BYTES))
    assert len(session.post(loopback.url, json={}).content) == MAX_RECEIVED_BYTES


@EVERY_VENDOR
@cases("before", range(60, 215, 5))
@pytest.mark.at_once(1)
def test_a_key_that_a_shortened_message_would_cut_in_two(vendor: Vendor, loopback: Loopback, monkeypatch, before: int):
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(Reply({"error": {"message": "x" * before + SECRET, "code": 400}}, 400))
    assert not has_a_piece_of_the_key(fault(vendor.model(loopback)))


@EVERY_VENDOR
@cases("before", range(60, 125, 5))
def test_a_key_in_a_reply_that_is_none(vendor: Vendor, loopback: Loopback, monkeypatch, before: int):
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(Reply(b"y" * before + SECRET.encode()))
    assert not has_a_piece_of_the_key(fault(vendor.model(loopback)))


@EVERY_VENDOR
@pytest.mark.parametrize("spelled", [SECRET, quote(SECRET, safe=""), quote(SECRET), json.dumps(SECRET).replace("/", r"\/")])
def test_a_model_that_says_its_key_is_not_believed_to_mean_it(vendor: Vendor, loopback: Loopback, monkeypatch, spelled: str):
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(Reply(vendor.says(f"My key is {spelled}, and {SECRET.upper()}.", finish=SECRET)))
    completion = ask(vendor.model(loopback))
    assert completion.text.strip('"').startswith("My key is ")
    assert completion.text.count("***") == 2
    assert not has_a_piece_of_the_key(completion.text + completion.choice.finish)


@EVERY_VENDOR
def test_a_reply_that_ends_within_the_key_shows_no_more_than_its_prefix(vendor: Vendor, loopback: Loopback, monkeypatch):
    monkeypatch.setenv(vendor.key, SECRET)
    for said in (SECRET[:20], SECRET[5:], f"{SECRET[:14]} and {SECRET[14:]}", SECRET[:-1]):
        loopback.says(Reply(vendor.says(f"It is {said}")))
        text = ask(vendor.model(loopback)).text
        assert text.startswith("It is ***")
        assert not has_a_piece_of_the_key(text)


def test_all_keys_that_the_environment_holds_for_a_vendor_are_masked(loopback: Loopback, monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", SECRET)
    monkeypatch.setenv("GOOGLE_API_KEY", "AIza-other-0123")
    loopback.says(Reply(GEMINI.says("AIza-other-0123")))
    assert ask(GEMINI.model(loopback)).text == "***"


def test_a_placeholder_of_a_key_damages_no_reply(loopback: Loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "EMPTY")
    loopback.says(Reply(OPENAI.says("The trunk is empty.")))
    assert ask(OPENAI.model(loopback)).text == "The trunk is empty."


def test_control_characters_do_not_hide_a_key():
    assert one_line("\x1b[1m".join(SECRET), [SECRET], 100) == "***"


@pytest.mark.parametrize("key", [SECRET, "sk-proj-AbC_9+/=~xyz0123456789", "8letters"])
def test_a_key_is_masked_in_base64_and_hexadecimal_wherever_it_stands_in_the_encoded_text(key: str):
    for before in ("", "x", "xy", "xyz", "user:", "Bearer "):
        for after in ("", "\n", '", "model": "m"}'):
            data = f"{before}{key}{after}".encode()
            for form in (b64encode(data), urlsafe_b64encode(data), hexlify(data), hexlify(data).upper()):
                shown = mask_keys(f"It is {form.decode()}.", [key])
                kept = shown.removeprefix("It is ").removesuffix(".").split("***")
                assert len(kept) == 2
                assert len("".join(kept)) <= len(form) - len(key)


def test_words_and_other_encoded_text_are_kept():
    text = f"The_passenger_temperature_was_set {b64encode(bytes(range(200))).decode()} {'0123456789abcdef' * 4}"
    assert mask_keys(text, [SECRET, "8letters"]) == text
