"""Each gate names what is wrong with a task: a good one, of which a test changes a part."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from command_line import run_here
from recirculation import RecirculateAir

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.session import Session
from automotive_env.place.place import Place
from automotive_env.suites.automotive.proving.gates import GATES, faults
from automotive_env.tasks.kit.scene import Draw, Scene
from automotive_env.tasks.kit.task import Task, Way
from automotive_env.validators import signals as s
from automotive_env.validators.harm import Invariant

OUTSIDE_AIR = Invariant("outside_air", lambda then: then.is_(s.AIR_SOURCE, "external circulation"), (s.AIR_SOURCE,))
GOOD = RecirculateAir()
SWITCHED: Way = lambda ui: ui.open("climate").switch("recycle_air_button", True)  # noqa: E731


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def changed(**members: object) -> Task:
    """The good task with some members of its class replaced."""
    return type("Changed", (type(GOOD),), members, category=GOOD.category, dimension=GOOD.dimension)()


def ways(*some: Way) -> Callable[..., Iterable[Way]]:
    return lambda self, inst: some


IN_FRONT: dict[str, object] = {
    "endings": ("act", "answer"),
    "solutions": ways(lambda ui: ui.open("climate")),
    "check": lambda self, then, inst: then.opened("climate"),
}
"""What a fixed row does in whatever pair."""


LONG = "Could you turn the recirculation of the air on for me now?"


def a_rule(self: Task, place: Place) -> str:
    return place.country


def one_scene(self: Task, draw: Draw) -> Scene:
    return Scene()


def german(self: Task, draw: Draw) -> Scene:
    return replace(draw.scene(), language="German")


def snow_in_summer(self: Task, draw: Draw) -> Scene:
    return replace(draw.scene(), weather="snow", outside=25)


def draws() -> Callable[[Task, Draw], Scene]:
    number = iter(range(10_000))
    return lambda self, draw: replace(draw.scene(), volume=next(number))


@pytest.mark.parametrize(
    ("gate", "members", "says"),
    [
        ("instances_vary", {"scene": one_scene}, r"of 24 instances differ; at least 20 must"),
        ("instances_vary", {"scene": snow_in_summer}, "the scene contradicts itself: .*snow"),
        ("instances_vary", {"scene": draws()}, "the same seeds draw different instances the second time"),
        ("phrasings_vary", {"says": ("Recirculate.",)}, "turn 1 has 1 phrasings; 6 are needed"),
        ("phrasings_vary", {"says": (LONG,)}, "no phrasing has at most 8 words"),
        ("no_pair_by_a_fixed_row", IN_FRONT, "passes both halves of a pair"),
        ("instances_vary", {"says": ("{{a}}", "{{b}}", "{{c}}")}, "holds a bracket"),
        ("solutions_pass", {"solutions": ways()}, "there is no solution"),
        ("solutions_pass", {"solutions": ways(lambda ui: ui.open("climate"))}, "solution 1 of .* does not pass: fail"),
        (
            "solutions_pass",
            {"solutions": ways(lambda ui: ui.tap("no_such_thing"))},
            "does not pass: agent_error, nothing is called",
        ),
        ("solutions_pass", {"harm": (OUTSIDE_AIR,)}, "solution 1 of .* does harm: outside_air"),
        ("solutions_pass", {"steps": 0}, "takes 1 steps; the task declares 0"),
        ("near_misses_fail", {"near_misses": ways()}, "there is no near miss"),
        ("near_misses_fail", {"near_misses": ways(SWITCHED)}, "near miss 1 does not fail in .*act.*: pass"),
        ("near_misses_fail", {"near_misses": ways(lambda ui: ui.call("no.such"))}, "near miss 1 is refused on the way"),
        (
            "near_misses_fail",
            {"near_misses": ways(lambda ui: ui.tap("no_such_thing"))},
            "near miss 1 does not fail",
        ),
        ("no_fixed_row", {"rule": a_rule, "endings": ("act",), "solutions": ways(SWITCHED)}, "only 0 of 24 instances withstand"),
        ("no_constant_reply", {"endings": ("refrain",)}, "a constant reply, ended as complete, passes"),
        (
            "smaller_displays",
            {"solutions": ways(lambda ui: ui.tap("no_such_thing"))},
            "the first solution does not pass at 1024x768",
        ),
    ],
)
def test_a_gate_names_what_is_wrong(gate: str, members: dict[str, object], says: str, car: HeadlessController) -> None:
    found = list(GATES[gate](changed(**members), car))
    assert found
    assert any(re.search(says, fault) for fault in found), found


def test_a_fixed_row_is_enough_for_a_command(car: HeadlessController) -> None:
    assert list(GATES["no_fixed_row"](changed(endings=("act",), solutions=ways(SWITCHED)), car)) == []


def test_a_car_that_is_not_put_back_is_noticed(car: HeadlessController, monkeypatch: pytest.MonkeyPatch) -> None:
    before = car.snapshot()
    monkeypatch.setattr(Session, "close", lambda self: None)
    assert "the car's state is not restored" in list(GATES["car_put_back"](GOOD, car))
    car.restore(before)


def test_every_gate_is_asked(car: HeadlessController) -> None:
    wrong = faults(changed(scene=one_scene, near_misses=ways()), car)
    assert {fault.partition(":")[0] for fault in wrong} >= {"instances_vary", "near_misses_fail"}


def test_the_command_says_what_passes_and_what_does_not(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("automotive_env.tasks.registry._typed", {})
    monkeypatch.setattr("automotive_env.suites.automotive.proving.gates.GATES", {"phrasings_vary": GATES["phrasings_vary"]})
    source = "from recirculation import RecirculateAir as Good\nfrom automotive_env.tasks.kit.task import *\n"
    source += "class Loud(Good, category=Good.category, dimension=Good.dimension):\n    pass\n"
    source += "class Silent(Good, category=Good.category, dimension=Good.dimension):\n    says = ('Recirculate.',)\n"
    (tmp_path / "proven_things.py").write_text(source)
    said = run_here("tasks", "check", "proven_things:Loud,proven_things:Silent", cwd=tmp_path)
    assert said.returncode == 1
    assert said.stdout.splitlines()[:2] == ["hvac.loud: passes", "hvac.silent: does not pass"]
    assert "  phrasings_vary: turn 1 has 1 phrasings; 6 are needed" in said.stdout
    assert run_here("tasks", "check", "proven_things:Loud", cwd=tmp_path).returncode == 0
    assert run_here("tasks", "check", "hvac.no_such").returncode == 2
