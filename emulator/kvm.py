"""Hardware virtualization on Linux, without which an emulator does not boot in any useful time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

DEVICE = Path("/dev/kvm")
RULE = 'KERNEL=="kvm", GROUP="kvm", MODE="0666", OPTIONS+="static_node=kvm"'
"""The udev rule that lets everybody on the machine use it, for CI; on a machine with other users join the group instead."""


def kvm_problem(device: Path = DEVICE) -> str:
    """Why the emulator cannot use KVM, in words; empty where it can, and on systems that have no KVM."""
    if sys.platform != "linux":
        return ""
    if not device.exists():
        return f"there is no {device}: turn on virtualization in the firmware, or nested virtualization in the cloud"
    if not os.access(device, os.R_OK | os.W_OK):
        return f"{device} is not yours to use"
    return ""
