"""The operating system of the head unit: networks, Bluetooth, sound, languages, software."""
