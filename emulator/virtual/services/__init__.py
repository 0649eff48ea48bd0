"""System services of the device, one file each: what `dumpsys NAME` prints and what `cmd NAME ...` does."""
