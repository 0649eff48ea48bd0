"""A scenario being written: wishes are drawn, tried on the car, and put into words, turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from automotive_env.car.core.world import MODULES, SCHEMA, World, all_apis
from automotive_env.suites.splits import SPLITS, Split
from automotive_env.suites.vehicleworld.generation.tables import (
    IntentTemplate,
    PhraseTemplate,
    Situation,
    declines,
    dialogue,
    exclude_each_other,
    of_split,
)
from automotive_env.suites.vehicleworld.generation.wording import (
    ORDER,
    PLACES,
    FilledIntent,
    fill,
    join,
    places,
    sentence,
    spell,
    spell_call,
)
from automotive_env.suites.vehicleworld.inits import beginning
from automotive_env.suites.vehicleworld.noticing import noticed_changes
from automotive_env.suites.vehicleworld.release import read_calls
from automotive_env.suites.vehicleworld.score import changed_slots

GOES_ON = ("music.", "radio.", "video.", "navigation.", "conversation.", "handset.", "system.")
"""Devices in which one wish may build on another, such as a route and a stop on it."""
SETTINGS = ("quality", "playback_mode", "map_view", "broadcast_mode", "map_zoom_level", "voice_notifications_enabled")
"""What two wishes must not both change, in those devices, too."""
OF_A_BODY = ("seat", "airConditioner")
"""Devices whose reasons are of the body that sits there."""
BY_ANYONE = frozenset({"seat", "window", "door", "readingLight", "airConditioner"})
"""Devices that somebody in the second row speaks of, too."""
ATTEMPTS = 12
MOST_SENTENCES = 2
"""Whole sentences among the wishes of one turn: more of them make a speech."""


class DeadEnd(Exception):
    """Nothing fits any more; another scenario is drawn."""


@dataclass
class PhraseUsage:
    """How often something was used: rarely used things are drawn more often."""

    apis: Counter[str] = field(default_factory=Counter)
    intents: Counter[str] = field(default_factory=Counter)
    phrases: Counter[str] = field(default_factory=Counter)


@dataclass
class TurnDraft:
    """One turn: what is said, the right calls, and the templates that it is said by."""

    query: str
    calls: list[str]
    templates: list[str]


class ScenarioBuilder:
    """One scenario being written.

    Attributes:
        inits: how the car begins.
        turns: what has been said so far.
    """

    def __init__(self, split: Split, pool: Sequence[IntentTemplate], usage: PhraseUsage, rng: Random) -> None:
        self.split, self.usage, self.rng = split, usage, rng
        self.pool = [intent for intent in pool if of_split(intent.phrases, split)]
        number = rng.choice([0, 0, 1, 2, 3, 4, 5, 6])
        if rng.random() < 0.15 and {intent.module for intent in pool} <= BY_ANYONE:
            number = 7
        volume = 3 * rng.randrange(7, 27) + SPLITS.index(split)  # so that no two splits begin alike
        self.inits = [*([f"Environment.init{number}()"] if number else []), f"Environment.set_volume({volume})"]
        self.from_behind = number == 7
        self.modules: list[str] = []
        self.turns: list[TurnDraft] = []
        self._wished: list[IntentTemplate] = []
        self._touched: set[int] = set()
        self._last: FilledIntent | None = None
        self._undid = self._slipped = self._elsewhere_too = False
        self._reasons = 0

    # Turns

    def ask(self, count: int, *, opener: Situation | None = None) -> None:
        """Add a turn of some wishes.

        Raises:
            DeadEnd: there are not enough that fit.
        """
        said: list[tuple[str, str, FilledIntent, PhraseTemplate]] = []
        opening: list[PhraseTemplate] = []
        if opener and not self.turns and not self.from_behind and self.rng.random() < 0.65:
            opening = [self._rarest(of_split(opener.openers, self.split))]
            self._reasons += 1
        calls: list[str] = []
        for _ in range(count):
            wish = self._wish(calls)
            phrase = self._phrase(wish, sentences=count == 1 or not any(kind == "sentence" for kind, *_ in said))
            self._reasons += phrase.is_reason
            if phrase.text.find("{bit}") < 0 and "bit" in wish.values:
                wish = FilledIntent(wish.intent, {**wish.values, "bit": "little"}, wish.place)
            calls.append(wish.call)
            said.append((phrase.kind, spell(phrase, wish, self.rng), wish, phrase))
        if sum(kind == "sentence" for kind, *_ in said) > MOST_SENTENCES:
            raise DeadEnd
        said.sort(key=lambda one: ORDER.index(one[0]))
        templates = [phrase.id for *_, phrase in said]
        slip = (
            self._slip(said[0][2], said[0][3], said[0][1])
            if count == 1 and not self._slipped and self.rng.random() < 0.1
            else None
        )
        if slip:
            query, others = slip
            self._slipped = True
            templates += others
        else:
            query = join(
                [(kind, text) for kind, text, *_ in said],
                self.rng,
                later=bool(self.turns),
                thanked=not self.turns or bool(self.turns[-1].calls),
            )
        if opening:
            query = f"{opening[0].text} {query}"
            templates.insert(0, opening[0].id)
        self._add(query, [wish.call for *_, wish, _ in said], templates)
        self._last = said[0][2] if count == 1 else None
        self._elsewhere_too = False

    def follow_up(self) -> bool:
        """Add a turn that refers to the last one: more of it, less, the same elsewhere, another amount, or undone."""
        if self._last is None:
            return False
        options = [self._more, self._less, self._elsewhere]
        options += [] if self._elsewhere_too else [self._amended]  # "make that 5" would not say where
        options += [] if self._undid else [self._undone]
        self.rng.shuffle(options)
        return any(option(self._last) for option in options)

    def decline(self) -> bool:
        """Add a turn with a request that no car can fulfil; two of them do not follow each other."""
        if not self.turns[-1].calls:
            return False
        phrases = of_split([phrase for module in (*self.modules, "") for phrase in declines(module)], self.split)
        phrase = self._rarest(phrases)
        self._add(sentence(spell(phrase, None, self.rng)), [], [phrase.id])
        return True

    def _more(self, wish: FilledIntent) -> bool:
        if "bit" not in wish.values:
            return False
        phrases = [*wish.intent.more, *dialogue("more"), *(dialogue("more_up") if wish.intent.action == "up" else ())]
        return self._refer(self._rarest(of_split(phrases, self.split)), self._stepped(wish.intent, wish))

    def _less(self, wish: FilledIntent) -> bool:
        other = wish.intent.opposite
        if "bit" not in wish.values or other is None:
            return False
        phrases = [*dialogue("less"), *(dialogue("less_up") if wish.intent.action == "up" else ())]
        return self._refer(self._rarest(of_split(phrases, self.split)), self._stepped(other, wish))

    def _stepped(self, intent: IntentTemplate, wish: FilledIntent) -> FilledIntent:
        """The same place, another step."""
        return FilledIntent(intent, {**wish.values, "bit": self.rng.choice(["little", "tiny"])}, wish.place)

    def _elsewhere(self, wish: FilledIntent) -> bool:
        slot = next((slot for slot in wish.intent.slots if slot in PLACES), None)
        if slot is None or wish.intent.action in ("ask", "hold"):
            return False
        rows = [row for row in places(slot) if row["value"] != "me" and not _meet(row["value"], wish.values[slot])]
        if not rows:
            return False
        row = self.rng.choice(rows)
        there = FilledIntent(wish.intent, {**wish.values, slot: row["value"]}, row)
        self._elsewhere_too = self._refer(self._rarest(of_split(dialogue("other"), self.split)), there)
        return self._elsewhere_too

    def _amended(self, wish: FilledIntent) -> bool:
        if wish.intent.action != "to" or "n" not in wish.values:
            return False
        fixed = {name: value for name, value in wish.values.items() if name != "n"}
        other = fill(wish.intent, self._car(), self.rng, fixed=fixed)
        if other is None or other.values["n"] == wish.values["n"]:
            return False
        return self._refer(
            self._rarest(of_split(dialogue("fix"), self.split)), FilledIntent(wish.intent, other.values, wish.place)
        )

    def _undone(self, wish: FilledIntent) -> bool:
        other = wish.intent.opposite
        if other is None or "bit" in wish.values or not set(other.slots) <= set(wish.values):
            return False
        back = FilledIntent(other, wish.values, wish.place)
        car = self._car(turns=self.turns[:-1])
        before = car.snapshot()
        for line in (*self.turns[-1].calls, back.call):
            _perform(car, line)
        if noticed_changes(before, car.snapshot()):
            return False
        self._undid = self._refer(self._rarest(of_split(dialogue("undo"), self.split)), back)
        return self._undid

    def _refer(self, phrase: PhraseTemplate, wish: FilledIntent) -> bool:
        car = self._car()
        before = car.snapshot()
        if not _perform(car, wish.call) or not noticed_changes(before, car.snapshot()):
            return False
        self._add(sentence(spell(phrase, wish, self.rng)), [wish.call], [phrase.id])
        self._last = wish
        return True

    def _slip(self, wish: FilledIntent, phrase: PhraseTemplate, text: str) -> tuple[str, list[str]] | None:
        """The wish with a slip of the tongue that is corrected at once."""
        if phrase.kind != "imperative" or '"' in text or text.startswith("don't"):
            return None
        if wish.intent.action == "to" and "n" in wish.values:
            wrong = fill(wish.intent, self._car(), self.rng, fixed={k: v for k, v in wish.values.items() if k != "n"})
            if wrong is None or wrong.values["n"] == wish.values["n"]:
                return None
            frame = self._rarest(of_split(dialogue("slip_n"), self.split))
            first = spell(phrase, FilledIntent(wish.intent, wrong.values, wish.place), self.rng)
            return sentence(spell(PhraseTemplate(frame.id, frame.text.replace("{A}", first)), wish, self.rng)), [frame.id]
        others = [intent for intent in self.pool if intent.module == wish.intent.module and intent.feature != wish.intent.feature]
        wrong = fill(self.rng.choice(others), self._car(), self.rng) if others else None
        said = [one for one in of_split(wrong.intent.phrases, self.split) if one.kind == "imperative"] if wrong else []
        if not said or wrong is None:
            return None
        aborted, frame = self.rng.choice(said), self._rarest(of_split(dialogue("slip"), self.split))
        if self._same_effect(wish, wrong):
            return None
        query = frame.text.replace("{B}", spell(aborted, wrong, self.rng)).replace("{A}", text)
        return sentence(query), [frame.id, aborted.id]

    def _same_effect(self, *wishes: FilledIntent) -> bool:
        """Whether wishes come to the same."""
        ends = []
        for wish in wishes:
            car = self._car()
            _perform(car, wish.call)
            ends.append(car.snapshot())
        return len(set(ends)) == 1

    # Choosing

    def _wish(self, calls: Sequence[str]) -> FilledIntent:
        """A wish that changes the car as it would stand then, and nothing that was wished before."""
        for _ in range(ATTEMPTS):
            open_ = [intent for intent in self.pool if self._goes_with_all(intent)]
            if not open_:
                break
            weights = [1 / (1 + self.usage.apis[one.api]) / (1 + self.usage.intents[one.name]) ** 2 for one in open_]
            intent = self.rng.choices(open_, weights)[0]
            wish = self._tried(intent, calls)
            if wish:
                self._wished.append(intent)
                return wish
        raise DeadEnd

    def _goes_with_all(self, intent: IntentTemplate) -> bool:
        """Whether an intent may be wished for beside all that was."""
        return not any(intent.feature == one.feature or exclude_each_other(intent, one) for one in self._wished)

    def _tried(self, intent: IntentTemplate, calls: Sequence[str]) -> FilledIntent | None:
        starts = [
            f"vw.{intent.module} = {type_name(intent.module)}.{name}()" for name in ("default", *MODULES[intent.module].starts)
        ]
        self.rng.shuffle(starts)
        for start in [""] if intent.module in self.modules else starts:
            inits = [*self.inits, start] if start else self.inits
            wish = fill(intent, self._car(inits, calls), self.rng)
            if wish is None:
                continue
            for extra in ((), tuple(f"vw.{spell_call(line, wish.values)}" for line in intent.before)):
                added = self._effective(inits, extra)
                touched = self._effect([*inits, *added], calls, wish)
                if touched is not None:
                    self.inits = [*inits, *added]
                    self.modules = list(dict.fromkeys([*self.modules, intent.module]))
                    self._touched |= touched
                    return wish
        return None

    def _effective(self, inits: Sequence[str], lines: Iterable[str]) -> list[str]:
        """Those of some lines that change how the car begins."""
        kept: list[str] = []
        for line in lines:
            before = self._begun([*inits, *kept]).snapshot()
            if changed_slots(before, self._begun([*inits, *kept, line]).snapshot()):
                kept.append(line)
        return kept

    def _effect(self, inits: Sequence[str], calls: Sequence[str], wish: FilledIntent) -> frozenset[int] | None:
        """The slots that a wish changes; None where it is refused, changes nothing, or meddles with another wish."""
        try:
            car = self._car(inits, calls)
        except DeadEnd:
            return None
        before = car.snapshot()
        if not _perform(car, wish.call):
            return None
        touched = noticed_changes(before, car.snapshot())
        if all_apis()[wish.intent.api].reads_only:
            return touched
        meddled = {slot for slot in touched & self._touched if not _goes_on(SCHEMA[slot].path)}
        return touched if touched and not meddled else None

    def _phrase(self, wish: FilledIntent, *, sentences: bool) -> PhraseTemplate:
        """How a wish is said: one reason a scenario is enough where its situation was told, or else two."""
        own = of_split(wish.intent.phrases, self.split)
        if wish.intent.module in OF_A_BODY and wish.place and wish.place["value"] != "me":
            own = [phrase for phrase in own if not phrase.is_personal] or own
        if wish.place and wish.place["value"] != "me":
            own = [phrase for phrase in own if phrase.names_a_place or not phrase.implied]
        if self._reasons > 1:
            own = [phrase for phrase in own if not phrase.is_reason] or own
        return self._rarest([phrase for phrase in own if sentences or phrase.kind != "sentence"] or own)

    def _rarest(self, phrases: Sequence[PhraseTemplate]) -> PhraseTemplate:
        if not phrases:
            raise DeadEnd
        said = {template for turn in self.turns for template in turn.templates}
        return min(phrases, key=lambda phrase: self.usage.phrases[phrase.id] + 2 * self.rng.random() + 100 * (phrase.id in said))

    # The car

    def _begun(self, inits: Sequence[str]) -> World:
        car = World()
        beginning("\n".join(inits)).apply(car)
        return car

    def _car(
        self, inits: Sequence[str] | None = None, calls: Sequence[str] = (), turns: Sequence[TurnDraft] | None = None
    ) -> World:
        """The car after all that was said so far, and some calls."""
        car = self._begun(self.inits if inits is None else inits)
        for line in (*(line for turn in (self.turns if turns is None else turns) for line in turn.calls), *calls):
            if not _perform(car, line):
                raise DeadEnd
        return car

    def _add(self, query: str, calls: list[str], templates: list[str]) -> None:
        self.turns.append(TurnDraft(query, calls, templates))
        if not calls:
            self._last = None


def count_use(usage: PhraseUsage, wishes: Collection[str], templates: Collection[str]) -> None:
    """Note what a finished scenario uses: the names of its APIs, and its templates."""
    usage.apis.update(wishes)
    usage.phrases.update(templates)
    usage.intents.update(template.rpartition("/")[0] for template in templates)


def type_name(module: str) -> str:
    """What the release calls the class of a module: "Music" of "music"."""
    return module[0].upper() + module[1:]


def _goes_on(path: str) -> bool:
    return path.startswith(GOES_ON) and not path.endswith(SETTINGS)


def _perform(car: World, line: str) -> bool:
    return all(call.perform(car).success for call in read_calls(line))


def _meet(one: Any, other: Any) -> bool:
    sets: list[set[str]] = [set(value) if isinstance(value, list) else {value} for value in (one, other)]
    return bool(sets[0] & sets[1]) or {"all"} in sets
