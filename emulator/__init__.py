"""Android Automotive emulators."""

import sys

if __name__ != "automotive_env.emulator":
    raise ImportError("this folder cannot be imported as emulator; it is the package automotive_env.emulator")
if sys.platform == "win32":
    from automotive_env.errors import EnvironmentFault

    raise EnvironmentFault(
        "Android devices, virtual ones too, and suites whose code runs in a process of its own need Linux or macOS: "
        "use --backend headless, or run everything under WSL"
    )
