"""The address guard: what may be asked for, judged by how it is written."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.rules import (
    canonical_url,
    check_address,
    check_resolved,
    is_safe_redirect_variant,
    same_address,
)
from tests.rules.address_table import (
    ALLOWED,
    DIFFERENT,
    REFUSED,
    SAFE_VARIANTS,
    SAME,
    UNSAFE_VARIANTS,
)

INTRANET = ("http://wiki.corp", "https://10.0.0.7:8443", "http://www.city.example:80")


def test_everything_but_a_plain_public_web_address_is_refused() -> None:
    verdicts = {url: check_address(url) for url in REFUSED}

    assert [url for url, verdict in verdicts.items() if verdict.allowed] == []
    assert all(str(verdict.reason).endswith(".") for verdict in verdicts.values())


def test_a_public_address_passes_and_goes_out_in_one_form() -> None:
    wrong = []
    for url, canonical in ALLOWED.items():
        verdict = check_address(url)
        fine = verdict.allowed and not verdict.excepted and verdict.url == canonical
        if not fine or canonical_url(canonical) != canonical:
            wrong.append((url, verdict.url, verdict.reason))
    assert wrong == []


def test_the_verdict_names_scheme_host_and_port() -> None:
    verdict = check_address("HTTPS://Bücher.DE/a")
    assert (verdict.scheme, verdict.host, verdict.port) == ("https", "xn--bcher-kva.de", 443)


@pytest.mark.parametrize(
    "url",
    [
        "http://wiki.corp/page",
        "http://WIKI.corp:80/",
        "https://10.0.0.7:8443/a?b",
        "http://www.city.example/",
    ],
)
def test_an_exception_opens_exactly_its_scheme_host_and_port(url: str) -> None:
    verdict = check_address(url, allow=INTRANET)
    assert (verdict.allowed, verdict.excepted) == (True, True)


@pytest.mark.parametrize(
    "url",
    [
        "https://wiki.corp/",
        "http://wiki.corp:8080/",
        "http://mail.wiki.corp/",
        "http://corp/",
        "https://10.0.0.7/",
        "https://10.0.0.8:8443/",
        "http://user@wiki.corp/",
        "https://10.7:8443/",
        "https://0xa.0.0.7:8443/",
        "https://[::ffff:10.0.0.7]:8443/",
        "http://city.example/",
        "file://wiki.corp/",
    ],
)
def test_an_exception_opens_nothing_beside_it(url: str) -> None:
    assert not check_address(url, allow=INTRANET).allowed


def test_an_exception_may_name_an_unusual_port() -> None:
    assert check_address("http://example.com:9000/", allow=["http://example.com:9000"]).allowed
    assert check_address("http://wiki:9/", allow=[("http", "wiki", 9)]).allowed


@pytest.mark.parametrize(
    "origin",
    [
        "http://169.254.169.254",
        "http://[::ffff:169.254.169.254]",
        "http://[64:ff9b::a9fe:a9fe]",
        "http://[2002:a9fe:a9fe::]",
        "http://[fd00:ec2::254]",
        "http://100.100.100.200",
        "http://168.63.129.16",
        "http://metadata.google.internal",
        "http://metadata",
        "http://instance-data.ec2.internal",
    ],
)
def test_no_exception_opens_a_metadata_service(origin: str) -> None:
    assert not check_address(origin + "/", allow=[origin]).allowed


def test_an_unreadable_exception_opens_nothing() -> None:
    nonsense = ["", "wiki", "http://", ("http",), ("http", "wiki", "x"), None]
    assert not check_address("http://wiki/", allow=nonsense).allowed  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1",
        "10.1.2.3",
        "0.0.0.0",
        "169.254.169.254",
        "100.64.1.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "not an address",
        "",
        "127.1",
    ],
)
def test_a_name_may_not_resolve_to_the_inside(ip: str) -> None:
    assert not check_resolved(ip).allowed


@pytest.mark.parametrize("ip", ["8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808"])
def test_a_name_may_resolve_to_a_public_address(ip: str) -> None:
    assert check_resolved(ip).allowed


def test_an_excepted_name_may_resolve_to_the_inside_but_not_to_metadata() -> None:
    assert check_resolved("10.1.2.3", excepted=True).allowed
    assert not check_resolved("169.254.169.254", excepted=True).allowed
    assert not check_resolved("::ffff:169.254.169.254", excepted=True).allowed


@pytest.mark.parametrize(("a", "b"), SAME)
def test_two_spellings_of_one_page_are_the_same(a: str, b: str) -> None:
    assert same_address(a, b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_look_alikes_are_not_the_same(a: str, b: str) -> None:
    assert not same_address(a, b)


@pytest.mark.parametrize(("a", "b"), SAFE_VARIANTS)
def test_a_redirect_may_upgrade_or_tidy_its_address(a: str, b: str) -> None:
    assert is_safe_redirect_variant(a, b)


@pytest.mark.parametrize(("a", "b"), UNSAFE_VARIANTS)
def test_a_redirect_may_change_nothing_else(a: str, b: str) -> None:
    assert not is_safe_redirect_variant(a, b)


hosts = st.text(st.sampled_from("0123456789abcxX.:%[]@-/\\。．①１ⓧ") | st.characters(), max_size=40)


@given(st.text() | hosts.map("http://{}/".format))
def test_any_text_gets_a_verdict_and_what_passes_reads_the_same_again(text: str) -> None:
    verdict = check_address(text)
    assert verdict.reason
    if verdict.allowed:
        again = check_address(verdict.url)
        assert (again.allowed, again.url, again.host) == (True, verdict.url, verdict.host)
        assert verdict.url.isascii()


@pytest.mark.parametrize("piece", ["a.", "%", "../", "1.", "中", "xn--a.", "\u0301", "[", "@", "②"])
def test_a_verdict_on_a_megabyte_is_as_quick_as_on_a_line(piece: str) -> None:
    started = time.process_time()
    check_address("http://" + piece * (1 << 20))
    check_address("http://a.tw/" + piece * (4000 // len(piece)))
    check_address("http://" + piece * (250 // len(piece)))
    assert time.process_time() - started < 1
