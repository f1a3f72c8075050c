"""Which addresses may be asked for, and when two addresses are the same one.

Only http and https to the public internet. We do not repair what looks odd, as browsers do: a
spelling that two programs could read in two ways is refused, and what passes is sent in the
canonical form given here, never as it was written. The operator may except exact triples of
scheme, host and port (an intranet, the sample world); nothing excepts a metadata service.

Ports: those web servers are really found on. A page has no reason to send us to any other
port, and many of them speak protocols that can be misled with a GET.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rostra.records import record
from rostra.rules import ip
from rostra.words import Message, Said, message

Allowed: TypeAlias = str | tuple[str, str, int]

MAX_URL = 4096
WEB_PORTS = frozenset({80, 443, 8000, 8008, 8080, 8081, 8088, 8443, 8888})
DEFAULT_PORTS: dict[str, int] = {"http": 80, "https": 443}

_EXCEPTED = message("addresses.excepted")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_AUTHORITY = re.compile(r"//([^/?#]*)")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_PORT = re.compile(r"[0-9]{0,5}")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_PLAIN = re.compile(r"[A-Za-z0-9._~/=&+,:@;-]*")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_SAFE = _UNRESERVED | set("!$&'()*+,;=:@/%")
_QUERY_SAFE = _PATH_SAFE | set("?[]{}|^`")
_DOTS = str.maketrans("\u3002\uff0e\uff61", "...")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_INTERNAL_SUFFIXES = _words(
    "localhost localdomain local internal intranet intra lan home corp private home.arpa arpa"
    " test example invalid onion i2p exit alt svc consul docker kubernetes cluster domain"
    " workgroup belkin localnet fritz.box"
)
_LOOPBACK_LABELS = _words(
    "localhost localhost4 localhost6 localdomain localdomain4 localdomain6 ip6-localhost"
    " ip6-loopback"
)
# Public names whose only purpose is to lead to an address of the asker's choice, usually inside.
_LEAD_INSIDE = _words(
    "nip.io sslip.io xip.io traefik.me localtest.me lvh.me vcap.me lacolhost.com local.gd"
    " 1u.ms rbndr.us rebind.network backname.io"
)
_METADATA_NAMES = _words(
    "metadata metadata.goog metadata.google.internal metadata.tencentyun.com instance-data"
    " metadata.packet.net metadata.platformequinix.com rancher-metadata metadata.azure.internal"
    " metadata.nova metadata.hetzner.cloud"
)


@record
class AddressVerdict:
    """`reason` is a message for people; the rest is filled as far as the address could be read.

    `excepted` says that only the operator's exception let it pass, so that the resolved address
    may be an internal one too.
    """

    allowed: bool
    reason: Said
    url: str = ""
    scheme: str = ""
    host: str = ""
    port: int = 0
    excepted: bool = False


class _Parts(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str
    query: str

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        query = f"?{self.query}" if self.query else ""
        return f"{self.scheme}://{host}{port}{self.path}{query}"


class _Refused(Exception):
    """The text is no address we read; `why` says which rule it breaks."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def check_address(url: str, *, allow: Iterable[Allowed] = ()) -> AddressVerdict:
    """Judge an address by how it is written; the client judges what it resolves to."""
    try:
        parts = _parse(url)
    except _Refused as refusal:
        return AddressVerdict(allowed=False, reason=refusal.why)
    reason, final = _host_objection(parts.host)
    if not reason and parts.port not in WEB_PORTS:
        reason = message("addresses.port", port=parts.port)
    # A name that is public by its spelling may be excepted too: it can resolve to the inside.
    excepted = not final and _origin(parts) in _origins(allow)
    allowed = not reason or excepted
    return AddressVerdict(
        allowed=allowed,
        reason=_EXCEPTED if excepted else reason or message("addresses.public_page"),
        url=parts.url,
        scheme=parts.scheme,
        host=parts.host,
        port=parts.port,
        excepted=excepted,
    )


def check_resolved(address: str, *, excepted: bool = False) -> AddressVerdict:
    """Judge an IP address a name resolved to; `excepted` is the verdict on the name."""
    read = ip.read_address(address) if isinstance(address, str) else None
    if read is None:
        return AddressVerdict(allowed=False, reason=message("addresses.unresolved"))
    where = ip.resolved_standing(read)
    if where == "metadata":
        reason = message("addresses.metadata", host=str(read))
        return AddressVerdict(allowed=False, reason=reason, host=str(read))
    if where == "internal" and not excepted:
        reason = message("addresses.not_public", host=str(read))
        return AddressVerdict(allowed=False, reason=reason, host=str(read))
    reason = _EXCEPTED if excepted else message("addresses.public")
    return AddressVerdict(allowed=True, reason=reason, host=str(read), excepted=excepted)


def canonical_url(url: str) -> str | None:
    """The one spelling of an http(s) address, without fragment; None when it is not one."""
    try:
        return _parse(url).url
    except _Refused:
        return None


def same_address(a: str, b: str) -> bool:
    """Whether two spellings mean one page: scheme, host, port, path and query."""
    canonical = canonical_url(a)
    return canonical is not None and canonical == canonical_url(b)


def is_safe_redirect_variant(a: str, b: str) -> bool:
    """Whether `b` differs from `a` by an https upgrade, a leading www. or a trailing slash."""
    try:
        old, new = _parse(a), _parse(b)
    except _Refused:
        return False
    return (
        _same_or_upgraded(old, new)
        and old.host.removeprefix("www.") == new.host.removeprefix("www.")
        and _without_slash(old.path) == _without_slash(new.path)
        and old.query == new.query
    )


def _same_or_upgraded(old: _Parts, new: _Parts) -> bool:
    if old.scheme == new.scheme:
        return old.port == new.port
    return (old.scheme, old.port, new.scheme, new.port) == ("http", 80, "https", 443)


def _without_slash(path: str) -> str:
    return path.removesuffix("/")


def _parse(url: str) -> _Parts:
    _check_characters(url)
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise _Refused(message("addresses.no_scheme"))
    name = scheme[0][:-1].lower()
    if name not in DEFAULT_PORTS:
        raise _Refused(message("addresses.other_scheme", name=name[:20]))
    authority = _AUTHORITY.match(url, scheme.end())
    if authority is None or not authority[1]:
        raise _Refused(message("addresses.no_host"))
    host, port = _split_authority(authority[1])
    path, _, query = url[authority.end() :].partition("#")[0].partition("?")
    return _Parts(
        name,
        _read_host(host),
        _read_port(port, name),
        _normal_path(path),
        _normal_escapes(query, _QUERY_SAFE),
    )


def _check_characters(url: str) -> None:
    if not isinstance(url, str) or not url:
        raise _Refused(message("addresses.none"))
    if len(url) > MAX_URL:
        raise _Refused(message("addresses.too_long", most=MAX_URL))
    if url[0].isspace() or url[-1].isspace():
        raise _Refused(message("addresses.white_space"))
    if "\\" in url:
        raise _Refused(message("addresses.backslash"))
    if _CONTROL.search(url):
        raise _Refused(message("addresses.control"))


def _split_authority(authority: str) -> tuple[str, str]:
    if "@" in authority or "\uff20" in authority:
        raise _Refused(message("addresses.user"))
    if authority.startswith("["):
        host, bracket, rest = authority.partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise _Refused(message("addresses.brackets"))
        return host + bracket, rest[1:]
    host, _, port = authority.partition(":")
    return host, port


def _read_port(port: str, scheme: str) -> int:
    if not _PORT.fullmatch(port) or not 0 < int(port or DEFAULT_PORTS[scheme]) < 65536:
        raise _Refused(message("addresses.bad_port"))
    return int(port or DEFAULT_PORTS[scheme])


@lru_cache(maxsize=1024)
def _read_host(host: str) -> str:
    if host.startswith("["):
        literal = ip.read_ipv6(host[1:-1])
        if literal is None:
            raise _Refused(message("addresses.bad_ipv6"))
        return str(literal)
    if len(host) > 253 + 1:
        raise _Refused(message("addresses.long_host"))
    name = _ascii_name(host).removesuffix(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise _Refused(message("addresses.impossible_host"))
    address, plain = ip.read_ipv4(name)
    if not plain or (address is not None and host != name):
        raise _Refused(message("addresses.disguised"))
    return name


def _ascii_name(host: str) -> str:
    """The host as it goes out: lower case, international labels in their ASCII form."""
    if host.isascii():
        name = host.lower()
        return _checked_punycode(name) if "xn--" in name else name
    if any(unicodedata.category(char) in ("Cf", "Cc", "Co", "Zs") for char in host):
        raise _Refused(message("addresses.invisible"))
    import idna  # noqa: PLC0415 - its tables are loaded for international names only

    try:
        encoded = idna.encode(host.translate(_DOTS), uts46=True, std3_rules=True).decode("ascii")
    except UnicodeError as error:
        # Digits that only look foreign are the common case here; say so rather than "invalid".
        plain = unicodedata.normalize("NFKC", host).translate(_DOTS)
        if ip.read_ipv4(plain)[0] is not None:
            raise _Refused(message("addresses.disguised")) from error
        raise _Refused(message("addresses.bad_name")) from error
    return encoded.lower()


def _checked_punycode(name: str) -> str:
    import idna  # noqa: PLC0415

    try:
        return idna.encode(idna.decode(name)).decode("ascii").lower()
    except UnicodeError as error:
        raise _Refused(message("addresses.bad_name")) from error


def _host_objection(host: str) -> tuple[Said, bool]:
    """What speaks against a host, if anything, and whether no exception can lift it."""
    literal = ip.read_ipv6(host) if ":" in host else ip.read_ipv4(host)[0]
    if literal is not None:
        where = ip.standing(literal)
        if where == "metadata":
            return message("addresses.metadata", host=host), True
        outside = message("addresses.not_public", host=host)
        return (outside if where == "internal" else ""), False
    labels = host.split(".")
    suffixes = {".".join(labels[at:]) for at in range(len(labels))}
    if _is_metadata_name(labels, suffixes):
        return message("addresses.metadata_name", host=host), True
    if len(labels) == 1 or suffixes & _INTERNAL_SUFFIXES or _LOOPBACK_LABELS & set(labels):
        return message("addresses.internal_name", host=host), False
    if suffixes & _LEAD_INSIDE or ip.spells_internal(host):
        return message("addresses.leads_inside", host=host), False
    return "", False


def _is_metadata_name(labels: list[str], suffixes: set[str]) -> bool:
    if suffixes & _METADATA_NAMES:
        return True
    inside = bool(suffixes & _INTERNAL_SUFFIXES)
    return inside and bool({"metadata", "instance-data"} & set(labels))


def _origin(parts: _Parts) -> tuple[str, str, int]:
    return parts.scheme, parts.host, parts.port


def _origins(allow: Iterable[Allowed]) -> set[tuple[str, str, int]]:
    found: set[tuple[str, str, int]] = set()
    for entry in allow:
        try:
            text = entry if isinstance(entry, str) else "{}://{}:{}".format(*entry)
            found.add(_origin(_parse(text)))
        except (_Refused, IndexError, TypeError):
            continue  # an entry we cannot read excepts nothing
    return found


def _normal_path(path: str) -> str:
    kept: list[str] = []
    segments = _normal_escapes(path, _PATH_SAFE).split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _normal_escapes(text: str, safe: Iterable[str]) -> str:
    """Percent-encoding in one form: needless escapes undone, hex in capitals, the rest escaped."""
    if _PLAIN.fullmatch(text):
        return text
    text = _ESCAPE.sub(_normal_escape, text)
    text = re.sub(r"%(?![0-9A-F]{2})", "%25", text)
    return "".join(c if c in safe else "".join(f"%{b:02X}" for b in c.encode()) for c in text)


def _normal_escape(match: re.Match[str]) -> str:
    char = chr(int(match[1], 16))
    return char if char in _UNRESERVED else match[0].upper()
