"""Words for the index: what is written and what is asked become the same tokens.

Chinese is indexed as pairs of neighbouring characters, everything else as whole words and
codes. Tokens hold letters and digits only, so no query language can mistake them for syntax.
Three decisions follow from that:

- a sign inside a word is dropped (`A-1` is `a1`, `S&P` is `sp`), a decimal point becomes `p`
  (`7,596.9` is `7596p9`) so that 3.5 and 35 stay apart;
- the parts of a joined word are indexed beside it (`COVID-19` also as `covid` and `19`);
- single characters: each different Chinese character of a text is added once, after the running
  tokens, so a query of one character finds its text and phrases of pairs stay unbroken.
"""

from operator import add
from typing import cast

from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_MAX_TOKEN = 64
_MAX_QUERY_TOKENS = 64

_CJK_CLASS = (
    "\u3005\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# The usual characters are taken in one go; the planes have unassigned holes.
_CJK = rf"(?:[\u4e00-\u9ffc]++|(?=[^\W_])[{_CJK_CLASS}])"
_NUMBER = r"\d{1,3}(?:,\d{3}){1,8}(?:\.\d+)?(?![0-9a-z])|\d+\.\d+(?![.0-9a-z])"
_WORD = rf"(?:[0-9a-z]++|(?![{_CJK_CLASS}])[^\W_])++"
_RUNNING = Pattern(rf"({_CJK}++)|({_NUMBER})|({_WORD}(?:[-'’.&+_·]{_WORD})*)")
_PARTS = Pattern(r"[^\W_]+")
_WIDE = Pattern(
    "[\u1100-\u11ff\u2e80-\u2fdf\u3000-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)


def index_tokens(text: str) -> list[str]:
    """Tokens of a text to be indexed, in running order; single characters come last."""
    tokens: list[str] = []
    chinese: list[str] = []
    for run, number, word in _runs(text):
        if run:
            tokens.extend(map(add, run, run[1:]) if len(run) > 1 else run)
            chinese.append(run)
        elif number:
            tokens.append(_figure(number))
        elif len(word) <= _MAX_TOKEN and word.isalnum():
            tokens.append(word)
        else:
            parts = _PARTS.findall(word)
            tokens += _cut("".join(parts))
            if len(parts) > 1:
                tokens += [piece for part in parts for piece in _cut(part)]
    lone = set(tokens)
    return tokens + [char for char in dict.fromkeys("".join(chinese)) if char not in lone]


def query_tokens(text: str) -> list[str]:
    """Tokens to look for: those of the index, each once, at most 64 of them."""
    found: dict[str, None] = {}
    for run, number, word in _runs(text):
        if run:
            found.update(dict.fromkeys(_pairs(run)))
        elif number:
            found[_figure(number)] = None
        else:
            found.update(dict.fromkeys(_cut("".join(_PARTS.findall(word)))))
        if len(found) >= _MAX_QUERY_TOKENS:
            break
    return list(found)[:_MAX_QUERY_TOKENS]


def count_tokens(text: str) -> int:
    """What a text costs a model, nearly: a CJK character is one, other text four to one."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // 4)


def _runs(text: str) -> list[tuple[str, str, str]]:
    """(CJK run, number, word), one of them filled, in order."""
    return cast("list[tuple[str, str, str]]", _RUNNING.findall(canon(text).text))


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return list(map(add, run, run[1:]))


def _figure(number: str) -> str:
    return number.replace(",", "").replace(".", "p")[:_MAX_TOKEN]


def _cut(token: str) -> list[str]:
    return [token[at : at + _MAX_TOKEN] for at in range(0, len(token), _MAX_TOKEN)]
