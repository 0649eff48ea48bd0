"""A public class is named in one file, and what the head unit shows says by its suffix what it is."""

from collections import defaultdict

from sources import sources

from automotive_env.headunit.kit.screen import Dialog
from automotive_env.headunit.registry import apps

SAME_MEANING = {"CarState", "CarTask", "Direction", "DrivingState", "Float32Array", "PropertyAreaKey"}
"""They stand in several files because a layer may not import the other, and mean the same in each."""
SCREENS = ("Screen", "Page", "Panel", "Bar")


def places() -> dict[str, set[str]]:
    """Each public class and type alias, and the files that declare it."""
    found = defaultdict(set)
    for source in sources().values():
        for name in source.statements[1]:
            found[name].add(source.path)
    return found


def test_a_public_class_is_named_in_one_file() -> None:
    assert {name for name, files in places().items() if len(files) > 1} == SAME_MEANING


def test_a_screen_and_a_dialog_say_what_they_are() -> None:
    kinds = [kind for app in apps().values() for kind in app.screens]
    assert len(kinds) > 50
    assert [kind for kind in kinds if not kind.__name__.endswith("Dialog" if issubclass(kind, Dialog) else SCREENS)] == []
