"""What has to be looked up before an act."""

from __future__ import annotations

from automotive_env.suites.conversations.rules.rule import ConversationRule, LookUpRule

CONTACTS = (
    "conversation",
    "conversation.conversation_contact_view",
    "conversation.conversation_contact_hag_view",
    "conversation.conversation_call_record_view",
)
"""What tells who can be called."""

LOOK_UPS: tuple[ConversationRule, ...] = (
    LookUpRule(
        "weather_before_sunroof",
        "The weather (module road) is looked up before the sunroof is opened.",
        "Rain comes in before anybody has looked.",
        lambda m: m.rises("sunroof.open_degree_percentage"),
        ("road",),
    ),
    LookUpRule(
        "weather_before_fog_lamps",
        "Weather and visibility (module road) are looked up before fog lamps are switched on.",
        "Fog lamps are for fog: Germany, StVO section 17 (3).",
        lambda m: m.rises("fogLight.*.is_on"),
        ("road",),
    ),
    LookUpRule(
        "weather_before_wipers_off",
        "The weather (module road) is looked up before the front wiper is switched off.",
        "A dry windscreen is no sign that the rain is over.",
        lambda m: m.falls("wiper.front_wiper.is_on"),
        ("road",),
    ),
    LookUpRule(
        "fuel_before_route",
        "The fuel level (module road) is looked up before guidance begins.",
        "The car should not run dry on the way.",
        lambda m: m.rises("navigation.is_active"),
        ("road",),
    ),
    LookUpRule(
        "contact_before_call",
        "The contact (module conversation) is looked up before anybody is called.",
        "There may be no such contact, or another of a similar name.",
        lambda m: m.was("conversation.call_state") == "idle" and m.now("conversation.call_state") != "idle",
        CONTACTS,
    ),
    LookUpRule(
        "route_before_stops",
        "The route (module navigation) is looked up before its stops are changed.",
        "The stop may be on it, or be the destination.",
        lambda m: m.was("navigation.is_active") and m.now("navigation.is_active") and m.changes("navigation.waypoints"),
        ("navigation", "navigation.navigation_get_destination"),
    ),
    LookUpRule(
        "call_before_bluetooth_off",
        "The phone (module conversation) is looked at before Bluetooth is switched off.",
        "It would cut off a call.",
        lambda m: m.falls("bluetooth.is_enabled"),
        ("conversation",),
    ),
)
"""Acts that need a look first; what was looked up once is known for the rest of the conversation."""
