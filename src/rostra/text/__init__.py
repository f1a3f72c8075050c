"""Language: folding, tokens, sentences, numerals, quantities, dates, slots."""

from rostra.text.aliases import AliasTable, known_aliases, load_aliases
from rostra.text.closeness import same_quantity
from rostra.text.entities import Entity
from rostra.text.folding import Folded, canon, clean, fold, fold_with_spans, to_simplified
from rostra.text.metrics import Metric
from rostra.text.periods import DateMention, Period, dates, periods
from rostra.text.quantities import Quantity, quantities
from rostra.text.sentences import Sentence, sentences
from rostra.text.slots import Slots, slots
from rostra.text.tokens import count_tokens, index_tokens, query_tokens

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
    "load_aliases",
    "periods",
    "quantities",
    "query_tokens",
    "same_quantity",
    "sentences",
    "slots",
    "to_simplified",
]
