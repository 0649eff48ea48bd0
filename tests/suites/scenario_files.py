"""A checkout as small as it can be, written for the tests: nothing of it is the public release's."""

import hashlib
from pathlib import Path

LOUDER = """<scenario>
<inits>
Environment.init2() # somebody watches
vw.video = Video.init1()
Environment.set_volume(40)
</inits>
<query> Turn it up a bit. </query>
<api_call> vw.video.video_soundVolume_increase(degree="little") </api_call>
<query> Can you dance? </query>
<api_call> pass </api_call>
<query> Stop the film and fold the fog away. </query>
<api_call> vw.video.video_play_stop()\\nvw.fogLight.carcontrol_fogLight_switch(switch=True, position="all") </api_call>
</scenario>"""

HOOD = """<scenario><inits>
vw.frontTrunk=FrontTrunk.init9()
Window.init1()
vw.airConditioner=AirConditioner.init1(auto_on=True)
</inits>
<query>Cool me down to 20</query><api_call>vw.airConditioner.switch(position=["driver's seat"], switch=True)
vw.airConditioner.temperature_set(
    position=["driver's seat"],
    value=20,
)</api_call></scenario>"""

BROKEN = "<scenario><inits>Environment.init1()</inits><query>Hm</query><api_call>import os; os.abort()</api_call></scenario>"


def scenario_id(text: str) -> str:
    """The id that the release gives a scenario."""
    return hashlib.md5(text.encode()).hexdigest()


def checkout(folder: Path, *scenarios: str, at: str = "vehicleworld/database/querys/scenarios") -> Path:
    """Write a checkout with some scenarios."""
    file = folder / at
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(scenarios))
    return folder
