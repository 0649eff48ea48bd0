"""Fog lights: what the law of a place says of them at a sight, and tasks about the rear one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from automotive_env.place.place import Place
from automotive_env.place.rules import LocalRuling, rear_fog_light_allowed
from automotive_env.tasks.kit import Draw, Ending, Scene, Task, TaskInstance, Way
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

POOR = (60, 90)
"""Metres of sight, from and to, at which some laws allow a rear fog light, and others not yet."""


def settled(rulings: Sequence[LocalRuling[bool] | None]) -> bool | None:
    """What rulings on several sights say, where all say the same."""
    known = {ruling.value if ruling else None for ruling in rulings}
    return known.pop() if len(known) == 1 else None


def rear_allowed(place: Place, weather: str, sight: tuple[int, int] = POOR) -> bool | None:
    """Whether the rear fog light may be on in a weather at such a sight; None where it is not known."""
    return settled([rear_fog_light_allowed(place, metres, weather) for metres in sight])


class RearFogLight(Task):
    """A family: the rear fog light, where the law allows it in such weather; in the other half it does not."""

    endings = ("act", "decline")
    weather = "fog"
    sight = POOR
    may_change = ("fogLight.rear_light.is_on=true",)

    def suits(self, place: Place, ending: Ending) -> bool:
        return self.rule(place) is (ending == "act")

    def rule(self, place: Place) -> Hashable:
        return rear_allowed(place, self.weather, self.sight)

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, weather=(self.weather,), visibility=self.sight, roads=("rural",), speed=(20, 40))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.REAR_FOG_LIGHT) & then.low_beam_shines()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("lights").switch("rear_fog_light", True)
        else:
            yield lambda ui: ui.infeasible("The rear fog light isn't allowed here while you can see this far.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("lights").switch("front_fog_light", True)
        if inst.ending == "act":
            yield lambda ui: ui.infeasible("The rear fog light isn't allowed here.")
        else:
            yield lambda ui: ui.open("lights").switch("rear_fog_light", True)
