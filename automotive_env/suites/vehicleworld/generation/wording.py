"""Words for wishes: slots are filled, phrases spelled out, and clauses joined to what a driver says in one breath."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World
from automotive_env.suites.vehicleworld.generation.tables import SLOT, IntentTemplate, PhraseTemplate, table

CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
NUMBER = re.compile(r"\{#([^|}]*)\|([^}]*)\}")
NOUN = re.compile(r"\{the:([^}]*)\}")
PLACES = {"seat": "seat", "front": "seat", "back": "seat", "mirror": "mirror", "row": "row"}
"""Slot of a place -> its table."""
WITHIN = {"front": SEATS[:2], "back": SEATS[2:]}
"""Slots that take some seats only."""
NOT_ASKED = ("don't ", "no ", "the ", "let me ", "let us ", "let's ", "first ", "from now on ", "forget ")
"""How clauses begin that do not stand in a question."""
THANKS = ("Thanks", "Great", "Perfect", "Good", "Right", "Oh, and", "{A}, too", "Also", "And", "Can you also")
"""What does not follow a request that was declined."""
NOT_REPEATED = ("please", "while you're at it", "after that", "also", "then ", "and ")
"""What nobody says twice, in a clause and around it."""


@dataclass(frozen=True, slots=True)
class FilledIntent:
    """An intent with its slots filled.

    Attributes:
        intent: what is wanted.
        values: slot -> value of the call's argument.
        place: the row of the table of places, where there is one.
    """

    intent: IntentTemplate
    values: Mapping[str, Any]
    place: Mapping[str, Any] | None = None

    @property
    def call(self) -> str:
        """The right call as the release writes it."""
        return f"vw.{self.intent.module}.{spell_call(self.intent.call, self.values)}"


def spell_call(template: str, values: Mapping[str, Any]) -> str:
    """A call with its slots filled."""
    return SLOT.sub(lambda slot: repr(values[slot[1]]), template)


def fill(intent: IntentTemplate, car: World, rng: Random, *, fixed: Mapping[str, Any] | None = None) -> FilledIntent | None:
    """Draw the slots of an intent; None where the car has nothing to draw from.

    Args:
        intent: what is wanted.
        car: as it stands: contacts, stations and stops are its own.
        rng: source of chance.
        fixed: values to keep.
    """
    values: dict[str, Any] = dict(fixed or {})
    place: Mapping[str, Any] | None = None
    for slot in dict.fromkeys(SLOT.findall(intent.call + " ".join(intent.before))):
        if slot in PLACES and slot not in values:
            rows = places(slot)
            place = rng.choices(rows, [row["weight"] for row in rows])[0]
            values[slot] = [car.environment.speaker] if place["value"] == "me" else place["value"]
        elif slot == "unit":
            values.setdefault("unit", rng.choice(list(intent.amounts)))
        elif slot == "n":
            unit = values.setdefault("unit", rng.choice(list(intent.amounts)))
            low, high, step = intent.amounts[unit]
            number = low + step * rng.randrange(int((high - low) / step) + 1)
            values.setdefault("n", int(number) if number == int(number) else number)
        elif slot == "bit":
            values.setdefault("bit", rng.choice(["large", "little", "little", "tiny"]))
        elif slot not in values:
            known = _known(slot, car)
            if not known:
                return None
            values[slot] = rng.choice(known)
    return FilledIntent(intent, values, place)


def places(slot: str) -> list[Mapping[str, Any]]:
    """The rows of places that a slot may take."""
    rows = table("places")[PLACES[slot]]
    if slot not in WITHIN:
        return list(rows)
    return [row for row in rows if row["value"] != "me" and set(row["value"]) <= set(WITHIN[slot])]


def _known(slot: str, car: World) -> list[str]:
    if slot == "contact":
        busy = {car.conversation.current_contact, car.conversation.last_called_contact}
        return [contact.name for contact in car.conversation.contacts if contact.name not in busy]
    if slot == "sender":
        return sorted({message.contact for message in car.conversation.messages if not message.read})
    if slot == "waypoint":
        return [stop.location for stop in car.navigation.waypoints]
    if slot == "station":
        now = car.radio.current_station
        return sorted({one.name for one in (*car.radio.history, *car.radio.collection) if not now or one.name != now.name})
    return list(table("words")[slot])


def spell(phrase: PhraseTemplate, wish: FilledIntent | None, rng: Random) -> str:
    """A phrase with its choices made and its slots filled."""
    text = phrase.text.removeprefix("~")
    while CHOICE.search(text):
        text = CHOICE.sub(lambda choice: rng.choice(choice[1].split("|")), text, count=1)
    if wish is None:
        return text
    if wish.place:
        row, many = wish.place, _is_plural(wish.place)
        text = NUMBER.sub(lambda forms: forms[2] if many else forms[1], text)
        text = NOUN.sub(lambda noun: rng.choice(row["the"]).replace("{Ns}", f"{noun[1]}s").replace("{N}", noun[1]), text)
        text = text.replace("{for}", rng.choice(row["for"]))
    if "n" in wish.values:
        relative = wish.intent.action in ("by", "cut")
        text = text.replace("{n}", amount(wish.values["n"], wish.values.get("unit", ""), relative=relative))
    if "bit" in wish.values:
        text = text.replace("{bit}", rng.choice(table("words")["bit"][wish.values["bit"]]))
    return SLOT.sub(lambda slot: str(wish.values[slot[1]]), text)


def amount(number: float, unit: str, *, relative: bool) -> str:
    """An amount as one says it: "level 2" is where, "2 levels" is by how much."""
    at, by_one, by_many = table("words")["units"][unit]
    form = at if not relative and at != by_many else by_one if number == 1 else by_many
    return str(form).replace("{n}", f"{number:g}")


def _is_plural(place: Mapping[str, Any]) -> bool:
    return any("{Ns}" in form for form in place["the"])


def join(clauses: Sequence[tuple[str, str]], rng: Random, *, later: bool = False, thanked: bool = True) -> str:
    """Clauses as one utterance; sentences come first, then imperatives, then fragments, as `ORDER` sorts them.

    Args:
        clauses: kind and text of each.
        rng: source of chance.
        later: whether something was said before.
        thanked: whether what was asked for before may be thanked for.
    """
    ways = {
        kind: [way for way in table("dialogue")[kind] if thanked or not way.startswith(THANKS)] for kind in ("next", "spoken")
    }
    parts = [text for kind, text in clauses if kind == "sentence"]
    orders = [text for kind, text in clauses if kind == "imperative"]
    fragments = [text for kind, text in clauses if kind == "fragment"]
    if parts and later and len(clauses) == 1:
        parts = [rng.choice(ways["spoken"]).replace("{S}", sentence(parts[0]))]
    for number, texts in enumerate((orders, fragments)):
        if texts:
            frames = ways["next"] if later and not parts else table("dialogue")["frames"]
            parts.append(framed(listed(texts, rng, together=number == 1), frames, rng, plain=number == 1))
    return " ".join(sentence(part) for part in parts)


ORDER = ("sentence", "imperative", "fragment")


def listed(texts: Sequence[str], rng: Random, *, together: bool) -> str:
    """Clauses as a list: "a, b and c"."""
    if len(texts) == 2 and not together:
        first, second = texts
        ways = [way for way in table("dialogue")["two"] if not way.startswith("first") or not first.startswith(NOT_ASKED)]
        return str(rng.choice(ways)).replace("{A}", first).replace("{B}", second)
    if len(texts) > 1:
        texts = [text.removesuffix(", please") for text in texts]
    head, last = texts[:-1], texts[-1]
    return f"{', '.join(head)} and {last}" if head else last


def framed(clause: str, frames: Sequence[str], rng: Random, *, plain: bool) -> str:
    """A clause within a frame that suits it: nothing is said twice, nothing asked around "don't" or a fragment."""
    asked = not plain and not clause.startswith(NOT_ASKED) and '"' not in clause
    fitting = [
        frame
        for frame in frames
        if not any(word in frame.lower() and word in clause for word in NOT_REPEATED)
        and not (clause.startswith("first ") and frame.startswith("And"))
        and (asked or frame in ("{A}.", "{A}, please.", "Okay, now {A}.", "Good. {A}.", "Right, {A}.", "And {A}."))
    ]
    frame = rng.choice(fitting)
    if ". {A}" in frame:
        clause = clause[0].upper() + clause[1:]
    return frame.replace("{A}", clause)


def sentence(text: str) -> str:
    """A text that begins with a capital letter and ends with a mark."""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".?!:" else f"{text}."
