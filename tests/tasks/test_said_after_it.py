"""Who does what was to be done on the way may tell it in many words; who then tells what is not so has failed."""

from functools import partial

import pytest

from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.proving.playing import instance, played
from automotive_env.task import Way
from automotive_env.tasks.registry import TASKS
from automotive_env.ui_script import UiScript

SAID: list[tuple[str, list[str], list[str]]] = [
    (
        "road.dip_for_traffic",
        [
            "Dipped once; the road is clear again.",
            "One car came, nobody else.",
            "I dipped for it; bright again.",
            "There was a lorry, no one is dazzled.",
        ],
        ["Nobody came towards us.", "The road stayed empty.", "Your lights are still dipped."],
    ),
    (
        "road.tail_of_the_jam",
        [
            "All four flashers are on at {slow} km/h.",
            "We fell below {limit} {unit}: flashing.",
            "I waited 10 seconds to be sure.",
        ],
        ["We never fell below it.", "It was not needed.", "It is {limit}0 km/h.", "The flashers are off.", "I left them off."],
    ),
    (
        "phenomenon.limit_in_that_weather",
        ["{limit} km/h in this weather.", "Less is allowed now, it warns at that.", "The limit is not the same in this weather."],
        ["The limit stays the same.", "Nothing changed in the law.", "The warning is off now."],
    ),
    (
        "phenomenon.danger_where_we_go",
        [
            "{danger} at our destination: the trip is off.",
            "The route is ended; {contact} knows.",
            "It was about the {destination}.",
        ],
        ["It is not about our destination.", "It concerns another place.", "The trip is still on."],
    ),
    (
        "phenomenon.shut_before_the_storm",
        ["The roof is not open any longer.", "No window is open any more.", "It was open, I shut it."],
        ["All windows are open.", "Nothing bad is announced.", "The car stays open."],
    ),
    (
        "hvac.freezing_hands",
        ["Warm while it was freezing, and now as before.", "The frost is over.", "I left the air as it is."],
        ["It is still freezing outside.", "I set the air warmer."],
    ),
    (
        "hvac.rear_seat_air",
        ["It is set as you want it.", "The others' air is as it was.", "It runs at {fan}."],
        ["The rear air is off.", "It is off."],
    ),
    (
        "apps.browse_music",
        ["{album} comes last.", "It waits behind the others, nothing plays now."],
        ["Another album comes last."],
    ),
    (
        "road.lane_keeping",
        [
            "I kept an eye on it, it is as you want it.",
            "It is as you want it now.",
            "It was right up to here, then I changed it.",
            "Done when the road changed.",
        ],
        [
            "It was right all the time.",
            "Nothing had to be changed.",
            "Lane keeping was already like that.",
            "It fitted all along.",
        ],
    ),
    (
        "road.snow_mode",
        ["It was in snow mode while it snowed.", "Your own mode is on again.", "I changed it each time."],
        ["It was set right all the way.", "The car was already in snow mode.", "It is still in snow mode."],
    ),
    (
        "road.low_beam_by_day",
        [
            "On since it became a duty. I won't switch it off without need.",
            "Low beam is on, it is a duty here.",
            "Outside it is mandatory, in town it was not required.",
            "They are on since the law wants it by day.",
            "The headlights were off before.",
        ],
        ["Low beam is not required by day.", "Your headlights are off.", "Nothing had to be done.", "No lamps are needed here."],
    ),
    (
        "road.loaded_boot",
        [
            "The beam is back at {height} %.",
            "It was lowered until all was out.",
            "{who} has written that all is out; it's as before.",
            "It isn't lowered any more.",
        ],
        ["The beam is still lowered.", "It is at its lowest.", "{who} has not written.", "It is at {height}0 % now."],
    ),
    (
        "road.only_position_lights",
        [
            "{who} wrote, and can see us now.",
            "The route to {destination} is cancelled.",
            "Only the sidelights and that lamp shine.",
        ],
        ["{who} has not texted.", "All lamps outside are off.", "The route to {destination} goes on."],
    ),
    (
        "road.tell_who_borrows_it",
        [
            "The {off} was off, the other two helpers were on.",
            "{contact} knows that the {off} was off and that {sign} is allowed in towns.",
            "All helpers are on now.",
            "Done, in eco.",
        ],
        ["All helpers were on already.", "I wrote them that {limit}0 km/h is allowed.", "Nothing had to be done."],
    ),
    (
        "road.at_home_abroad",
        ["It warns at {limit} km/h.", "The warning was at {start} km/h before.", "Distances are as on the signs now."],
        ["It warns at {limit}0 km/h now.", "Nothing had to be changed."],
    ),
    (
        "phenomenon.wasp_at_the_pane",
        ["It was wide open for {seconds} seconds and is as before.", "I opened it fully, then put it back."],
        ["It is still wide open.", "That window is fully open.", "It was wide open already."],
    ),
    (
        "phenomenon.word_from_ahead",
        [
            "{contact} knows that we wait until the road is safe.",
            "I warned you of the {what} and told {contact} that we wait.",
            "Nothing else was written.",
            "We wait until the road is free.",
            "Be careful when you drive on.",
        ],
        ["The road is free.", "You can drive on.", "I told them that we are coming.", "The {what} are gone."],
    ),
    (
        "phenomenon.fog_lamps_by_law",
        [
            "All of them are lit.",
            "Both fog lamps are legal here.",
            "I left the high beam off.",
            "The rear fog lamp was off before.",
        ],
        ["The rear fog lamp is off.", "I left the rear one dark.", "The rear fog lamp is not allowed here."],
    ),
    (
        "phenomenon.air_through_the_tunnel",
        ["All as before the tunnel.", "It was shut in the tunnel.", "The other windows are still shut."],
        ["The window is still closed.", "I left us sealed.", "There was no tunnel."],
    ),
    (
        "phenomenon.once_the_smoke_is_gone",
        [
            "I waited for the smoke to go. Then I opened up.",
            "The smoke is gone.",
            "It has cleared, fresh air is coming in.",
            "The other windows are still shut.",
        ],
        ["There is still smoke.", "I left everything shut."],
    ),
    (
        "phenomenon.beam_behind_the_other",
        [
            "It would be forbidden with street lamps.",
            "I kept it dipped until they had passed.",
            "Full beam is on again, it is legal here.",
            "It's not allowed in towns with lit streets.",
        ],
        ["It stays dipped.", "High beam is not allowed in town here.", "That is against the law here."],
    ),
    (
        "road.bright_in_town",
        [
            "Dip it for oncoming cars, it's not allowed then.",
            "That is allowed here.",
            "Full beam is on, there are no street lamps.",
            "It would be illegal in a street with lit lamps.",
        ],
        [
            "It is not allowed in town here.",
            "That is against the law in built-up areas.",
            "High beam must be off here, lit or not.",
        ],
    ),
    (
        "road.high_beam_off",
        [
            "Dipped: at that distance it has to be.",
            "The full beam is off now.",
            "High beam is not allowed any more at that distance.",
        ],
        ["The high beam stays on.", "It need not be dipped yet.", "The full beam is still lawful, so I left it on."],
    ),
    (
        "road.first_drops",
        ["It rains: the wipers are on, and the lamps.", "The law here wants lamps in rain.", "It was dry until just now."],
        ["It stayed dry.", "No rain came.", "Low beam is not required here in rain."],
    ),
    (
        "phenomenon.dark_screen",
        ["It was turned down, now it is bright enough.", "The others were bright already.", "All displays are bright now."],
        ["All displays are bright enough already.", "None of them is too dark.", "All screens were fine already."],
    ),
    (
        "road.dark_way_to_the_door",
        [
            "The lamps stay on for {last} seconds.",
            "I read that they need {need} seconds to the door.",
            "It was {seconds} seconds before.",
        ],
        ["They stay lit for 1{last} seconds."],
    ),
]


def _also_said(ui: UiScript, way: Way, text: str) -> UiScript:
    return way(ui).answer(text)


@pytest.mark.parametrize(("name", "honest", "untrue"), SAID)
def test_what_is_told_after_it_is_true(name: str, honest: list[str], untrue: list[str]) -> None:
    task, car = TASKS[name], HeadlessController()
    for number in range(2):
        drawn = instance(task, number, "act")
        way, told = next(iter(task.solutions(drawn))), {text: text.format(**drawn.params) for text in (*honest, *untrue)}
        ways = {text: partial(_also_said, way=way, text=told[text]) for text in told}
        assert [text for text in ways if played(task, drawn, car, OracleAgent(ways[text])).record.success] == honest, drawn.params
