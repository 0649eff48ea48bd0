"""The car as an Android Automotive device: the device side of ADB, its shell, its services and its vehicle HAL."""
