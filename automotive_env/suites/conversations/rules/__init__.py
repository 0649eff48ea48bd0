"""Rules of the car: declared in tables, told to agents in words, and looked at after every call or program and every turn."""

from __future__ import annotations

from automotive_env.suites.conversations.rules.consent import CONSENT
from automotive_env.suites.conversations.rules.duties import DUTIES
from automotive_env.suites.conversations.rules.forbidden import FORBIDDEN
from automotive_env.suites.conversations.rules.look_ups import LOOK_UPS
from automotive_env.suites.conversations.rules.moment import RuleContext
from automotive_env.suites.conversations.rules.rule import ConversationRule, RuleCheckTime
from automotive_env.suites.conversations.rules.together import TOGETHER

RULES: tuple[ConversationRule, ...] = (*FORBIDDEN, *CONSENT, *LOOK_UPS, *TOGETHER, *DUTIES)
"""All rules; they hold in every conversation."""


def rules_broken(moment: RuleContext, judged: RuleCheckTime = "act") -> tuple[ConversationRule, ...]:
    """The rules that a moment breaks, in the order of the tables: those of single acts, or those of whole turns."""
    return tuple(rule for rule in RULES if rule.judged == judged and rule.broken(moment))
