"""Who owns a car, since when, and how they like it: drawn from a seed and a country, before all that follows from it.

    >>> owner = profile_for(7, "DE")
    >>> owner == profile_for(7, "DE"), owner.kilometres > owner.service_kilometres
    (True, True)

What else is drawn about an owner, such as seats or tyres, is drawn from here, so that it fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

from automotive_env.car.content.table import table
from automotive_env.car.driving.energy import POWERTRAINS
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.place.cultures import culture_of

Household = Literal["alone", "couple", "family"]

FROM_ELSEWHERE = 0.12
"""Share of owners whose names, friends and messages are those of another country than the one they live in."""
AGES: dict[tuple[int, int], tuple[tuple[Household, ...], tuple[str, ...]]] = {
    (19, 29): (("alone", "alone", "couple"), ("Electronic", "Hip-Hop", "Indie", "Pop", "Metal")),
    (30, 44): (("alone", "couple", "family", "family"), ("Pop", "Rock", "Indie", "Soul", "World", "Electronic")),
    (45, 64): (("couple", "couple", "family"), ("Rock", "Soul", "Reggae", "Country", "Folk", "Jazz")),
    (65, 82): (("alone", "couple", "couple"), ("Classical", "Jazz", "Folk", "Country", "World")),
}
"""Age band -> how its people live, and the genres they choose from."""
ADULT, RETIRES = 18, 65
KILOMETRES_A_DAY = (15, 70)
ENERGY_LEFT = (34, 96)
SERVICE_KILOMETRES, SERVICE_DAYS = 20_000, 730
"""After which distance or time, whichever comes first, a service is due."""
SHOWN = {
    language.tag.partition("-")[0]: (language.name, 0.5 if language.name == "Chinese" else 0.25)
    for language in LANGUAGES.values()
    if language.name != "English"
}
"""Culture -> its language, and the share of its people who have that on the displays; the others have English there."""


@dataclass(frozen=True, slots=True)
class OwnerProfile:
    """The owner of a car.

    Attributes:
        seed: what the life is drawn from; 0 is the default car.
        country: where they live, ISO 3166-1 alpha-2.
        name: given name and family name, as the table of their culture writes them.
        culture: of names and messages, a key of the table of names.
        age: years.
        works: whether there is a place of work.
        genres: two kinds of music they like most.
        days: how long they have had the car, which was new then.
        kilometres: on the odometer.
        service_days: how many days ago the last service was; when the car was handed over, where it had none yet.
        service_kilometres: what the odometer showed then.
        temperature: degrees Celsius that they like to have set.
        theme: of the display, "auto", "day" or "night".
        language: on the displays.
        volume: per cent at which they like to listen.
        powertrain: what their car runs on, "electric" or "combustion".
        energy_level: per cent of the charge or of the tank that is left.
    """

    seed: int
    country: str
    name: str = "Robin Hale"
    culture: str = "en"
    age: int = 38
    household: Household = "couple"
    works: bool = True
    genres: tuple[str, str] = ("Folk", "Electronic")
    days: int = 400
    kilometres: int = 18_400
    service_days: int = 35
    service_kilometres: int = 17_250
    temperature: float = 22
    theme: str = "auto"
    language: str = "English"
    volume: int = 50
    powertrain: str = "electric"
    energy_level: int = 72

    @property
    def given_name(self) -> str:
        """What friends call them."""
        return self.name.split()[0]


@lru_cache(maxsize=1024)
def profile_for(seed: int, country: str) -> OwnerProfile:
    """The owner that a seed draws in a country; that of seed 0 is the same everywhere."""
    if not seed:
        return OwnerProfile(0, country)
    rng = Random(f"profile {seed} {country}")
    culture = culture_of(country)
    if rng.random() < FROM_ELSEWHERE:
        culture = rng.choice(sorted(table("names").keys() - {culture}))
    names = table("names")[culture]
    (youngest, oldest), (households, genres) = rng.choice(list(AGES.items()))
    age = rng.randint(youngest, oldest)
    days = rng.randint(40, 365 * min(9, age - ADULT))
    a_day = rng.randint(*KILOMETRES_A_DAY)
    every = min(SERVICE_DAYS, SERVICE_KILOMETRES // a_day)
    since_service = days % every
    first, second = rng.sample(genres, 2)
    language, share = SHOWN.get(culture, ("English", 0.0))
    return OwnerProfile(
        seed, country, f"{rng.choice(names['given'])} {rng.choice(names['family'])}", culture, age, rng.choice(households),
        works=age < RETIRES,
        genres=(first, second),
        days=days,
        kilometres=days * a_day,
        service_days=since_service,
        service_kilometres=(days - since_service) * a_day,
        temperature=rng.randrange(39, 49) / 2,
        theme=rng.choice(("auto", "auto", "auto", "day", "night")),
        language=language if share and rng.random() < share else "English",
        volume=rng.randrange(30, 75, 5),
        powertrain=rng.choice(POWERTRAINS),
        energy_level=rng.randint(*ENERGY_LEFT),
    )  # fmt: skip
