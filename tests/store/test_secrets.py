"""What is a secret is masked; what only looks a little like one stays readable."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.store import mask_secrets
from rostra.store.secrets import MASK, mask_value

# Made up for these tests, in the shapes real ones have.
LONG = "Zx9Kq2Lm7Pw4Rt8Vb3Nc"
HIDDEN = [
    (f"sk-{LONG}", f"sk-{LONG}"),
    (f"the key sk-proj-{LONG}-{LONG} was refused", f"{LONG}-{LONG}"),
    (f"sk-ant-api03-{LONG}_{LONG}-AA", LONG),
    (f"ghp_{LONG}{LONG}"[:40], f"ghp_{LONG}"),
    (f"github_pat_{LONG}_{LONG}", LONG),
    (f"xoxb-1234567890-{LONG}", LONG),
    (f"newvendor_live_{LONG}", LONG),
    ("AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"),
    (f"AIza{LONG}{LONG}"[:39], f"AIza{LONG}"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJzdWIiOiIxIn0"),
    ("Authorization: Bearer abcdef12", "abcdef12"),
    ("authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ('{"Authorization": "Bearer opaque"}', "opaque"),
    ("curl -H 'Proxy-Authorization: Digest a b c' x", "a b c"),
    ("Cookie: sid=12ab; theme=dark", "12ab"),
    ("Set-Cookie: session=zz; Path=/", "zz"),
    ("sent Bearer a1b2c3d4e5f6", "a1b2c3d4e5f6"),
    ("https://alice:hunter2@db.example/x", "hunter2"),
    ("postgresql://rostra:p%40ss@10.0.0.1:5432/desk", "p%40ss"),
    ("redis://:s3cr3t@cache.example:6379/0", "s3cr3t"),
    ("https://token-only@host.example/", "token-only"),
    ("GET /v1?key=abc&q=1", "abc"),
    ("https://a.example/?q=台積電&token=opaque#x", "opaque"),
    ("https://a.example/?access_token=zzz;x=1", "zzz"),
    ("https://a.example/?X-Amz-Signature=0011aabb", "0011aabb"),
    ("https://a.example/?sig=a%2Bb&x=1", "a%2Bb"),
    ("api_key=letters", "letters"),
    ("apiKey: letters-only-key", "letters-only-key"),
    ("x-api-key: letters-only-key", "letters-only-key"),
    ('{"api_key": "letters only key"}', "letters only key"),
    ("{'client_secret': 'letters'}", "letters"),
    (r"{\"password\": \"correct horse\"}", "correct horse"),
    ('password = "correct horse"', "correct horse"),
    ("PASSWORD=hunter2", "hunter2"),
    ("DB_PASSWORD=hunter2 started", "hunter2"),
    ("OPENAI_API_KEY=letters", "letters"),
    ("accessToken=opaque", "opaque"),
    ("refresh_token: 1//opaque-value", "1//opaque-value"),
    ('"token": "abc123def456"', "abc123def456"),
    ("密碼：hunter2x", "hunter2x"),
    ("密码: hunter2x", "hunter2x"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow"),
    ("-----BEGIN PRIVATE KEY-----\nMIIEow (cut off", "MIIEow"),
]

SHOWN = [
    "台積電第三季營收7,596.9億元，年增39%。",
    "The key to growth: exports and a weaker currency",
    "Key: the central bank held rates",
    "token economics and basic understanding",
    "The bearer certificates were cancelled",
    "monkey=banana turkey: dinner keyword=台積電",
    "tokens_in: 512, max_tokens=4096",
    "https://daily.example/2026/03/04/river-city-semiconductor-raises-its-full-year-forecast-2026",
    "https://medium.example/@user/story",
    "mail someone@daily.example about it",
    "evidence:6f1f6d1c-93a5-5f5e-8f3b-0c1d2e3f4a5b",
    "tool:pages.read:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    '{"sort_key": "title", "request_key": "tool pages"}',
    "session: the council meets again on Monday",
    "com.example.research.desk.SomeLongClassName",
    "author: 王小明",
]


@pytest.mark.parametrize(("text", "secret"), HIDDEN, ids=[text[:32] for text, _ in HIDDEN])
def test_a_secret_is_masked(text: str, secret: str) -> None:
    assert secret in text  # or the test could not fail

    masked = mask_secrets(f"before {text} after")

    assert secret not in masked
    assert MASK in masked
    assert masked.startswith("before ")


@pytest.mark.parametrize("text", SHOWN, ids=[text[:32] for text in SHOWN])
def test_what_is_no_secret_stays_as_it_is(text: str) -> None:
    assert mask_secrets(text) == text


def test_the_rest_of_an_address_stays_readable() -> None:
    text = "GET https://bob:pw@search.example/find?q=台積電&api_key=abc&page=2 answered 403"

    assert (
        mask_secrets(text)
        == "GET https://***@search.example/find?q=台積電&api_key=***&page=2 answered 403"
    )


@pytest.mark.parametrize("text", [text for text, _ in HIDDEN] + SHOWN)
def test_masking_twice_changes_nothing(text: str) -> None:
    once = mask_secrets(text)

    assert mask_secrets(once) == once


@given(st.text(alphabet=st.characters(), max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_masked(text: str) -> None:
    assert mask_secrets(mask_secrets(text)) == mask_secrets(text)


@pytest.mark.parametrize(
    "piece", ["key", "key=", "://", "Bearer ", '"token": "', "a-", "-----BEGIN "]
)
def test_no_text_holds_up_the_masking(piece: str) -> None:
    """Patterns that look back and forth must not explode; the test's own time limit judges."""
    mask_secrets(piece * 20_000)
    mask_secrets(piece * 20_000 + "@=\n")


def test_a_secret_is_known_by_the_name_it_stands_under() -> None:
    value = mask_value(
        {
            "url": "https://a.example/",
            "headers": {"Authorization": "opaque", "Accept": "text/html", "Cookie": "a=b"},
            "password": "x",
            "key": "title",
            "tokens": 12,
            "list": [{"api_key": "short"}, "Bearer a1b2c3d4e5f6"],
        }
    )

    assert value == {
        "url": "https://a.example/",
        "headers": {"Authorization": MASK, "Accept": "text/html", "Cookie": MASK},
        "password": MASK,
        "key": "title",
        "tokens": 12,
        "list": [{"api_key": MASK}, f"Bearer {MASK}"],
    }
