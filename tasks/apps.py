"""Apps: bringing an app to the front, and saying what the car has warned of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode
from automotive_env.validators.answers import Word

APPS = Category.APPS
CALLED: Mapping[str, str] = {
    "climate": "the climate controls",
    "settings": "the settings",
    "radio": "the radio app",
    "media": "the music app",
}
"""App -> how a driver calls it."""


class OpenNamedApp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """An app in front, by what people call it."""

    says = (
        "Open {called}.",
        "Show me {called}.",
        "Can you bring up {called}?",
        "Go to {called}.",
        "Pull up {called}, will you?",
        "Bring {called} up for me, please.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        app = draw.choice([app for app in CALLED if app != scene.app])
        return {"app": app, "called": CALLED[app]}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.opened(inst.params["app"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open(inst.params["app"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = next(app for app in CALLED if app != inst.params["app"])
        yield lambda ui: ui.open(other)
        yield lambda ui: ui.open(inst.params["app"]).home().answer("Here it is.")


WARNINGS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "low tyre pressure": (
        "Low tyre pressure",
        "tyre pressure",
        ("tyre", "tyres", "tire", "tires", "losing air", "lost air", "puncture"),
    ),
    "low fuel": ("Low fuel", "low fuel", ("fuel", "tank", "petrol", "gas", "diesel", "fill up", "refuel")),
    "seat belt": ("Seat belt", "seat belt", ("seat belt", "seatbelt", "belt", "belts", "buckle", "buckled", "unbuckled")),
    "lane departure": ("Lane departure", "lane departure", ("lane",)),
    "speed above the limit": (
        "Above the speed limit",
        "speed limit",
        ("speed limit", "speeding", "too fast", "faster", "the limit"),
    ),
}
"""Warning of the car -> its title in the notification centre, its kind, and words that name it."""


class WarningLight(Task, category=APPS, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """What the car has just warned of; it may have gone from the screen, and be in the notification centre only."""

    says = (
        "What was that warning?",
        "What did the car just warn me about?",
        "What's the car beeping about?",
        "Can you tell me what that warning was?",
        "A warning popped up, what was it?",
        "I had my eyes on the road, what did that warning say?",
    )
    conditions = Conditions(moving=True, roads=("rural", "motorway"), powertrain="combustion")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"warning": draw.choice(list(WARNINGS))}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.event(inst.params["warning"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        title, _, words = WARNINGS[inst.params["warning"]]
        others = tuple(word for other, _, named in WARNINGS.values() if other != title for word in named)
        return then.answered(Word(words, others))

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return (WARNINGS[inst.params["warning"]][1],)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        title = WARNINGS[inst.params["warning"]][0]
        yield lambda ui: ui.tap("alert_details").answer(f"The car warned you: {title}.")
        yield lambda ui: ui.tap("notifications").answer(f"It said {title.lower()}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        title = WARNINGS[inst.params["warning"]][0]
        wrong = next(other for other, _, _ in WARNINGS.values() if other != title)
        yield lambda ui: ui.tap("alert_details").answer(f"The car warned you: {wrong}.")
        yield lambda ui: ui.tap("alert_details").answer(f"It was {title.lower()} or {wrong.lower()}.")
