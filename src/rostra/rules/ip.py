"""Which IP addresses lie on the public internet, and every way of writing one.

The lists follow the special-purpose registries. IPv6 is read the other way round: only global
unicast is public, and inside it what is reserved or carries an IPv4 address is not.
"""

import ipaddress
import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Literal

Standing = Literal["public", "internal", "metadata"]
Address = IPv4Address | IPv6Address

_RESERVED_V4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_RESERVED_V6 = tuple(
    IPv6Network(net)
    for net in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
_NAT64 = IPv6Network("64:ff9b::/96")

# Where clouds keep the keys of the machine we run on. Link-local is refused whole: every
# cloud has put something there, and no document ever lives on it.
_METADATA: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("169.254.0.0/16"),
    IPv4Network("100.100.100.200/32"),
    IPv4Network("168.63.129.16/32"),
    IPv4Network("192.0.0.192/32"),
    IPv6Network("fe80::/10"),
    IPv6Network("fd00:ec2::/32"),
    IPv6Network("fd20:ce::/32"),
    IPv6Network("fd00:42::42/128"),
    IPv6Network("fd00:c1::/32"),
)

_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_SPELLED = re.compile(r"(?<![0-9a-z])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![0-9a-z])")


def standing(address: Address) -> Standing:
    """Say where an address leads, looking through every IPv4 address it may carry."""
    inner = carried(address)
    if any(_is_metadata(one) for one in (address, *inner)):
        return "metadata"
    if isinstance(address, IPv4Address):
        return "internal" if any(address in net for net in _RESERVED_V4) else "public"
    if inner or address not in _GLOBAL_V6 or any(address in net for net in _RESERVED_V6):
        return "internal"
    return "public"


def resolved_standing(address: Address) -> Standing:
    """As `standing`, for what a resolver answered.

    On networks that speak IPv6 only, the resolver itself writes public IPv4 sites in the NAT64
    prefix; a page that writes one is hiding something.
    """
    if isinstance(address, IPv6Address) and address in _NAT64:
        return standing(_low32(int(address)))
    return standing(address)


def carried(address: Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses written inside an IPv6 address by any of the known schemes."""
    if isinstance(address, IPv4Address):
        return ()
    value = int(address)
    found: list[IPv4Address] = []
    if value >> 32 in (0, 0xFFFF, 0xFFFF0000) or address in _NAT64:
        found.append(_low32(value))
    if value >> 80 == 0x0064FF9B0001:  # local-use NAT64: any prefix length below may be meant
        found += [_low32(value), _low32(value >> 16), _rfc6052_48(value)]
    if value >> 112 == 0x2002:
        found.append(_low32(value >> 80))
    if value >> 96 == 0x20010000:
        found += [_low32(value >> 64), _low32(~value)]
    if (value >> 32) & 0xFCFFFFFF == 0x00005EFE:
        found.append(_low32(value))
    return tuple(found)


def read_ipv4(host: str) -> tuple[IPv4Address | None, bool]:
    """Read a host the way the loosest resolver would: (address, written plainly).

    (None, True) is a name; (None, False) ends in a number and can be no name at all.
    """
    parts = host.split(".")
    if not _NUMBER.fullmatch(parts[-1]):
        return None, True
    values = [_number(part) for part in parts]
    numbers = [value for value in values if value is not None]
    if len(numbers) != len(parts) or len(parts) > 4:
        return None, False
    *high, last = numbers
    if any(value > 255 for value in high) or last >= 256 ** (5 - len(numbers)):
        return None, False
    total = last + sum(value << (24 - 8 * at) for at, value in enumerate(high))
    address = IPv4Address(total)
    return address, str(address) == host


def read_ipv6(text: str) -> IPv6Address | None:
    try:
        return IPv6Address(text) if text.isascii() and "%" not in text else None
    except ValueError:
        return None


def read_address(text: str) -> Address | None:
    """Read what a resolver answered; a zone makes an address local, so it is none of ours."""
    try:
        return ipaddress.ip_address(text) if "%" not in text else None
    except ValueError:
        return None


def spells_internal(host: str) -> bool:
    """Whether a name has an inside address among its labels, as wildcard DNS services read it."""
    for match in _SPELLED.finditer(host):
        octets = [int(part) for part in match.groups()]
        if max(octets) < 256 and standing(IPv4Address(bytes(octets))) != "public":
            return True
    return False


def _is_metadata(address: Address) -> bool:
    return any(address in net for net in _METADATA if net.version == address.version)


def _low32(value: int) -> IPv4Address:
    return IPv4Address(value & 0xFFFFFFFF)


def _rfc6052_48(value: int) -> IPv4Address:
    """Bits 48-63 and 72-87: the /48 layout leaves octet 8 empty."""
    return IPv4Address(((value >> 64) & 0xFFFF) << 16 | (value >> 40) & 0xFFFF)


def _number(text: str) -> int | None:
    if not _NUMBER.fullmatch(text) or len(text) > 64:
        return None
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    if text.startswith("0") and len(text) > 1:
        return int(text, 8) if not set(text) & {"8", "9"} else None
    return int(text)
