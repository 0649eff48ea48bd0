"""Apps: bringing the right screen to the front, and saying what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import AnyOf, First, measured
from automotive_env.validators.answers import Amount, Fact, Says, Word, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.vehicle.events import RINGING_SECONDS
from automotive_env.world.devices.instrument_panel import KILOMETERS_PER_MILE

APPS = Category.APPS
DISTANCES = ("kilometer", "mile")
"""Units of the displays for distances."""


def signposted_in(place: Place) -> str:
    """The unit of the road signs of a place, whatever the displays of a car show: "kilometer" or "mile"."""
    return units(place).value.distance


def signposted(kilometres: float, unit: str, tolerance: float, *beside: float) -> Fact:
    """A distance in such a unit; the tolerance, and what may stand beside it, in kilometres."""
    if unit == "kilometer":
        return measured(kilometres, "km", tolerance, *beside, only=True)
    miles, *others = (length / KILOMETERS_PER_MILE for length in (kilometres, *beside))
    return measured(miles, "mi", tolerance / KILOMETERS_PER_MILE, *others, only=True)


PAGES: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "phone/recents": ("phone", ("phone_recents",), "who has rung and whom I rang"),
    "phone/dialpad": ("phone", ("phone_dialpad",), "the page on which one types digits to ring somebody"),
    "settings_units": ("settings", ("section_units",), "the place where it's decided between Celsius and Fahrenheit"),
    "settings_privacy": ("settings", ("section_privacy",), "what the apps may know about me"),
    "settings_profile": ("settings", ("section_profile",), "all the people who use this car"),
    "hotspot": ("settings", ("section_network", "hotspot_button"), "the name that others see of our own network"),
    "options": ("maps", ("map_options_button",), "the place where one decides on warnings of speed cameras"),
    "tune": ("radio", ("tune_button",), "the digits for a frequency"),
    "software": ("care", ("software_button",), "whether the car runs the newest of its programs"),
    "history": ("care", ("history_button",), "what a garage has ever done on it"),
    "manual": ("care", ("manual_button",), "the book that explains the car"),
}
"""Page -> its app, what is touched there to open it, and how a driver calls what is on it."""


ASKS = {
    "software": " Which version does it run, by the way?",
    "phone/recents": " And who was the last that I missed?",
}
"""Page -> what a driver may ask of it, too."""


class OpenNamedApp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A page somewhere in the apps by what it is good for, while a message comes in; of some the driver asks what it says."""

    says = (
        "Open for me {wish}. Whatever else comes up, that stays in front.{ask}",
        "{wish}: that on the screen, please.{ask}",
        "Could you bring up {wish}? I'll do the rest myself, so touch nothing there.{ask}",
        "I need {wish}, so put that on the screen; only that, I change it on my own.{ask}",
        "Where was that again, {wish}? Leave it open when you've found it.{ask}",
        "Not this screen, nor the first that one gets to: {wish}.{ask}",
    )
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        asked = draw.maybe(0.6)
        page = draw.choice([page for page, (app, *_) in PAGES.items() if app != scene.app and (page in ASKS) is asked])
        told = {"version": f"6.{draw.integer(1, 9)}", "caller": draw.person(), "before": ""}
        told["before"] = draw.person(but=[told["caller"]])
        return {"page": page, "wish": PAGES[page][-1], "ask": ASKS.get(page, "")} | told

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.params["page"] == "software":
            car.write(s.SOFTWARE_VERSION, inst.params["version"])
        for caller in (inst.params["before"], inst.params["caller"]) if inst.params["page"] == "phone/recents" else ():
            car.rings(caller)
            car.waits(RINGING_SECONDS + 5)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.is_written_to(inst.scene), after_steps=1),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        page = inst.params["page"]
        shown = then.opened(PAGES[page][0], "settings") & then.is_(s.FOREGROUND_SCREEN, page) & then.off(s.NOTIFICATION_CENTER)
        return shown & then.answered(self._fact(inst)) if page in ASKS else shown

    def _fact(self, inst: TaskInstance) -> Fact:
        """What the page says of what is asked."""
        if inst.params["page"] == "software":
            return Amount(float(inst.params["version"]), "", 0.04)
        others = tuple(one.name for one in inst.scene.content.people if one.name != inst.params["caller"])
        return First(inst.params["caller"], others)

    def _said(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        page = inst.params["page"]
        if page not in ASKS:
            return ui
        return ui.answer(f"{inst.params['version']}." if page == "software" else f"It was {inst.params['caller']}.")

    def _opened(self, ui: UiScript, page: str) -> UiScript:
        app, touched, _ = PAGES[page]
        ui.open(app)
        for name in touched:
            ui.tap(name)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        page = inst.params["page"]
        yield lambda ui: self._said(self._opened(ui.dismiss(), page), inst)
        yield lambda ui: self._said(self._opened(ui.dismiss().tap("grid_nav").wait(11), page), inst)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        page = inst.params["page"]
        beside = next(one for one in PAGES if one != page and PAGES[one][0] != PAGES[page][0])
        yield lambda ui: self._said(ui.dismiss().open(PAGES[page][0]), inst)
        yield lambda ui: self._said(self._opened(ui.dismiss(), beside), inst)
        yield lambda ui: self._said(self._opened(ui.dismiss(), page).home(), inst)
        yield lambda ui: self._said(self._opened(ui.dismiss(), page).tap("notifications"), inst)
        if page in ASKS:
            yield lambda ui: self._opened(ui.dismiss(), page)
            yield lambda ui: self._opened(ui.dismiss(), page).answer(f"It is 5.0, or it was {inst.params['before']}.")


WARNINGS: dict[str, tuple[str, ...]] = {
    "low tyre pressure": ("tyre", "tyres", "tire", "tires"),
    "low fuel": ("low fuel", "low on fuel", "fuel", "tank", "gas", "petrol"),
    "seat belt": ("seat belt", "seatbelt", "belt"),
    "lane departure": ("lane", "lane departure"),
    "speed above the limit": ("speed limit", "speeding", "speed", "too fast", "the limit", "faster"),
}
"""Warning of the car -> words that name it; the first two contradict every other warning."""
ALL_CLEAR = (
    "no warning",
    "nothing wrong",
    "no problem",
    "is fine",
    "are fine",
    "is ok",
    "are ok",
    "was not",
    "wasn't",
    "not about",
)
UNKNOWN = ("do not know", "don't know", "no idea", "not sure", "maybe", "perhaps")
TITLES = {
    "low tyre pressure": "Low tyre pressure",
    "low fuel": "Low fuel",
    "seat belt": "Seat belt",
    "lane departure": "Lane departure",
    "speed above the limit": "Above the speed limit",
}
"""Warning of the car -> its title in the notification centre."""
ASKED = ("What was the first one?", "What did the earlier one say?", "Tell me what the first of them was about.")
TO_SEE = (
    "Take the second off the list, that one I know, and leave the list open with the first.",
    "Put the list on the screen, with the earlier one in it, but without the one that came after it.",
    "Let me read the first in the notifications; the later one of the two can go from there, nothing else.",
)


class WarningLight(Task, category=APPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Two warnings of the car, the later one over the first: the driver wants to hear what the first was, or to see it."""

    says = (
        "Two warnings just flashed up, one right after the other. {wish}",
        "Something lit up on the dashboard, and then something else on top of it. {wish}",
        "The car just warned me twice. {wish}",
        "There were two warnings, but I had my eyes on the road. {wish}",
        "Sorry, of the two warnings I only caught the second. {wish}",
        "A warning, no, two in a row, too quick for me. {wish}",
    )
    endings = ("act", "answer")
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("rural", "motorway"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, later = draw.rng.sample(list(WARNINGS), 2)
        return {"warning": first, "later": later, "wish": draw.choice(TO_SEE if draw.ending == "act" else ASKED)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.event(inst.params["warning"])
        car.event(inst.params["later"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        warning, later = inst.params["warning"], inst.params["later"]
        if inst.ending == "answer":
            true = Word(WARNINGS[warning], self._wrong(warning, later))
            told = then.answered(self._fact(warning, later), true, self._not_first(later))
            return told & then.as_it_was(s.NOTIFICATION_COUNT)
        listed = then.notifications.present(TITLES[warning]) & then.notifications.cleared(TITLES[later])
        alone = then.near(s.NOTIFICATION_COUNT, then.number_at_start(s.NOTIFICATION_COUNT) - 1, 0.5)
        said = " ".join(then.log.answers)
        return then.on(s.NOTIFICATION_CENTER) & listed & alone & self._true(warning, later, said)

    @staticmethod
    def _wrong(*warnings: str) -> tuple[str, ...]:
        """Words that contradict warnings."""
        others = [word for kind, words in WARNINGS.items() if kind not in warnings for word in words]
        return (*others, *ALL_CLEAR, *UNKNOWN)

    def _fact(self, warning: str, later: str) -> AnyOf:
        """The first is named before the later one, or named as the first."""
        words, seconds = WARNINGS[warning], (TITLES[later], *WARNINGS[later])
        before = First(words[0], seconds, words[1:])
        first = rf"\b(?:first|earlier)\b[^.;,]*\b(?:{'|'.join(words)})\b"
        named = Says("which was the first", first, r"\bor\b|\b(?:not|maybe|perhaps)\b|n't\b")
        return AnyOf((before, named))

    @staticmethod
    def _not_first(later: str) -> Fact:
        """The later one is nowhere called the first."""
        between = r"(?:(?!(?:and|but|then|before|not|or)\b)\w+ ){0,8}"
        called = rf"\b(?:first|earlier)(?:'s)? {between}(?:{'|'.join(WARNINGS[later])})\b"
        return Says("that do not call the later one the first", "", called)

    def _true(self, warning: str, later: str, text: str) -> Criterion:
        """Where the driver wants to see it, nothing need be said, but nothing that is wrong."""
        wrong = (
            Word(self._wrong(warning, later)).criterion(plain(text)).met or not self._not_first(later).criterion(plain(text)).met
        )
        return Criterion("nothing_wrong_said", f"nothing said that contradicts {warning}", text or "nothing", not wrong)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.notification*", "system.cleared_notifications") if inst.ending == "act" else ()

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        kinds = {"low tyre pressure": "tyre pressure", "speed above the limit": "speed limit"}
        return [kinds.get(warning, warning) for warning in (inst.params["warning"], inst.params["later"])]

    def _cleared(self, ui: UiScript, warning: str) -> UiScript:
        return ui.tap("alert_details").tap("dismiss_button", f"Dismiss {TITLES[warning]}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        warning, later = inst.params["warning"], inst.params["later"]
        if inst.ending == "act":
            yield lambda ui: self._cleared(ui, later)
            yield (
                lambda ui: (
                    ui.dismiss().tap("notifications").tap("dismiss_button", f"Dismiss {TITLES[later]}").answer("Here it is.")
                )
            )
        else:
            word, other = WARNINGS[warning][0], WARNINGS[later][0]
            yield lambda ui: ui.tap("alert_details").answer(f"The first was a warning about the {word}.")
            yield lambda ui: ui.tap("notifications").answer(f"First the {word}, then the {other}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        warning, later = inst.params["warning"], inst.params["later"]
        word, other = WARNINGS[warning][0], WARNINGS[later][0]
        rest = [words[0] for kind, words in WARNINGS.items() if kind not in (warning, later)]
        yield lambda ui: ui.open("vehicle").answer("Here is the vehicle app.")
        yield lambda ui: ui.tap("alert_details")
        yield lambda ui: ui.tap("alert_dismiss").answer(f"The first was about the {other}.")
        yield lambda ui: ui.answer(f"The {other}, the {word}, or the {', the '.join(rest)}.")
        yield lambda ui: ui.answer(f"It was not about the {word}.")
        yield lambda ui: ui.answer(f"First the {word}, then the {rest[0]}.")
        yield lambda ui: ui.answer(f"I don't know. Maybe the {word}?")
        yield lambda ui: self._cleared(ui, warning).answer(f"It was the {other}.")
        yield lambda ui: ui.tap("alert_details").tap("clear_all_button")
        yield lambda ui: self._cleared(ui, later).home().answer(f"It was a warning about the {rest[0]}.")
