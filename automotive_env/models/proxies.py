"""Whether a server is reached through a proxy of the environment. One on this machine never is."""

from __future__ import annotations

import os
import socket
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


def proxy_for(url: str) -> str | None:
    """The URL of the proxy through which a server is asked, or None.

    Raises:
        ValueError: the proxy cannot be used.
    """
    proxy = _configured(url)
    if not proxy or is_loopback(url):
        return None
    if urlsplit(proxy).scheme not in ("http", "https") or not urlsplit(proxy).hostname:
        raise ValueError(f"{_source(url)} names the malformed proxy {_shown(proxy)}; write http://HOST:PORT")
    return proxy


def about_proxy(url: str) -> str:
    """What a message about a server that cannot be reached says of a proxy, empty where there is none."""
    proxy = _configured(url)
    if not proxy:
        return ""
    if is_loopback(url):
        return f"; the proxy {_shown(proxy)} of {_source(url)} is not used for addresses on this machine"
    return f"; it was reached through the proxy {_shown(proxy)} of {_source(url)}"


def is_loopback(url: str) -> bool:
    """Whether an address is one of this machine, in any spelling that the system takes."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        try:
            address = ip_address(socket.inet_aton(host))  # such as 127.1
        except OSError:
            return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return any(one.is_loopback or one.is_unspecified for one in (address, mapped) if one)


def _configured(url: str) -> str:
    """The proxy that the environment names for an address."""
    parts, proxies = urlsplit(url), getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
    if not proxy or not parts.hostname or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _source(url: str) -> str:
    names = (name for kind in (urlsplit(url).scheme, "all") for name in (f"{kind}_proxy", f"{kind}_proxy".upper()))
    return next((name for name in names if os.environ.get(name)), "the system's settings")


def _shown(proxy: str) -> str:
    """A proxy without its password."""
    parts = urlsplit(proxy)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
