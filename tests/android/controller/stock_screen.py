"""What a stock car shows: its climate panel over the launcher, made by hand after Android Automotive's own layouts.

Ids, texts, the lack of content descriptions and the titles of windows are those of CarSystemUI and Car Launcher; Settings has
preference rows, where a clickable row holds the title and the summary as texts of their own.
"""

PROLOG = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"
SYSTEM_UI = "com.android.systemui"


def node(kind: str, box: tuple[int, int, int, int], *children: str, package: str = SYSTEM_UI, **attributes: str) -> str:
    """A node as uiautomator2's server writes it."""
    left, top, right, bottom = box
    given = {name.replace("_", "-"): value for name, value in attributes.items()}
    if "resource-id" in given and ":" not in given["resource-id"]:
        given["resource-id"] = f"{package}:id/{given['resource-id']}"
    states = ("checkable", "checked", "clickable", "focusable", "focused", "scrollable", "long-clickable", "selected")
    all_ = {
        "index": "0", "text": "", "resource-id": "", "class": kind, "package": package, "content-desc": "",
        "enabled": "true", "visible-to-user": "true", "bounds": f"[{left},{top}][{right},{bottom}]", "drawing-order": "1",
        "hint": "", "display-id": "0", **dict.fromkeys(states, "false"), **given,
    }  # fmt: skip
    words = " ".join(f'{name}="{value}"' for name, value in all_.items())
    return f"<node {words}>{''.join(children)}</node>"


def button(name: str, left: int, top: int, **attributes: str) -> str:
    """An image button without any text."""
    box = (left, top, left + 96, top + 96)
    return node("android.widget.ImageButton", box, resource_id=name, clickable="true", **attributes)


def hvac_panel() -> str:
    """The climate panel, with AUTO on."""
    driver = node(
        "android.widget.LinearLayout",
        (0, 100, 140, 500),
        button("hvac_increase_button", 20, 100),
        node("android.widget.TextView", (20, 200, 116, 300), resource_id="hvac_temperature_text", text="72"),
        button("hvac_decrease_button", 20, 300),
        resource_id="driver_hvac",
    )
    fan = node(
        "android.widget.LinearLayout",
        (300, 400, 1100, 496),
        node("android.widget.Button", (300, 400, 396, 496), resource_id="fan_off", text="OFF", clickable="true"),
        *(button(f"fan_speed_{speed}", 300 + 100 * speed, 400) for speed in (1, 2, 3, 4)),
        node("android.widget.Button", (900, 400, 996, 496), resource_id="fan_max", text="MAX", clickable="true"),
        resource_id="fan_control",
    )
    controls = node(
        "androidx.constraintlayout.widget.ConstraintLayout",
        (0, 80, 1408, 680),
        node("android.widget.ImageView", (650, 84, 758, 90), resource_id="handle_bar"),
        driver,
        button("ac_master_switch", 300, 120, selected="true"),
        button("ac_button", 420, 120),
        button("auto_button", 540, 120, selected="true"),
        button("recycle_air_button", 660, 120),
        button("defroster_button", 780, 120, selected="true"),
        button("direction_face", 300, 250),
        button("hidden_button", 900, 250, visible_to_user="false"),
        fan,
        resource_id="hvac_panel",
    )
    return node("android.widget.FrameLayout", (0, 0, 1408, 792), controls, resource_id="hvac_panel_container")


def bar(top: int, bottom: int, *children: str) -> str:
    """A system bar."""
    return node("android.widget.FrameLayout", (0, top, 1408, bottom), *children)


def settings() -> str:
    """Two rows of Settings and a switch."""
    package = "com.android.car.settings"

    def text(name: str, words: str, top: int) -> str:
        box = (100, top, 800, top + 40)
        return node("android.widget.TextView", box, package=package, resource_id=f"android:id/{name}", text=words)

    def row(top: int, *children: str) -> str:
        return node("android.widget.LinearLayout", (0, top, 1408, top + 100), *children, package=package, clickable="true")

    switch = node(
        "android.widget.Switch", (1200, 220, 1300, 280), package=package, resource_id="android:id/switch_widget",
        checkable="true", checked="true",
    )  # fmt: skip
    rows = node(
        "androidx.recyclerview.widget.RecyclerView",
        (0, 80, 1408, 696),
        row(80, text("title", "Display", 90), text("summary", "Adaptive brightness, &lt;dark&gt;", 130)),
        row(200, text("title", "Wi-Fi", 220), switch),
        package=package,
        resource_id="car_ui_internal_recycler_view",
        scrollable="true",
    )
    return node("android.widget.FrameLayout", (0, 0, 1408, 792), rows, package=package)


def dump(*roots: str) -> str:
    """Roots as one dump."""
    return f'{PROLOG}<hierarchy rotation="0">{"".join(roots)}</hierarchy>'


def window(number: int, name: str, package: str, box: tuple[int, int, int, int], title: str = "", more: str = "") -> str:
    """A window as `dumpsys window windows` of Android 14 lists it, shortened."""
    left, top, right, bottom = box
    told = f" accessibilityTitle={title}" if title else ""
    return f"""  Window #{number} Window{{5d0b5c{number} u10 {name}}}:
    mDisplayId=0 rootTaskId=1 mSession=Session{{d3a1b5a 1042:u0a10058}} mClient=android.os.BinderProxy@3fcd8a4
    mOwnerUid=1010058 showForAllUsers=true package={package} appop=NONE
    mAttrs={{(0,0)(fillx96) sim={{adjust=pan}} ty=NAVIGATION_BAR fmt=TRANSLUCENT
      fl=NOT_FOCUSABLE SPLIT_TOUCH HARDWARE_ACCELERATED
      pfl=COLOR_SPACE_AGNOSTIC{told}}}
    Requested w=1408 h=96 mLayoutSeq=51
    Frames: parent=[0,0][1408,792] display=[0,0][1408,792] frame=[{left},{top}][{right},{bottom}] last=[0,0][0,0]
    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false
    isOnScreen=true
    isVisible=true{more}
"""


WINDOWS = "".join(
    (
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n",
        window(0, "SystemUIOverlayWindow", SYSTEM_UI, (0, 0, 1408, 792)),
        window(1, "BottomCarSystemBar", SYSTEM_UI, (0, 696, 1408, 792)),
        window(2, "TopCarSystemBar", SYSTEM_UI, (0, 0, 1408, 80)),
        window(3, "com.android.car.settings/.Main", "com.android.car.settings", (0, 0, 1408, 792), title="Car & Settings"),
        window(4, "Gone", "com.example", (0, 0, 1408, 792)).replace("isVisible=true", "isVisible=false"),
        "\n  mCurrentFocus=Window{5d0b5c0 u10 SystemUIOverlayWindow}\n",
    )
)
