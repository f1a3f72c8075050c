"""The only way a sentence is published as fact: its evidence carries it, or it is refused."""

from rostra.governance.support.rules import RuleSupport

__all__ = ["RuleSupport"]
