"""What a step asks of a device: on an emulator each question takes 50 to 300 ms."""

import pytest
from contracts.controller_contract import element

from automotive_env.android.controller import AndroidController
from automotive_env.android.link import DeviceLink
from automotive_env.android.persistent_shell import PersistentShell
from automotive_env.android.shell import ShellReply
from automotive_env.episode.action import Click, NavigateHome

WINDOWS = "dumpsys window windows"


class Asked:
    """What has been asked: commands of the shell, calls of the uiautomator2 server, pictures."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[str] = []
        self.calls: list[str] = []
        self.pictures = 0
        run, rpc, output = PersistentShell.run, DeviceLink.rpc, DeviceLink.output

        def noted_run(shell: PersistentShell, command: str, *, timeout: float = 10.0) -> ShellReply:
            mark = command.rpartition("; echo ")[2].split()[0] if "; echo --" in command else "\n"
            self.commands += [part for part in command.split(f" 2>&1; echo {mark} $?") if part]
            return run(shell, command, timeout=timeout)

        def noted_rpc(link: DeviceLink, method: str, *parameters: object) -> object:
            self.calls.append(method)
            return rpc(link, method, *parameters)

        def noted_output(link: DeviceLink, command: str) -> bytes:
            self.pictures += 1
            return output(link, command)

        monkeypatch.setattr(PersistentShell, "run", noted_run)
        monkeypatch.setattr(DeviceLink, "rpc", noted_rpc)
        monkeypatch.setattr(DeviceLink, "output", noted_output)

    def take(self) -> tuple[int, int, int]:
        """How many of each, and begin anew."""
        counted = len(self.commands), len(self.calls), self.pictures
        self.commands.clear()
        self.calls.clear()
        self.pictures = 0
        return counted


@pytest.fixture(params=["virtual_car", "stock_car"])
def car(request: pytest.FixtureRequest) -> AndroidController:
    found: AndroidController = request.getfixturevalue(request.param)
    return found


def test_a_step_asks_little(car: AndroidController, monkeypatch: pytest.MonkeyPatch) -> None:
    stock = not car._access.features.vendor
    car.act(NavigateHome(), car.observe())
    seen = car.observe()
    asked = Asked(monkeypatch)
    assert car.observe() == seen
    assert asked.take() == (6 if stock else 1, 2, 1)  # HAL, system and global settings, clock, position, windows
    assert car.act(Click(index=element(seen, "hvac").index), seen).done
    assert asked.commands == [WINDOWS]  # the screen is another one
    assert asked.take() == (1, 3, 0)
    car.drain_changes()
    assert asked.take() == (11 if stock else 1, 0, 0)
    assert car.observe().app == "climate"
    assert WINDOWS not in asked.commands
    assert asked.take() == (6 if stock else 1, 2, 1)  # HAL, system and global settings, clock, position, windows


def test_a_stock_car_is_kept_and_put_back_with_few_commands(
    stock_car: AndroidController, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    kept = stock_car.snapshot()
    assert asked.take()[0] <= 18
    stock_car.restore(kept)
    assert asked.take()[0] <= 50
