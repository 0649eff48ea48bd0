"""Whether a proxy of the environment is used."""

import pytest

from automotive_env.models.proxies import about_proxy, is_loopback, proxy_for

PROXY = "http://me:secret@proxy.example:3128"


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("localhost.", True),
        ("model.localhost", True),
        ("127.0.0.1", True),
        ("127.1", True),
        ("127.200.3.4", True),
        ("0.0.0.0", True),
        ("[::1]", True),
        ("[::]", True),
        ("[::ffff:127.0.0.1]", True),
        ("2130706433", True),
        ("localhost.example", False),
        ("128.0.0.1", False),
        ("10.0.0.1", False),
        ("[fe80::1]", False),
        ("model.example", False),
        ("notlocalhost", False),
    ],
)
def test_addresses_of_this_machine(monkeypatch, host: str, is_here: bool):
    url = f"http://{host}:8000/v1"
    assert is_loopback(url) is is_here
    monkeypatch.setenv("http_proxy", PROXY)
    assert proxy_for(url) == (None if is_here else PROXY)
    assert ("is not used for addresses on this machine" in about_proxy(url)) is is_here
    assert "http://proxy.example:3128 of http_proxy" in about_proxy(url)
    assert "secret" not in about_proxy(url)


@pytest.mark.parametrize(
    ("variables", "url", "proxy"),
    [
        ({}, "http://a.example", None),
        ({"HTTP_PROXY": PROXY}, "https://a.example", None),
        ({"HTTPS_PROXY": PROXY}, "https://a.example", PROXY),
        ({"https_proxy": PROXY}, "https://a.example", PROXY),
        ({"ALL_PROXY": PROXY}, "https://a.example", PROXY),
        ({"ALL_PROXY": PROXY, "http_proxy": "http://b:1"}, "http://a.example", "http://b:1"),
        ({"http_proxy": "b:1"}, "http://a.example", "http://b:1"),
        ({"http_proxy": PROXY, "NO_PROXY": "a.example"}, "http://a.example", None),
        ({"http_proxy": PROXY, "no_proxy": ".example"}, "http://a.example:80", None),
        ({"http_proxy": PROXY, "no_proxy": "*"}, "http://a.example", None),
        ({"http_proxy": PROXY, "no_proxy": "b.example"}, "http://a.example", PROXY),
        ({"http_proxy": ""}, "http://a.example", None),
    ],
)
def test_the_proxy_of_an_address(monkeypatch, variables: dict[str, str], url: str, proxy: str | None):
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(url) == proxy
    assert bool(about_proxy(url)) is bool(proxy)


@pytest.mark.parametrize("proxy", ["socks5://a:1", "carrier-pigeon://roof", "http://", "ftp://a"])
def test_a_proxy_that_cannot_be_used(monkeypatch, proxy: str):
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(ValueError, match=r"HTTP_PROXY names the malformed proxy .*; write http://HOST:PORT"):
        proxy_for("http://a.example")
    assert proxy_for("http://localhost") is None
