"""What a model's tokens cost. A price that is not in the table is unknown, and stays so."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from automotive_env.errors import UsageError
from automotive_env.models.kinds import find_kind
from automotive_env.models.model import Usage

SHIPPED = Path(__file__).with_name("prices.json")
MILLION = 1_000_000
MAX_FILE_BYTES = 2**22

Dollars = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class Price(BaseModel):
    """US dollars for a million tokens.

    Attributes:
        prompt: of what is sent.
        completion: of replies, what was thought included.
        cached: of what is sent and the server has read already; as `prompt` where it is None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: Dollars
    completion: Dollars
    cached: Dollars | None = None

    def of(self, usage: Usage) -> float:
        """What calls cost, in US dollars."""
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        reading = self.prompt if self.cached is None else self.cached
        paid = self.prompt * (usage.prompt_tokens - cached) + reading * cached + self.completion * usage.completion_tokens
        return paid / MILLION


FREE = Price(prompt=0, completion=0)
"""Of what asks nobody."""


class PriceTable(BaseModel):
    """Prices of models.

    Attributes:
        date: day on which they held.
        source: where they are from.
        models: name of a model, as records call it -> its price.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    date: date
    source: str = ""
    models: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        """The price of a model, or None where it is unknown."""
        if model in self.models:
            return self.models[model]
        name, colon, rest = model.partition(":")
        kind = find_kind(name)
        if kind and kind.priced_as:
            return self.of(f"{kind.priced_as}{colon}{rest}")
        return FREE if kind and kind.is_free else None


def load_prices(path: Path | None = None) -> PriceTable:
    """The table in a file, or the one of this package.

    Raises:
        UsageError: it cannot be read, or is no such table.
    """
    try:
        with (path or SHIPPED).open("rb") as file:
            return PriceTable.model_validate_json(file.read(MAX_FILE_BYTES))
    except OSError as error:
        raise UsageError(f"cannot read the table of prices {path}: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"{part}: " for part in first["loc"])
        raise UsageError(f"{path} is not a valid table of prices: {where}{first['msg']}; docs/models.md shows one") from None
