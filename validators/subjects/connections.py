"""Networks and Bluetooth devices."""

from __future__ import annotations

from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder
from automotive_env.validators.criterion import Criterion


class ConnectionCriteria(CriteriaBuilder):
    """Sentences about wireless networks and Bluetooth devices."""

    def joined(self, network: str) -> Criterion:
        """The car is in a wireless network."""
        return self.is_(s.WIFI_NETWORK, network) & self.on(s.WIFI) & self.off(s.AIRPLANE_MODE)

    def phone(self, name: str) -> Criterion:
        """A phone is connected."""
        return self.is_(s.PHONE, name) & self.is_(s.PHONE_LINK, "CONNECTED") & self._bluetooth()

    def headphones(self, name: str) -> Criterion:
        """Headphones are connected."""
        return self.is_(s.HEADPHONES, name) & self._bluetooth()

    def paired(self, name: str) -> Criterion:
        """A device is paired that was not: one more than there were, and the last."""
        return self.is_(s.LAST_PAIRED, name) & self.rises(s.PAIRED_COUNT, 1)

    def _bluetooth(self) -> Criterion:
        return self.on(s.BLUETOOTH) & self.off(s.AIRPLANE_MODE)
