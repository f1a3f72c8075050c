"""Language: folding, tokens, sentences, numerals, quantities, dates, slots."""

from rostra.text.closeness import same_quantity
from rostra.text.folding import Folded, clean, fold, fold_with_spans, to_simplified
from rostra.text.periods import DateMention, Period, dates, periods
from rostra.text.quantities import Quantity, quantities
from rostra.text.sentences import Sentence, sentences
from rostra.text.tokens import count_tokens, index_tokens, query_tokens

__all__ = [
    "DateMention",
    "Folded",
    "Period",
    "Quantity",
    "Sentence",
    "clean",
    "count_tokens",
    "dates",
    "fold",
    "fold_with_spans",
    "index_tokens",
    "periods",
    "quantities",
    "query_tokens",
    "same_quantity",
    "sentences",
    "to_simplified",
]
