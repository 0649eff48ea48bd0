"""Android Automotive emulators."""

import sys

if __name__ != "automotive_env.emulator":
    raise ImportError("this folder cannot be imported as emulator; it is the package automotive_env.emulator")
if sys.platform == "win32":
    from automotive_env.errors import EnvironmentFault

    raise EnvironmentFault(
        "Android devices, even virtual ones, and suites that run in their own process need Linux or macOS; use "
        "--backend headless, or run everything under WSL"
    )
