"""Language: folding, tokens, sentences, numerals, quantities, dates, slots."""

from importlib import import_module
from typing import TYPE_CHECKING

from rostra.text.closeness import same_quantity
from rostra.text.folding import Folded, canon, clean, fold, fold_with_spans, to_simplified
from rostra.text.periods import DateMention, Period, dates, periods
from rostra.text.quantities import Quantity, quantities
from rostra.text.sentences import Sentence, sentences
from rostra.text.tokens import count_tokens, index_tokens, query_tokens

if TYPE_CHECKING:
    from rostra.text.aliases import AliasTable, known_aliases
    from rostra.text.entities import Entity
    from rostra.text.metrics import Metric
    from rostra.text.reading import Slots, slots

__all__ = [
    "AliasTable",
    "DateMention",
    "Entity",
    "Folded",
    "Metric",
    "Period",
    "Quantity",
    "Sentence",
    "Slots",
    "canon",
    "clean",
    "count_tokens",
    "dates",
    "fold",
    "fold_with_spans",
    "index_tokens",
    "known_aliases",
    "periods",
    "quantities",
    "query_tokens",
    "same_quantity",
    "sentences",
    "slots",
    "to_simplified",
]

# Many commands count tokens or clean a line and never read a sentence: the readers come late.
_LATE = {
    "AliasTable": "aliases",
    "known_aliases": "aliases",
    "Entity": "entities",
    "Metric": "metrics",
    "Slots": "reading",
    "slots": "reading",
}


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = value
    return value
