"""Android Automotive emulators."""

if __name__ != "automotive_env.emulator":
    raise ImportError("this folder cannot be imported as emulator; it is the package automotive_env.emulator")
