"""Language: folding, tokens, sentences, numerals, quantities, dates, slots."""

from rostra.text.folding import Folded, clean, fold, fold_with_spans, to_simplified
from rostra.text.sentences import Sentence, sentences
from rostra.text.tokens import count_tokens, index_tokens, query_tokens

__all__ = [
    "Folded",
    "Sentence",
    "clean",
    "count_tokens",
    "fold",
    "fold_with_spans",
    "index_tokens",
    "query_tokens",
    "sentences",
    "to_simplified",
]
