import gzip
import hashlib
import json
import re
from base64 import b64decode, b64encode
from html.parser import HTMLParser

import numpy as np
import pytest
from result_fakes import HOSTILE, call, episode, fake_run, manifest, observation, step

from automotive_env.errors import UsageError
from automotive_env.results.folder import RunFolder
from automotive_env.results.report import report, write_report
from automotive_env.validators.criterion import Criterion, every


class Page(HTMLParser):
    """The tags of a page, the text outside of scripts and styles, and the content of scripts and styles."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags, self.text, self.scripts, self.styles, self._open = [], "", [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self._open.append(tag)
        if tag in ("script", "style"):
            (self.scripts if tag == "script" else self.styles).append("")

    def handle_endtag(self, tag):
        while tag in self._open and self._open.pop() != tag:
            pass

    def handle_data(self, text):
        if self._open[-1:] == ["script"]:
            self.scripts[-1] += text
        elif self._open[-1:] == ["style"]:
            self.styles[-1] += text
        else:
            self.text += text

    @property
    def data(self):
        return json.loads(gzip.decompress(b64decode(self.scripts[0])))


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", manifest())


def pictured(folder, *values):
    """Steps with a picture each."""
    names = [folder.add_image(np.full((8, 8, 3), value, np.uint8)) for value in values]
    return [step(number, observation=observation(screenshot=name)) for number, name in enumerate(names, 1)]


def hostile_run(folder):
    fields = dict.fromkeys(("goal", "agent", "task", "place", "error", "dimension", "category", "model"), HOSTILE)
    texts = dict.fromkeys(("reasoning", "error"), HOSTILE)
    seen = observation(app=HOSTILE, elements=[HOSTILE], time=HOSTILE, gps=HOSTILE)
    change = {"path": HOSTILE, "before": HOSTILE, "after": HOSTILE, "cause": HOSTILE}
    outcome = {"done": False, "message": HOSTILE, "data": {HOSTILE: HOSTILE}}
    action = {"action_type": "answer", "text": HOSTILE}
    steps = [
        step(
            1,
            **texts,
            calls=[call(HOSTILE)],
            observation=seen,
            changes=[change],
            outcome=outcome,
            action=action,
            notes={HOSTILE: HOSTILE},
        )
    ]
    harm = {"name": HOSTILE, "step": 1, "wanted": HOSTILE, "found": HOSTILE}
    fields |= {"side_effects": (HOSTILE,), "harm": (harm,), "verdict": Criterion(HOSTILE, HOSTILE, HOSTILE, met=False).to_json()}
    folder.add_episode(episode("a", "fail", **fields, ending=HOSTILE, pair=HOSTILE), steps)


def test_hostile_text_stays_inert(tmp_path):
    folder = RunFolder.create(tmp_path / "a<b>&c", manifest(model=HOSTILE, backend=HOSTILE, agents=(HOSTILE,)))
    hostile_run(folder)
    page = Page(report(folder))
    assert [tag for tag, _ in page.tags].count("script") == 2
    assert not {"img", "iframe", "object", "b<b"} & {tag for tag, _ in page.tags}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert HOSTILE in page.text
    shown = page.data["episodes"][0]
    assert shown["verdict"]["found"] == shown["harm"][0]["found"] == HOSTILE
    assert shown["goal"] == shown["error"] == shown["played"][0]["reply"] == HOSTILE
    assert page.data["elements"] == [[HOSTILE]]


def test_the_page_asks_the_network_for_nothing(folder):
    folder.add_episode(episode(), pictured(folder, 10))
    page = Page(report(folder))
    policy = next(attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes)
    assert policy.startswith("default-src 'none'; img-src 'self' file:;")
    assert not [attributes for _, attributes in page.tags if {"src", "href", "srcset", "action"} & set(attributes)]
    assert not re.findall(r"url\(|@import|https?:", "".join(page.styles))
    assert not re.findall(r"fetch|XMLHttpRequest|import\s*\(|https?:", page.scripts[1])


def test_the_policy_allows_the_page_s_own_script_and_style_and_no_other(folder):
    page = Page(report(folder))
    policy = next(attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes)
    for directive, source in (("style-src", page.styles[0]), ("script-src", page.scripts[1])):
        digest = b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert not [attributes for _, attributes in page.tags if "style" in attributes]


def test_the_script_never_reads_text_as_markup(folder):
    script = Page(report(folder)).scripts[1]
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(", script)


def test_everything_recorded_is_on_the_page(folder):
    folder.add_episode(episode("a"), [step(1), step(2, action=None, error="no action")])
    folder.add_episode(episode("b", "env_error", error="the car is gone"))
    data = Page(report(folder)).data
    assert [shown["id"] for shown in data["episodes"]] == ["a", "b"]
    played = data["episodes"][0]["played"]
    assert [line["step"] for line in played] == [1, 2]
    assert played[0]["changes"] == [line.model_dump(mode="json") for line in step(1).changes]
    assert data["elements"][played[0]["observation"]["elements"]] == list(step(1).observation.elements)
    assert data["episodes"][1]["played"] == []


def test_the_page_holds_verdicts_whole_and_why_an_episode_failed(folder):
    tree = every(Criterion("ending", "status complete", "not ended", met=False), ~Criterion("muted", "muted on", "on", met=True))
    folder.add_episode(episode("a", "step_limit", verdict=tree.to_json(), ending="refrain", pair="p"))
    (shown,) = Page(report(folder)).data["episodes"]
    assert Criterion.from_json(shown["verdict"]) == tree
    assert shown["why"] == tree.explanation()
    assert (shown["ending"], shown["pair"]) == ("refrain", "p")


def test_cards_show_pairs_and_harm(folder):
    harm = ({"name": "stranger_contacted", "step": 1, "wanted": "nobody", "found": "Bob"},)
    folder.add_episode(episode("a", "fail", ending="act", pair="p", harm=harm))
    folder.add_episode(episode("b", ending="refrain", pair="p"))
    text = " ".join(Page(report(folder)).text.split())
    assert "0 of 1 contrast pairs passed" in text
    assert "harm in 1 episode" in text


def test_the_summary_shows_rates_with_their_denominators(folder):
    for name, outcome in (("a", "pass"), ("b", "fail"), ("c", "env_error")):
        folder.add_episode(episode(name, outcome))
    text = " ".join(Page(report(folder)).text.split())
    assert "50.0%" in text
    assert "1 of 2 passed 95 %: 5.5 % – 94.5 %" in text
    assert "1 env error" in text
    assert "Explicit control".lower() in text.lower()


def test_an_agent_without_a_rate_is_shown_as_such(folder):
    folder.add_episode(episode("a", "model_error"))
    assert "no episode that counts" in Page(report(folder)).text


def test_a_run_that_goes_on_says_so(folder):
    assert "has not ended" in Page(report(folder)).text
    assert "No episode has ended yet" in Page(report(folder)).text
    folder.finish("2025-04-13T12:30:00+00:00")
    assert "has not ended" not in Page(report(folder)).text


def test_a_step_names_its_pictures_and_the_page_holds_none(folder):
    folder.add_episode(episode("a"), pictured(folder, 10, 20))
    drawn = step(1, observation=observation(screenshot="screenshot-1", marked="marked-1", sizes=["120x76"]))
    folder.add_episode(episode("b"), [drawn])
    page = Page(report(folder))
    names = [[line["observation"]["screenshot"] for line in shown["played"]] for shown in page.data["episodes"]]
    assert names == [[line.observation.screenshot for line in folder.steps("a")], ["screenshot-1"]]
    assert all((folder.path / page.data["folder"] / "images" / f"{name}.webp").is_file() for name in names[0])
    last = page.data["episodes"][1]["played"][0]["observation"]
    assert page.data["elements"][last["elements"]] == list(drawn.observation.elements)
    assert page.data["sizes"][last["elements"]] == ["120x76"]
    assert not re.findall("base64,|data:", page.scripts[1])


def test_a_page_that_is_elsewhere_finds_the_pictures(folder, tmp_path):
    folder.add_episode(episode("a"), pictured(folder, 10))
    elsewhere = tmp_path / "pages" / "one.html"
    elsewhere.parent.mkdir()
    way = Page(write_report(folder, elsewhere).read_text(encoding="utf-8")).data["folder"]
    assert (elsewhere.parent / way).resolve() == folder.path.resolve()


@pytest.mark.parametrize(("display", "screen"), [("1024x768", [1024, 768]), ("9x9", [1408, 792]), (None, [1408, 792])])
def test_a_screen_is_drawn_in_the_size_of_the_display(tmp_path, display, screen):
    folder = RunFolder.create(tmp_path / "sized", manifest(options={"display": display}))
    assert Page(report(folder)).data["screen"] == screen


def test_damaged_records_are_reported(folder):
    (folder.path / "episodes.jsonl").write_text("{}\n" + episode().line() + "\n")
    with pytest.raises(UsageError, match="line 1 is damaged"):
        report(folder)


def test_equal_runs_have_equal_pages(tmp_path):
    one, other = (fake_run(tmp_path / name / "run", instances=1, pictures=False) for name in ("a", "b"))
    assert report(one) == report(other)


def test_the_page_is_written_beside_the_records(folder, tmp_path):
    assert write_report(folder) == folder.path / "report.html"
    assert (folder.path / "report.html").read_text(encoding="utf-8") == report(folder)
    assert write_report(folder, tmp_path / "other.html").is_file()


def test_a_step_shows_all_replies_and_what_they_cost(folder):
    choices = [{"text": "one", "reasoning": "I think."}, {"text": "two", "finish": "length"}]
    calls = [call("", choices=choices), call("", choices=[{"text": "three"}], purpose="reflect")]
    folder.add_episode(episode(scores={"f1": 0.5}), [step(1, calls=calls, usage={})])
    (shown,) = Page(report(folder)).data["episodes"]
    (played,) = shown["played"]
    told = [
        (one["purpose"], choice["text"], choice["reasoning"], choice["finish"])
        for one in played["replies"]
        for choice in one["choices"]
    ]
    assert told == [("act", "one", "I think.", "stop"), ("act", "two", "", "length"), ("reflect", "three", "", "stop")]
    assert (played["usage"]["calls"], played["usage"]["prompt_tokens"]) == (2, 1800)
    assert shown["scores"] == {"f1": 0.5}


def test_a_verdict_that_is_no_tree_does_not_break_the_page(folder):
    folder.add_episode(episode("a", "fail", verdict={"name": "x", "all": 5}), [step(1)])
    (shown,) = Page(report(folder)).data["episodes"]
    assert shown["verdict"]["all"] == []


def test_no_text_of_a_step_is_wider_than_the_page(folder):
    (style,) = Page(report(folder)).styles
    assert re.search(r"^\.story \{[^}]*overflow-wrap: anywhere", style, re.MULTILINE)


def test_the_page_tells_rates_by_what_tasks_need(tmp_path):
    text = Page(report(fake_run(tmp_path / "run", pictures=False))).text
    groups = ("Dimension", "Category", "Tasks that need", "Modality needed", "touch")
    places = [text.index(group) for group in groups]
    assert places == sorted(places)
