"""Take secrets out of text before it is written anywhere.

A credential is known by its place (a header, the user part of an address), by its name
(`api_key=...`, `"password": "..."`), by what precedes it (`Bearer ...`) or by its form (a known or
unknown prefix and a random tail, a signed token, a private key). The rest of the text stays, so a
masked line still says what happened. Masking twice changes nothing.

Most text holds nothing of the kind, so each search begins with the plain words it cannot do
without.
"""

import re
from collections.abc import Mapping
from typing import cast

from rostra.records import JsonValue, decode, encode
from rostra.words import Message, Said

MASK = "***"

_PEM = re.compile(
    r"-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----[\s\S]{0,20000}?(?:-----END \1-----|\Z)"
)
_USERINFO = re.compile(r"(?i)([a-z][a-z0-9+.-]{1,30}://)[^\s/?#\"'<>]{1,1024}@")
_HEADER = re.compile(
    r"(?i)\b((?:proxy-)?authorization|(?:set-)?cookie2?)(\\?[\"']?\s{0,4}[:=]\s{0,4}+\\?+[\"']?+)"
    r"(?!\*\*\*)([^\r\n\"'\\]{1,8192})"
)
_SCHEME = re.compile(r"(?i)\b(bearer|basic|digest|token)\s{1,4}([\w.~+/=-]{6,8192})")
_SCHEME_IN_SMALL = re.compile(r"(?:bearer|basic|digest|token)\s")
_SIGNED = re.compile(r"\beyJ[\w-]{6,4096}\.[\w-]{4,8192}(?:\.[\w-]{0,4096})?")

# These names mean a secret by themselves; the others ("key", "token") also name other things.
_TELLING = frozenset({
    "password", "passwd", "passphrase", "pwd", "authorization", "jwt", "sessionid", "session_id",
    "session-id", "密碼", "密码", "口令", "金鑰", "密钥",
})  # fmt: skip
_CORES = _TELLING | {
    "key", "token", "secret", "sig", "signature", "credential", "credentials", "auth", "令牌",
}  # fmt: skip
_STEMS = ("key", "token", "secret", "pass", "pwd", "sig", "cred", "auth", "jwt", "session")
_CHINESE_STEMS = tuple(core for core in sorted(_CORES) if not core.isascii())
_CORE = "|".join(sorted(_CORES, key=len, reverse=True))
_NAME = rf"({_CORE})(\\?[\"']?\s{{0,4}}([:=：])\s{{0,4}}(\\?[\"'])?)"
# Looking in small letters is twenty times as fast as looking in any; a few letters have no small
# one of their own, or one of another length.
_NAMED, _NAMED_IN_SMALL = re.compile(rf"(?i){_NAME}"), re.compile(_NAME)
_ODD_LETTERS = re.compile("[ſıİK]")
_BEFORE = re.compile(r"[\w.-]{0,40}\Z")
_QUOTED = re.compile(r"[^\"'\n]{1,4096}?(?=\\?[\"'\n]|\Z)")
_ASSIGNED = re.compile(r"[^\s&;#\"'<>(),\]}]{1,4096}")
_TOLD = re.compile(r"[^\s\"',;，。；{}\[\]<>]{6,4096}")
_OWNER = re.compile(
    r"(?i)(?:.*[-_.])?(?:access|account|api|app|auth|bearer|client|consumer|csrf|deploy|id|license|"
    r"master|oauth|private|refresh|secret|security|service|session|sign(?:ing)?|subscription|user|"
    r"webhook)[-_.]?(?:key[-_.]?)?"
)

_LONG_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{14,}")
_KNOWN_FORM = re.compile(
    r"(?:sk|pk|rk|gsk|xai|hf|tvly|pplx|nvapi|glpat|gh[pousr]|github_pat|xox[abeoprs]|r8|key|secret|"
    r"token)[-_](?P<tail>[\w-]{12,})|A(?:KIA|SIA|BIA|CCA)[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w-]{16,}"
)


def mask_secrets(text: str) -> str:
    """The text with every secret we can recognise replaced by `***`."""
    if len(text) < 6:
        return text
    low = text.lower()
    if "private key" in low:
        text = _PEM.sub(MASK, text)
    if "://" in low and "@" in low:
        text = _USERINFO.sub(rf"\1{MASK}@", text)
    if "authorization" in low or "cookie" in low:
        text = _HEADER.sub(rf"\1\2{MASK}", text)
    if _SCHEME_IN_SMALL.search(low) or _ODD_LETTERS.search(text):
        text = _SCHEME.sub(_after_scheme, text)
    if _may_name_a_secret(low):
        text = _without_named(text, text.lower())
    if "eyJ" in text:
        text = _SIGNED.sub(MASK, text)
    return _LONG_WORD.sub(_long_word, text)


def _may_name_a_secret(low: str) -> bool:
    stems = _STEMS if low.isascii() else _STEMS + _CHINESE_STEMS
    for stem in stems:  # noqa: SIM110 - three times as fast as any(), and every row passes here
        if stem in low:
            return True
    return False


def mask_value(value: JsonValue, name: str = "") -> JsonValue:
    """`mask_secrets` through a JSON value; what stands under a secret's name is one."""
    if isinstance(value, str):
        if name and value and _is_named_secret(name, value):
            return MASK
        return mask_secrets(value)
    if isinstance(value, Mapping):
        return {mask_secrets(key): mask_value(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [mask_value(item, name) for item in value]
    return value


def mask_said(said: Said) -> Said:
    """`mask_secrets` through the facts of a message."""
    if isinstance(said, str):
        return mask_secrets(said)
    return cast("Message", decode(mask_value(encode(said))))


def _is_named_secret(name: str, value: str) -> bool:
    if name.lower() in {"cookie", "set-cookie"}:
        return True
    found = re.fullmatch(rf"(?i)(.*?)({_CORE})", name)
    return found is not None and _is_secret(found[1], found[2], value, is_plain=False)


def _without_named(text: str, low: str) -> str:
    """`name=value`, `name: value` and their quoted forms, with the values of secrets masked."""
    parts: list[str] = []
    done = 0
    is_same = len(low) == len(text) and not _ODD_LETTERS.search(text)
    for found in _NAMED_IN_SMALL.finditer(low) if is_same else _NAMED.finditer(text):
        start = found.end()
        if found.start() < done:
            continue
        is_assigned = found[3] == "=" and not found[4]
        shape = _QUOTED if found[4] else _ASSIGNED if is_assigned else _TOLD
        value = shape.match(text, start)
        before = _BEFORE.search(text, max(0, found.start() - 40), found.start())
        if value is None or before is None or value[0].startswith(MASK):
            continue
        is_query = before.start() > 0 and text[before.start() - 1] in "?&;"
        is_plain = is_assigned and (is_query or not before[0])
        core = text[found.start(1) : found.end(1)]
        if _is_secret(before[0], core, value[0], is_plain=is_plain):
            parts += [text[done:start], MASK]
            done = value.end()
    return "".join([*parts, text[done:]]) if parts else text


def _is_secret(before: str, core: str, value: str, *, is_plain: bool) -> bool:
    """Whether a value under the name `before + core` is one to hide.

    `is_plain` is `key=value` as it stands in an address or an environment, where no prose stands.
    """
    is_part = not before or before[-1] in "-_." or (core[0].isupper() and before[-1].islower())
    is_owned = bool(_OWNER.fullmatch(before))
    if not (is_part or is_owned) and core.isascii():
        return False  # "monkey: banana"
    if core.lower() in _TELLING or is_owned or is_plain:
        return True
    return _is_random(value)


def _is_random(text: str) -> bool:
    """Letters and digits mixed, in one piece: not a word, not a number, not a sentence."""
    return (
        len(text) >= 10
        and not any(char.isspace() for char in text)
        and any(char.isdigit() for char in text)
        and any(char.isalpha() for char in text)
    )


def _mixes_case(text: str) -> bool:
    return any(char.islower() for char in text) and any(char.isupper() for char in text[1:])


def _after_scheme(found: re.Match[str]) -> str:
    """`Bearer ...`; but "basic understanding" and "token economics" are only words."""
    value = found[2]
    is_credential = (
        _is_random(value) or len(value) >= 24 or (len(value) >= 8 and _mixes_case(value))
    )
    return f"{found[1]} {MASK}" if is_credential else found[0]


def _long_word(found: re.Match[str]) -> str:
    """A word with the form of a key; hashes and ids have one case only and stay readable."""
    word = found[0]
    known = _KNOWN_FORM.match(word)
    if known:
        tail = known["tail"]
        if tail is None or any(char.isdigit() for char in tail) or _mixes_case(tail):
            return MASK
    head, *rest = re.split(r"[-_.]", word)
    tail = max(rest, key=len, default="")
    is_key = len(head) <= 12 and len(tail) >= 16 and _is_random(tail) and _mixes_case(tail)
    is_in_path = found.start() > 0 and found.string[found.start() - 1] in "/%"
    return MASK if is_key and not is_in_path else word
