"""Runs in this process, in several, and in actors of Ray."""

from importlib.util import find_spec

from contracts.executor_contract import ExecutorContract, LosingExecutorContract

from automotive_env.runs.execution.model_watch import ModelAvailability, ModelWatch


class TestHere(ExecutorContract):
    options = {"concurrency": 3}


class TestProcesses(LosingExecutorContract):
    options = {"workers": 2, "concurrency": 2}


if find_spec("ray"):  # it weighs 240 MB: `scripts/kill_runs.py` tells more of it

    class TestRay(LosingExecutorContract):
        options = {"executor": "ray", "workers": 2, "concurrency": 2}


def test_that_workers_wait_for_the_model_is_told_once_and_that_all_go_on_once():
    told: list[str] = []
    watch = ModelWatch(told.append)
    for worker, why in ((0, None), (0, "503"), (1, "503"), (0, None), (0, None)):
        watch(worker, ModelAvailability(why))
    assert told == ["the run waits for the model: 503"]
    watch(1, ModelAvailability())
    assert told == ["the run waits for the model: 503", "the model answers again, and the run continues"]


def test_a_worker_that_gives_up_waiting_does_not_say_that_the_model_answers():
    told: list[str] = []
    watch = ModelWatch(told.append)
    for worker in (0, 1):
        watch(worker, ModelAvailability("503"))
    for worker in (0, 1):
        watch.ended(worker)
    assert told == ["the run waits for the model: 503"]


def test_a_worker_that_begins_to_wait_when_another_has_given_up_says_nothing_new():
    told: list[str] = []
    watch = ModelWatch(told.append)
    for _ in (0, 1):
        watch.begins()
    watch(0, ModelAvailability("503"))
    watch.ended(0)
    watch(1, ModelAvailability("503"))
    assert told == ["the run waits for the model: 503"]
    watch(1, ModelAvailability())
    watch(1, ModelAvailability("429"))
    assert told[1:] == ["the model answers again, and the run continues", "the run waits for the model: 429"]


def test_a_worker_in_the_place_of_one_that_was_lost_while_it_waited_says_when_it_waits():
    told: list[str] = []
    watch = ModelWatch(told.append)
    watch(0, ModelAvailability("503"))
    watch.ended(0)
    watch.begins()
    watch(0, ModelAvailability("503"))
    assert told == 2 * ["the run waits for the model: 503"]
