"""What the operator decides about tools, as data: checked when the desk is opened, never later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from rostra.errors import SetupError
from rostra.records import TrustLevel
from rostra.settings.trust import TRUST
from rostra.words import message

Sitting = Literal["auto", "model", "rule", "person"]


@dataclass(frozen=True, slots=True)
class Policy:
    """A name stands for a tool, or for all tools whose names begin with it and a dot."""

    chair: Sitting = "auto"
    chair_seconds: float = 600.0
    browses_per_search: int = 1
    levels: Mapping[str, TrustLevel] = field(default_factory=dict)
    approval: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    search_allow: tuple[str, ...] = ()
    search_deny: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        both = sorted(set(self.search_allow) & set(self.search_deny))
        if both:
            raise SetupError(
                message("errors_governance.governance_stands_search_allow", both=", ".join(both))
            )

    def level_of(self, tool: str) -> TrustLevel | None:
        """The level the operator gives; the longest name that fits decides."""
        fitting = [name for name in self.levels if _is_meant(name, tool)]
        return self.levels[max(fitting, key=len)] if fitting else None

    def needs_approval(self, tool: str) -> bool | None:
        """True where the operator says so; None leaves it to the tool."""
        if any(_is_meant(name, tool) for name in self.approval):
            return True
        level = self.level_of(tool)
        return True if level is not None and TRUST[level].needs_approval else None

    def is_withheld(self, tool: str) -> bool:
        return any(_is_meant(name, tool) for name in self.withheld)

    def check(self, tools: Iterable[str]) -> None:
        """Refuse a policy that speaks of tools that are not there: a slip would protect nothing."""
        known = tuple(tools)
        for key, names in (
            ("levels", self.levels),
            ("approval", self.approval),
            ("withheld", self.withheld),
        ):
            for name in names:
                if not any(_is_meant(name, tool) for tool in known):
                    near = get_close_matches(name, known, n=1)
                    raise SetupError(
                        message(
                            "errors_governance.governance_names_no_such",
                            key=key,
                            name=name,
                            near=near,
                        )
                    )


def _is_meant(name: str, tool: str) -> bool:
    return tool == name or tool.startswith(name + ".")
