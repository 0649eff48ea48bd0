"""A small policy for numbered actions: it scores the touches of each element by what the element is, not by its number."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium.spaces import Dict
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from automotive_env.adapters.gym.discrete import TOUCHES
from automotive_env.adapters.gym.observing import FLAGS, MAX_ELEMENTS, NAMES, WORDS

WIDTH = 32
"""Numbers that describe an element, and as many that describe the screen and the goal."""
SCREEN_PIXELS = 1408.0


class Screen(BaseFeaturesExtractor):
    """A description of each element, and one of the whole screen with the goal behind them."""

    def __init__(self, space: Dict) -> None:
        super().__init__(space, features_dim=(MAX_ELEMENTS + 1) * WIDTH)
        self.token = nn.Embedding(4 * NAMES, WIDTH)
        nn.init.normal_(self.token.weight, std=0.1)
        self.goal = nn.Linear(WORDS, WIDTH)
        self.element = nn.Sequential(nn.Linear(2 * WIDTH + 4 + len(FLAGS) + 1, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))
        self.whole = nn.Sequential(nn.Linear(2 * WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH), nn.ReLU())

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """Describe a batch of observations."""
        rows = int(seen["mask"].sum(1).max())
        shown = {name: seen[name][:, :rows] for name in ("mask", "names", "boxes", "flags", "values")}  # all other rows are empty
        goal, mask, flags = self.goal(seen["words"]), shown["mask"].unsqueeze(-1), shown["flags"]
        states = 2 * flags[..., FLAGS.index("checked")] + flags[..., FLAGS.index("selected")]
        tokens = self.token((4 * shown["names"] + states).long()) * mask
        looks = (shown["boxes"] / SCREEN_PIXELS, flags, shown["values"].unsqueeze(-1))
        elements = self.element(torch.cat((tokens, goal.unsqueeze(1).expand(-1, rows, -1), *looks), -1)) * mask
        whole = self.whole(torch.cat((tokens.sum(1), goal), -1))
        return torch.cat((nn.functional.pad(elements, (0, 0, 0, MAX_ELEMENTS - rows)).flatten(1), whole), -1)


class Scores(nn.Module):
    """The score of each numbered action."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.touches = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, len(TOUCHES)))
        self.others = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, actions - MAX_ELEMENTS * len(TOUCHES)))

    def forward(self, described: torch.Tensor) -> torch.Tensor:
        """Score all actions of a batch."""
        elements, whole = described[:, :-WIDTH].unflatten(1, (MAX_ELEMENTS, WIDTH)), described[:, -WIDTH:]
        around = whole.unsqueeze(1).expand(-1, MAX_ELEMENTS, -1)
        return torch.cat((self.touches(torch.cat((elements, around), -1)).flatten(1), self.others(whole)), -1)


class Value(nn.Module):
    """What the screen and the goal promise."""

    def __init__(self) -> None:
        super().__init__()
        self.value = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, described: torch.Tensor) -> torch.Tensor:
        """Value a batch."""
        return self.value(described[:, -WIDTH:])


class ScreenPolicy(MaskableMultiInputActorCriticPolicy):
    """The stock maskable policy with these three parts."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings, features_extractor_class=Screen, net_arch=[])

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Scores(int(self.action_space.n)), Value()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
