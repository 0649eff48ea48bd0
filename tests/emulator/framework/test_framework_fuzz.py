"""Whatever they are told, commands answer with text and a status; none fails in a way of its own."""

import asyncio
import random

from cases import cases

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands
from automotive_env.emulator.virtual.service import services
from automotive_env.emulator.virtual.shell.tools import answer


def split(text: str) -> list[str]:
    return text.split()


COMMANDS = split("settings am pm monkey svc service logcat dumpsys cmd getprop bugreportz media")
SERVICES = sorted(services())
WORDS = split(
    "get put delete list reset system secure global screen_brightness wifi_on time_12_24 zen_mode 1 0 -1 x --user 10 0 current "
    "all start start-activity force-stop kill broadcast -n -a -d -c -e --es --ei -W -S -f 0x10 com.android.car.media a/b / /x x/ "
    "com.android.car.media/.MediaActivity android.settings.SETTINGS geo:0,0 tel:1 get-current-user switch-user stack packages "
    "path "
    "features users install 5 uninstall clear grant revoke enable disable resolve-activity query-activities --brief dump status "
    "set-wifi-enabled enabled start-softap stop-softap night yes car airplane-mode dispatch play next volume --stream 3 --get "
    "--set --adj providers add-test-provider gps set-test-provider-location --location 1,2 nan,nan 1e999,0 --accuracy -5 "
    "set-location-enabled true false set post -t bigtext safety_alert:ice safety_alert: TAG text set_dnd on level unplug query "
    "insert update --uri content://sms content://settings/system content://settings content:// content://call_log/calls --bind "
    "content://com.android.contacts/data body:s:x a:b:c date:l:99999999999999999999 raw_contact_id:i:1 --where type=1 "
    "a='b --sort "
    "date -v brief -s *:S :: -b main -p -l check call statusbar 2 stayon wifi data power bluetooth activities top -h --help"
)
WORDS += ["", "\n", "é\U0001f600", "\udc80\udcff", "9" * 5000, "-S"]


class Stream:
    async def read(self, most: int = -1) -> bytes:
        return b"abc" if most else b""

    async def write(self, data: bytes) -> None:
        data.decode("utf-8", "surrogateescape")


async def play(seed: int, lines: int) -> None:
    chance, device = random.Random(seed), VirtualDevice(release=random.Random(seed).choice([13, 14, 15]))
    for _ in range(lines):
        name = chance.choice(COMMANDS)
        argv = [name, *([chance.choice(SERVICES)] if name in ("cmd", "dumpsys") else ["-d"] if name == "logcat" else [])]
        argv += [chance.choice(WORDS) for _ in range(chance.randrange(8))]
        status = await asyncio.wait_for(answer(commands()[name], _process(device, argv)), 20)
        assert 0 <= status <= 255, argv
    repr(device.world.values).encode()


def _process(device: VirtualDevice, argv: list[str]) -> ShellProcess:
    return ShellProcess(device, argv, Stream(), Stream(), Stream())


@cases("seed", range(8))
def test_any_arguments_are_answered(seed):
    asyncio.run(play(seed, 400))


def test_bytes_that_are_no_text_do_not_reach_the_car(car):
    car.out("cmd", "notification", "post", "-t", "a\udc80", "TAG", "b\udcff")
    entry = car.world.system.notifications[0]
    assert (entry.title, entry.text) == ("a\ufffd", "b\ufffd")
