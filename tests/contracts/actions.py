"""Actions for property-based tests."""

from hypothesis import strategies as st

from automotive_env.episode.action import (
    ACTIONS,
    Action,
    Answer,
    Call,
    Click,
    Direction,
    DoubleTap,
    Drag,
    InputText,
    LongPress,
    OpenApp,
    Scroll,
    Status,
    Swipe,
    Wait,
)

INDEX, PIXELS = st.integers(0, 9_999), st.integers(0, 20_000)
DIRECTION = st.sampled_from(Direction.__args__)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.integers(-9, 9).map(lambda n: n / 4) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def actions() -> st.SearchStrategy[Action]:
    """Any valid action."""
    given = {InputText, Drag, Answer, Call, OpenApp, Scroll, Status, Swipe, Wait, Click, LongPress, DoubleTap}
    return st.one_of(
        *(st.builds(kind, index=INDEX) for kind in (Click, LongPress, DoubleTap)),
        *(st.builds(kind, x=PIXELS, y=PIXELS) for kind in (Click, LongPress, DoubleTap)),
        *(st.builds(kind) for kind in ACTIONS if kind not in given),
        st.builds(Swipe, direction=DIRECTION, index=st.none() | INDEX, amount=st.sampled_from([0.05, 0.3, 0.6, 1.0])),
        st.builds(Scroll, direction=DIRECTION, index=st.none() | INDEX),
        st.builds(Scroll, direction=DIRECTION, x=PIXELS, y=PIXELS),
        st.builds(Drag, x=PIXELS, y=PIXELS, to_x=PIXELS, to_y=PIXELS),
        st.builds(InputText, text=st.text(max_size=30), index=st.none() | INDEX, clear=st.booleans(), submit=st.booleans()),
        st.builds(OpenApp, app_name=st.text(min_size=1, max_size=20)),
        st.builds(Wait, seconds=st.integers(1, 60)),
        st.builds(Answer, text=st.text(min_size=1, max_size=30)),
        st.builds(Status, goal_status=st.sampled_from(["complete", "infeasible"]), reason=st.text(max_size=30)),
        st.builds(Call, api=st.just("system.safety_alert"), arguments=st.dictionaries(st.text(max_size=8), VALUES, max_size=4)),
    )
