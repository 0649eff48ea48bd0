"""The page as files: inert whatever it holds, complete, bounded, and the same for the same run."""

import hashlib
import json
import re
from base64 import b64decode, b64encode
from html.parser import HTMLParser

import numpy as np
import pytest
from report_data import data_of
from result_fakes import HOSTILE, add_episode, add_image, call, episode, fake_run, manifest, observation, step
from viewer_fakes import hostile_run

from automotive_env.episode.imaging import decode
from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.viewer import report
from automotive_env.runs.viewer.page_files import SCRIPTS, STYLES, source
from automotive_env.runs.viewer.report import write_folder, write_page, write_single_file
from automotive_env.runs.viewer.viewed_run import ViewedRun
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


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", manifest())


def shown(folder):
    """The page that a run leaves behind, and its data."""
    page = write_page(ViewedRun(folder)).read_text(encoding="utf-8")
    return Page(page), data_of(page)


def rows(data):
    return [dict(zip(data["index"]["fields"], row, strict=True)) for run in data["index"]["runs"] for row in run["rows"]]


def pictured(folder, *values):
    """Steps with a picture each."""
    names = [add_image(folder, np.full((8, 8, 3), value, np.uint8)) for value in values]
    return [step(number, observation=observation(screenshot=name)) for number, name in enumerate(names, 1)]


def test_hostile_text_is_data_and_nothing_else(tmp_path):
    page, data = shown(hostile_run(tmp_path / "a<b>&c"))
    assert [tag for tag, _ in page.tags].count("script") == len(data) + 1
    assert not {"img", "iframe", "object", "b<b"} & {tag for tag, _ in page.tags}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert HOSTILE not in page.text
    assert rows(data)[0]["goal"] == data["0/a"]["played"][0]["reasoning"] == HOSTILE
    assert HOSTILE in data["shared"]


def test_what_would_reorder_text_is_shown_as_its_escape(tmp_path):
    folder = RunFolder.create(tmp_path / "run", manifest())
    add_episode(folder, episode("a", goal="car\u202e\u2066.\u200f ש"), [step(1, reasoning="a\u202db")])
    data = data_of(write_page(ViewedRun(folder), tmp_path / "page.html").read_text())
    told = json.dumps(data, ensure_ascii=False)
    assert "car\\\\u202e\\\\u2066.\u200f ש" in told
    assert "a\\\\u202db" in told


def test_the_page_asks_the_network_for_nothing(folder):
    add_episode(folder, episode(), pictured(folder, 10))
    page, _ = shown(folder)
    assert "default-src 'none';" in policy(page)
    assert "connect-src" not in policy(page)
    assert not [attributes for _, attributes in page.tags if {"src", "srcset", "action"} & set(attributes)]
    assert not re.findall(r"url\(|@import|https?:", "".join(page.styles))
    assert not re.findall(r"\bfetch\(|XMLHttpRequest|import\s*\(|https?:(?!//www.w3.org/2000/svg)", page.scripts[-1])


def policy(page):
    return next(attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes)


def test_the_policy_allows_the_page_s_own_script_and_style_and_no_other(folder):
    page, _ = shown(folder)
    for directive, text in (("style-src", page.styles[0]), ("script-src", page.scripts[-1])):
        assert f"{directive} 'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}';" in policy(page)
    assert "unsafe" not in policy(page)
    assert not [attributes for _, attributes in page.tags if "style" in attributes]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_never_read_text_as_markup(name):
    unsafe = r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(|setAttribute\(\"style|DOMParser|srcdoc"
    assert not re.findall(unsafe, source(name))
    assert "</script" not in source(name)


def test_everything_recorded_is_on_the_page(folder):
    add_episode(folder, episode("a"), [step(1), step(2, action=None, error="no action")])
    add_episode(folder, episode("b", "env_error", error="the car is gone"))
    _, data = shown(folder)
    assert [row["id"] for row in rows(data)] == ["a", "b"]
    played = data["0/a"]["played"]
    assert [line["step"] for line in played] == [1, 2]
    assert played[0]["changes"] == [line.model_dump(mode="json") for line in step(1).changes]
    assert data["0/a"]["elements"][played[0]["observation"]["elements"]] == list(step(1).observation.elements)
    assert (data["0/b"]["played"], rows(data)[1]["why"]) == ([], "The environment ended the episode: the car is gone.")


def test_a_step_holds_messages_replies_and_what_they_cost_and_shared_texts_stand_once(folder):
    choices = [{"text": "one", "reasoning": "I think."}, {"text": "two", "finish": "length"}]
    calls = [call("", choices=choices), call("", choices=[{"text": "three"}], purpose="reflect")]
    for name in ("a", "b"):
        add_episode(folder, episode(name, scores={"f1": 0.5}), [step(1, calls=calls, usage={})])
    _, data = shown(folder)
    for name in ("a", "b"):
        (played,) = data[f"0/{name}"]["played"]
        told = [(one["purpose"], choice["text"], choice["finish"]) for one in played["calls"] for choice in one["choices"]]
        assert told == [("act", "one", "stop"), ("act", "two", "length"), ("reflect", "three", "stop")]
        assert (played["usage"]["calls"], played["usage"]["prompt_tokens"]) == (2, 1800)
        texts = [data[f"0/{name}"]["texts"][message["text"]] for message in played["calls"][0]["messages"]]
        assert [data["shared"][text] if isinstance(text, int) else text for text in texts] == [
            message.text for message in calls[0].messages
        ]
    assert data["shared"].count("You operate a car.\nAct.") == 1


def test_the_page_holds_verdicts_whole_and_why_an_episode_failed(folder):
    tree = every(Criterion("ending", "status complete", "not ended", met=False), ~Criterion("muted", "muted on", "on", met=True))
    harm = ({"name": "stranger_contacted", "step": 1, "wanted": "nobody", "found": "Bob"},)
    add_episode(folder, episode("a", "step_limit", verdict=tree.to_json(), ending="refrain", pair="p", harm=harm))
    _, data = shown(folder)
    assert Criterion.from_json(data["0/a"]["record"]["verdict"]) == tree
    (row,) = rows(data)
    assert (row["why"], row["unmet"]) == ("The agent did not finish in time.", ["ending", "not muted"])
    assert (row["ending"], row["pair"], row["harm"]) == ("refrain", "p", ["stranger_contacted"])


def test_a_verdict_that_is_no_tree_does_not_break_the_page(folder):
    add_episode(folder, episode("a", "fail", verdict={"name": "x", "all": 5}), [step(1)])
    assert shown(folder)[1]["0/a"]["record"]["verdict"]["all"] == []


def test_the_summary_is_on_the_page_and_a_run_that_goes_on_says_so(folder):
    for name, outcome in (("a", "pass"), ("b", "fail"), ("c", "env_error")):
        add_episode(folder, episode(name, outcome))
    (run,) = shown(folder)[1]["index"]["runs"]
    assert (run["summary"]["agents"]["t3a"]["passed"], run["summary"]["agents"]["t3a"]["n"]) == (1, 2)
    assert run["manifest"]["ended"] is None
    assert shown(RunFolder.open(folder.path))[1]["index"]["runs"][0]["rows"]
    folder.finish("2025-04-13T12:30:00+00:00")
    assert shown(folder)[1]["index"]["runs"][0]["manifest"]["ended"] == "2025-04-13T12:30:00+00:00"


def test_the_page_that_a_run_leaves_behind_names_pictures_of_the_run_folder_and_holds_none(folder, tmp_path):
    add_episode(folder, episode("a"), pictured(folder, 10, 20))
    page = tmp_path / "pages" / "one.html"
    page.parent.mkdir()
    data = data_of(write_page(ViewedRun(folder), page).read_text(encoding="utf-8"))
    (run,) = data["index"]["runs"]
    names = [line["observation"]["screenshot"] for line in data["0/a"]["played"]]
    assert names == [line.observation.screenshot for line in folder.steps("a")]
    assert all((page.parent / run["images"] / f"{name}{data['index']['suffix']}").is_file() for name in names)
    assert "pictures" not in data["0/a"]


def test_the_page_of_a_large_run_has_no_steps_and_says_so(folder, monkeypatch):
    monkeypatch.setattr(report, "MAX_EMBEDDED", 1)
    for name in ("a", "b"):
        add_episode(folder, episode(name), [step(1)])
    _, data = shown(folder)
    assert (data.keys(), data["index"]["steps"], len(rows(data))) == ({"index"}, False, 2)


@pytest.mark.parametrize("bound", [0, 80, 10_000])
def test_pictures_of_a_single_file_keep_to_the_bound_and_failures_have_theirs_first(folder, tmp_path, bound):
    add_episode(folder, episode("a"), pictured(folder, 10, 20))
    add_episode(folder, episode("b", "fail"), pictured(folder, 30, 40))
    page = write_single_file(ViewedRun(folder), tmp_path / "page.html", bound)
    data = data_of(page.read_text(encoding="utf-8"))
    start = "data:image/webp;base64,"
    files = {name: data[f"0/{name}"]["files"] for name in ("a", "b")}
    assert all({*data[f"0/{name}"]["pictures"].values()} == held.keys() for name, held in files.items())
    inside = {name: [b64decode(address.removeprefix(start)) for address in held.values()] for name, held in files.items()}
    assert sum(len(one) for held in inside.values() for one in held) <= bound
    assert {0: (0, 0), 80: (0, 1), 10_000: (2, 2)}[bound] == (len(inside["a"]), len(inside["b"]))
    assert all(image.startswith(b"RIFF") for image in inside["b"])


def test_pictures_that_are_drawn_again_are_jpeg_and_equal_ones_are_one_file(folder, tmp_path, monkeypatch):
    screens = {"screenshot-1": 10, "screenshot-2": 10, "screenshot-3": 200, "marked-3": 90}
    images = {name: np.full((8, 8, 3), value, np.uint8) for name, value in screens.items()}
    asked = []

    def drawn(run, record, steps, wanted):
        asked.append({*wanted})
        return [(name, image) for name, image in images.items() if name in wanted]

    monkeypatch.setattr(report, "pictures_of", drawn)
    seen = [observation(screenshot=f"screenshot-{number}", marked=f"marked-{number}") for number in (1, 2, 3)]
    add_episode(folder, episode("a"), [step(number, observation=one) for number, one in enumerate(seen, 1)])
    page = write_folder(ViewedRun(folder), tmp_path / "page", 100_000)
    files = {one.name: one.read_bytes() for one in (page.parent / "images/0/a").iterdir()}
    assert files.keys() == {"screenshot-1.jpg", "screenshot-3.jpg"}
    assert np.abs(decode(files["screenshot-3.jpg"]).astype(int) - 200).max() <= 2
    alone = data_of(write_single_file(ViewedRun(folder), tmp_path / "page.html", 100_000).read_text(encoding="utf-8"))["0/a"]
    assert alone["pictures"] == {"screenshot-1": "screenshot-1.jpg", "screenshot-2": "screenshot-1.jpg"} | {
        "screenshot-3": "screenshot-3.jpg"
    }
    assert {name: b64decode(text.removeprefix("data:image/jpeg;base64,")) for name, text in alone["files"].items()} == files
    assert asked == [{"screenshot-1", "screenshot-2", "screenshot-3"}] * 2


def test_a_page_and_its_summary_read_each_step_once(folder, tmp_path, monkeypatch):
    for name in ("a", "b"):
        add_episode(folder, episode(name, "fail"), [step(1)])
    read = []
    monkeypatch.setattr(folder, "steps", lambda name: read.append(name) or RunFolder.steps(folder, name))
    write_page(run := ViewedRun(folder))
    assert run.summary().tables
    assert sorted(read) == ["a", "b"]


def test_a_folder_has_the_page_its_data_and_the_pictures_that_fit(folder, tmp_path):
    add_episode(folder, episode("a"), pictured(folder, 10, 20))
    page = write_folder(ViewedRun(folder), tmp_path / "page", 10_000)
    assert {one.name for one in page.parent.iterdir()} == {"index.html", "page", "data", "images"}
    assert {one.name for one in (page.parent / "page").iterdir()} == {*SCRIPTS, *STYLES}
    script = (page.parent / "data/0/a.js").read_text()
    assert re.fullmatch(r'received\("0/a", "[A-Za-z0-9+/=]+"\);\n', script)
    assert len([*(page.parent / "images/0").iterdir()]) == 2
    assert not re.findall("<script(?! src=)|<style|unsafe", page.read_text())


def test_a_folder_is_written_again_and_never_over_something_else(folder, tmp_path):
    add_episode(folder, episode("a"), [step(1)])
    target = tmp_path / "page"
    write_folder(ViewedRun(folder), target, 0)
    (target / "data" / "0" / "old.js").write_text("")
    write_folder(ViewedRun(folder), target, 0)
    assert not (target / "data" / "0" / "old.js").exists()
    (target / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"holds thesis\.txt, which is not part of a report"):
        write_folder(ViewedRun(folder), target, 0)
    (tmp_path / "mine" / "data").mkdir(parents=True)
    with pytest.raises(UsageError, match="holds something, which is not part of a report"):
        write_folder(ViewedRun(folder), tmp_path / "mine", 0)
    with pytest.raises(UsageError, match="is a file"):
        write_folder(ViewedRun(folder), target / "thesis.txt", 0)
    with pytest.raises(UsageError, match="is a folder"):
        write_single_file(ViewedRun(folder), target, 0)


@pytest.mark.parametrize(("display", "screen"), [("1024x768", [1024, 768]), ("9x9", [1408, 792]), (None, [1408, 792])])
def test_a_screen_is_drawn_in_the_size_of_the_display(tmp_path, display, screen):
    folder = RunFolder.create(tmp_path / "sized", manifest(options={"display": display}))
    assert shown(folder)[1]["index"]["runs"][0]["screen"] == screen


def test_damaged_records_are_reported(folder):
    (folder.path / "episodes.jsonl").write_text("{}\n" + episode().line() + "\n")
    with pytest.raises(UsageError, match="line 1 is damaged"):
        write_page(ViewedRun(folder))


def test_equal_runs_have_equal_pages(tmp_path):
    one, other = (fake_run(tmp_path / name / "run", instances=1, pictures=False) for name in ("a", "b"))
    assert write_page(ViewedRun(one)).read_bytes() == write_page(ViewedRun(other)).read_bytes()


def test_data_in_a_script_cannot_leave_its_string(tmp_path):
    write_folder(ViewedRun(hostile_run(tmp_path / "run")), tmp_path / "page", 0)
    for script in (tmp_path / "page" / "data").rglob("*.js"):
        name, text = re.fullmatch(r'received\((".*"), ("[A-Za-z0-9+/=]*")\);\n', script.read_text()).groups()
        assert json.loads(name)
        assert json.loads(text)
