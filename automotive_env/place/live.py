"""Context with a real geocoder for the location; everything else comes from the shipped tables. Never used by default."""

from __future__ import annotations

from threading import Lock
from typing import Any, Protocol

from automotive_env.episode.observation import GpsFix
from automotive_env.errors import EnvironmentFault
from automotive_env.place.context_provider import (
    MAX_STATEMENT_CHARACTERS,
    ContextMoment,
    ContextStatement,
    ContextTopic,
    OfflineContext,
)

TIMEOUT_S = 5.0
"""Seconds until an unanswered question is given up."""
PAUSE_S = 1.0
"""Seconds between two questions that the public Nominatim asks its users to keep."""


class Geocoder(Protocol):
    """The method of a geopy geocoder that is used."""

    def reverse(self, query: tuple[float, float], *, language: str, timeout: float) -> Any:
        """The address at a position, or None."""
        ...


def nominatim(user_agent: str, domain: str = "nominatim.openstreetmap.org", scheme: str = "https") -> Geocoder:
    """The geocoder of OpenStreetMap, or another of its kind; `user_agent` names your application, as its rules demand."""
    from geopy.geocoders import Nominatim

    geocoder: Geocoder = Nominatim(user_agent=user_agent, domain=domain, scheme=scheme)
    return geocoder


class LiveContext:
    """Asks a geocoder where the car is, at most once for each ten metres; blocks for `TIMEOUT_S` at most."""

    def __init__(self, geocoder: Geocoder, pause: float = PAUSE_S) -> None:
        self._geocoder = geocoder
        self._rest = OfflineContext()
        self._pause = pause
        self._found: dict[tuple[float, float], str] = {}
        self._next_question = 0.0
        self._one_at_a_time = Lock()

    def ask(self, fix: GpsFix, topic: ContextTopic, moment: ContextMoment) -> ContextStatement | None:
        """What is known; None where the geocoder knows no address.

        Raises:
            EnvironmentFault: the geocoder did not answer.
        """
        if topic is not ContextTopic.LOCATION:
            return self._rest.ask(fix, topic, moment)
        here = round(fix.latitude, 4), round(fix.longitude, 4)
        with self._one_at_a_time:  # cars of a run ask from threads of their own
            if here not in self._found:
                self._found[here] = self._address(here)
            text = self._found[here]
        return ContextStatement(ContextTopic.LOCATION, text, "Nominatim, OpenStreetMap contributors") if text else None

    def _address(self, here: tuple[float, float]) -> str:
        from geopy.exc import GeopyError

        self._wait()
        try:
            found = self._geocoder.reverse(here, language="en", timeout=TIMEOUT_S)
        except GeopyError as error:
            reason = type(error).__name__
            raise EnvironmentFault(f"the geocoder did not answer ({reason}); use the offline or a recorded context") from None
        # An address is a stranger's text: one line, printable, short.
        words = "".join(letter if letter.isprintable() else " " for letter in str(found or "")).split()
        return " ".join(words)[:MAX_STATEMENT_CHARACTERS]

    def _wait(self) -> None:
        from time import monotonic, sleep

        sleep(max(0.0, self._next_question - monotonic()))
        self._next_question = monotonic() + self._pause
