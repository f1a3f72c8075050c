"""How far a tool is trusted: four levels, and what each of them means at the gates.

No other file compares a level with a name; it asks the row. What people are told of a level is in
`words/<language>/`, under the level's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

TrustLevel = Literal["L1", "L2", "L3", "L4"]


@dataclass(frozen=True, slots=True)
class Trust:
    """A level: `note` is what agents are told of its tools.

    `is_inner` data never leaves the house and anchors a claim alone. `asks_nobody` walks through
    the gates. `opens_pages` only where a search of the run led, and earned it. `is_backup` is asked
    after all others failed and is never the primary evidence.
    """

    level: TrustLevel
    note: str
    is_inner: bool = False
    asks_nobody: bool = False
    opens_pages: bool = False
    needs_approval: bool = False
    is_backup: bool = False


TRUST: Final[Mapping[TrustLevel, Trust]] = MappingProxyType(
    {
        row.level: row
        for row in (
            Trust("L1", "Internal data: ask it first.", is_inner=True, asks_nobody=True),
            Trust("L2", "Official or professional data.", asks_nobody=True),
            Trust(
                "L3",
                "Costly, and only with approval: ask it when internal and official data are not "
                "enough.",
                opens_pages=True,
                needs_approval=True,
            ),
            Trust("L4", "A last resort, never the primary evidence.", is_backup=True),
        )
    }
)
LEVELS: Final[tuple[TrustLevel, ...]] = tuple(TRUST)
