"""The documentation site: it asks nobody, and links are rewritten by rule."""

import re

import pytest

from automotive_env.scripts.site_pages import ROOT, named, with_links

DOCS = ROOT / "docs"
CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_site_asks_nobody() -> None:
    own = CONFIGURATION + "".join(path.read_text(encoding="utf-8") for path in (DOCS / "site").iterdir())
    assert set(re.findall(r"https?://[^\s\"']+", own)) <= {"http://www.w3.org/2000/svg"}
    assert "font: false" in CONFIGURATION


def test_names_of_a_navigation() -> None:
    assert list(named([{"Home": "README.md"}, {"More": [{"A": "a.md"}, "b.md"]}])) == ["README.md", "a.md", "b.md"]
    assert list(named(None)) == []


@pytest.mark.parametrize(
    ("place", "text", "wanted"),
    [
        ("README.md", "[scale](docs/scale.md#kills)", "[scale](scale.md#kills)"),
        ("README.md", "![home](docs/images/home.png)", "![home](images/home.png)"),
        ("README.md", "[below](#running) [web](https://example.org/docs/scale.md)", None),
        ("docs/android.md", "[file](../Dockerfile)", "file"),
        ("docs/scale.md", "[cluster](../examples/cluster)", "[cluster](examples/cluster/README.md)"),
        ("emulator/README.md", "[three](../docs/android.md)", "[three](../android.md)"),
        ("docs/scale.md", "[gone](nowhere.md)", None),
        ("docs/scale.md", "`[code](../Dockerfile)`\n\n```python\nx[0](../Dockerfile)\n```\n", None),
    ],
)
def test_links_lead_on_the_site_where_they_lead_in_the_checkout(place: str, text: str, wanted: str | None) -> None:
    pages = {"scale.md", "android.md", "examples/cluster/README.md", "images/home.png"}
    assert with_links(text, place, place.removeprefix("docs/"), pages.__contains__) == (text if wanted is None else wanted)
