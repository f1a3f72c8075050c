"""Take secrets out of text before it is written anywhere.

Four shapes are known: a credential by its place (a header, `name=value`, the user part of an
address), by its name (`"api_key": ...`), by its form (a short prefix and a long random tail, a
signed token, a private key), and by what precedes it (`Bearer ...`). The rest of the text stays,
so a masked line still says what happened. Masking twice changes nothing.
"""

import re
from collections.abc import Mapping

from rostra.records import JsonValue

MASK = "***"

_NAME = (
    r"(?:[\w.]{0,32}?[-_.])?"
    r"(?:(?:access|api|app|auth|bearer|client|consumer|id|private|refresh|secret|session|user|x)"
    r"[-_]?){0,3}"
    r"(?:key|token|secret|password|passwd|passphrase|pwd|sig|signature|credentials?|auth|jwt|"
    r"authorization|session[-_]?id|密碼|密码|口令|金鑰|密钥|令牌)"
)
# Names that also begin ordinary sentences ("Key: the central bank ..."); they need more proof.
_WEAK = re.compile(r"(?i)(?:key|token|sig|signature|auth|credentials?|secret|令牌)")
_STRONG_NAME = re.compile(rf"(?i){_NAME}|(?:set-)?cookie2?")

_QUERY = re.compile(rf"(?i)(?<![\w%])({_NAME})=([^\s&;#\"'<>(),\]}}]{{1,4096}})")
_NAMED = re.compile(
    rf"(?i)(?<![\w.-])([\"']?)({_NAME})(\1\s{{0,4}}[:=：]\s{{0,4}})([\"'])((?:(?!\4)[^\\\n]|\\.){{1,4096}})"
)
_BARE = re.compile(
    rf"(?i)(?<![\w.-])({_NAME})(\s{{0,4}}[:：]\s{{0,4}})([^\s\"',;，。；{{}}\[\]]{{6,4096}})"
)
_HEADER = re.compile(
    r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie2?)([\"']?\s{0,4}[:=]\s{0,4}[\"']?)"
    r"([^\r\n\"']{1,8192})"
)
_SCHEME = re.compile(r"(?i)\b(bearer|basic|digest|token)\s{1,4}([\w.~+/=-]{6,8192})")
_USERINFO = re.compile(r"(?i)\b([a-z][a-z0-9+.-]{1,30}://)[^\s/?#\"'<>]{1,1024}@")
_PEM = re.compile(
    r"-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----[\s\S]{0,20000}?(?:-----END \1-----|\Z)"
)
_SIGNED = re.compile(r"\beyJ[\w-]{6,4096}\.[\w-]{4,8192}(?:\.[\w-]{0,4096})?")
_PREFIXED = re.compile(
    r"(?<![\w/.-])[A-Za-z][A-Za-z0-9]{1,11}(?:[-_][A-Za-z0-9]{1,8}){0,3}[-_.][\w-]{16,512}"
)
_KNOWN = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|xai|hf|tvly|pplx|nvapi|glpat|ghp|gho|ghu|ghs|ghr|github_pat|"
    r"xox[abeoprs]|r8|key|secret|token)[-_][\w-]{12,512}"
    r"|(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Z])"
    r"|(?<![A-Za-z0-9])AIza[\w-]{30,60}|(?<![A-Za-z0-9])ya29\.[\w-]{16,512}"
)
_HINT = re.compile(
    r"(?i)key|token|secret|passw|passphrase|pwd|sig|credential|auth|jwt|session|密碼|密码|口令|金鑰"
    r"|密钥|令牌|cookie|bearer|basic|digest|://[^/?#\s]*@|eyJ|[-_.][\w-]{12}|AKIA|ASIA|ABIA|ACCA|AIza"
)


def mask_secrets(text: str) -> str:
    """The text with every secret we can recognise replaced by `***`."""
    if not _HINT.search(text):
        return text
    text = _PEM.sub(MASK, text)
    text = _USERINFO.sub(rf"\1{MASK}@", text)
    text = _HEADER.sub(rf"\1\2{MASK}", text)
    text = _SCHEME.sub(_after_scheme, text)
    text = _NAMED.sub(_named, text)
    text = _QUERY.sub(rf"\1={MASK}", text)
    text = _BARE.sub(_bare, text)
    text = _SIGNED.sub(MASK, text)
    text = _KNOWN.sub(_known, text)
    return _PREFIXED.sub(_prefixed, text)


def mask_value(value: JsonValue, name: str = "") -> JsonValue:
    """`mask_secrets` through a JSON value; what stands under a secret's name is one."""
    if isinstance(value, str):
        if value and _STRONG_NAME.fullmatch(name) and _is_secret(name, value):
            return MASK
        return mask_secrets(value)
    if isinstance(value, Mapping):
        return {mask_secrets(key): mask_value(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [mask_value(item, name) for item in value]
    return value


def _is_secret(name: str, value: str) -> bool:
    return _is_random(value) if _WEAK.fullmatch(name) else not value.isspace()


def _is_random(text: str) -> bool:
    """A run of at least ten letters and digits mixed: not a word, not a number, not a sentence."""
    return (
        len(text) >= 10
        and not re.search(r"\s", text)
        and any(char.isdigit() for char in text)
        and any(char.isalpha() for char in text)
    )


def _named(match: re.Match[str]) -> str:
    quote, name, middle, opening, value = match.groups()
    if value == MASK or not _is_secret(name, value):
        return match[0]
    return f"{quote}{name}{middle}{opening}{MASK}"


def _bare(match: re.Match[str]) -> str:
    name, middle, value = match.groups()
    if value.startswith(MASK) or not _is_secret(name, value):
        return match[0]
    return f"{name}{middle}{MASK}"


def _after_scheme(match: re.Match[str]) -> str:
    scheme, value = match.groups()
    # "basic understanding", "token economics": a lower-case word is not a credential.
    if value.islower() and value.isalpha() and len(value) < 24:
        return match[0]
    if not (_is_random(value) or len(value) >= 24 or _mixed_case(value)):
        return match[0]
    return f"{scheme} {MASK}"


def _mixed_case(value: str) -> bool:
    return (
        len(value) >= 8 and any(c.islower() for c in value) and any(c.isupper() for c in value[1:])
    )


def _known(match: re.Match[str]) -> str:
    found = match[0]
    tail = re.split(r"[-_]", found, maxsplit=1)[-1]
    return MASK if any(char.isdigit() for char in tail) or _mixed_case(tail) else found


def _prefixed(match: re.Match[str]) -> str:
    """A prefix and a random tail; hashes and ids have one case only and stay readable."""
    tail = max(re.split(r"[-_.]", match[0]), key=len)
    is_random = (
        len(tail) >= 16
        and any(char.isdigit() for char in tail)
        and any(char.islower() for char in tail)
        and any(char.isupper() for char in tail)
    )
    return MASK if is_random else match[0]
