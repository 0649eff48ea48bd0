"""What holds for all tests and for the processes that they start.

Of the environment they have what finds programs, files and certificates, what says where the machine stands, and nothing else:
no key, no proxy, no colour, no setting of Python or of Android's tools. Devices of the tests are told to no adb server but the
tests' own.

A parent that ignores SIGINT, as the background of a shell or nohup does, would make every child of a test ignore it.

Compiled modules are kept, whatever the environment says: tests start Python some hundred times, and each start would compile the
package anew for most of a second.

No file of a test's own process is waited for until it is on the disk: a power cut would lose the test with it.

Hypothesis draws the same examples in every run, whichever modules are loaded: it would take constants from their source. None is
timed: how long one takes says what else the machine does. The sweep tests every property again, with many more examples.
"""

import atexit
import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterable, Mapping
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from shared_devices import cars_host, stock_car, stock_controller, virtual_car, virtual_controller  # noqa: F401 - fixtures

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

KEPT = re.compile(
    r"(LD_LIBRARY_|DYLD_\w+_|PYTHON)?PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_\w+|SSL_CERT_(FILE|DIR)"
    r"|(AUTOMOTIVE_ENV|UV|COVERAGE|HYPOTHESIS|PYTEST)_\w+"
)
YOUNG, SELDOM = 100_000, 1_000_000
"""Objects that are made before the collector looks at the new ones, and how often it does so before it looks at older ones."""
GROWTH = 400 * 2**20
"""Bytes by which the process grows before the collector looks at all: few objects can hold many pictures."""
TESTS = Path(__file__).parent
NO_SERVER = {"ANDROID_ADB_SERVER_PORT": "1"}
"""Where no adb server listens. Only who names a device of their own to be tested (AUTOMOTIVE_ENV_SERIAL) has a server asked."""


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """What tests may know of the environment; Windows needs all of it."""
    kept = {name: value for name, value in environment.items() if KEPT.fullmatch(name) or os.name != "posix"}
    if "AUTOMOTIVE_ENV_SERIAL" in environment:
        return kept | {name: environment[name] for name in NO_SERVER if name in environment}
    return kept | NO_SERVER


sys.dont_write_bytecode = False
os.fsync = lambda descriptor: None
for changed in [name for name, value in os.environ.items() if clean(os.environ).get(name) != value]:
    del os.environ[changed]
os.environ.update(clean(os.environ))

POSIX_ONLY = re.compile(
    r"automotive_env[./](emulator|android)|^(import|from) (fcntl|resource|processes|fragile)\b"
    r"|SIGKILL|killpg|/proc/|symlink_to|suites\.asking",
    re.MULTILINE,
)

if hasattr(providers, "_get_local_constants"):  # the one thing of Hypothesis's own that decides it
    providers._get_local_constants = lambda: providers._local_constants

REPEATABLE = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeatable", REPEATABLE, max_examples=10)
settings.register_profile("sweep", REPEATABLE, max_examples=100)
settings.register_profile("explore", deadline=None, max_examples=3_000, suppress_health_check=[HealthCheck.too_slow])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that thins the sweeps out."""
    parser.addoption("--every", type=int, default=1, help="in the sweep, play the first instance of each test and one in so many")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples are drawn before a test module asks for it."""
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("sweep" if sweeps(config) else "repeatable"))


def sweeps(config: pytest.Config) -> bool:
    """Whether these are the sweeps alone."""
    return config.getoption("markexpr") == "sweep"


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, object, object]:
    """Make no items of the parameters that this run leaves out: to collect and deselect thousands takes seconds."""
    result = yield
    if metafunc.config.getoption("markexpr") in ("sweep", "not sweep"):
        sweep = sweeps(metafunc.config)
        if at_once := metafunc.definition.get_closest_marker("at_once"):
            for call in [call for call in metafunc._calls if not in_sweep(call.marks)][at_once.args[0] :]:
                call.marks.append(pytest.mark.sweep.mark)
        whole = metafunc.definition.get_closest_marker("sweep") or (sweep and is_hypothesis_test(metafunc.function))
        played = [call for call in metafunc._calls if bool(whole or in_sweep(call.marks)) == sweep]
        every = metafunc.config.getoption("every") if sweep else 1
        # By a hash, because every third of a product would always leave out the same.
        played = [call for at, call in enumerate(played) if at == 0 or crc32(call.id.encode()) % every == 0]
        metafunc._calls = played or metafunc._calls[:1]  # of none, pytest would make an item without parameters
    return result


def in_sweep(marks: Iterable[pytest.Mark | pytest.MarkDecorator]) -> bool:
    """Whether one of the marks leaves something to the sweep."""
    return any(mark.name == "sweep" for mark in marks)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each worker of xdist begin with other folders: what one has compiled, the others load."""
    report = yield
    if collector.path == TESTS and hasattr(collector.config, "workerinput"):
        workers = collector.config.workerinput
        first = len(report.result) * int(workers["workerid"].removeprefix("gw")) // workers["workercount"]
        report.result = report.result[first:] + report.result[:first]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Properties belong to the sweeps too, with more examples; tests that need a POSIX system are marked so."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts[len(TESTS.parts) :][:1])  # all workers need the same order
    for item in items:
        if needs_posix(item.path):
            item.add_marker("posix")
        if sweeps(config) and is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("sweep")


@cache
def needs_posix(file: Path) -> bool:
    """Whether a test file uses what only POSIX systems have: devices behind ADB, groups of processes, limits."""
    return bool(POSIX_ONLY.search(file.read_text(encoding="utf-8")))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On Windows such files cannot be imported."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if sys.platform == "win32" and is_test and needs_posix(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let idle workers of xdist take over tests of busy ones: the tests of a file stay together, with what they share."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are processors, because many tests wait for devices and processes."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among modules and tests, which all stay: it took half of the time of collecting them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG, SELDOM, SELDOM)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker of xdist report the test and what failed or printed: each message costs as much as a small test."""
    of_fixtures_too = any(item.config.getoption(name, None) is not None for name in ("durations", "xmlpath"))
    if of_fixtures_too or not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.sections:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_runtest_logfinish() -> None:
    """Free the cars and pictures that no test uses any longer, once there are many."""
    if memory() > _room[0]:
        gc.collect()
        _room[0] = memory() + GROWTH


_room = [GROWTH]


def memory() -> int:
    """Bytes that the process holds now; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End a worker of xdist, which has told all that it found, without freeing each object of its tests.

    Other processes free their modules: DuckDB prints a page about what is left.
    """
    if hasattr(config, "workerinput"):
        atexit._run_exitfuncs()
        os._exit(0)
    gc.unfreeze()
