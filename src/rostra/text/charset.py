"""From bytes to text, whatever the header says.

Headers and meta tags lie often enough that they are only advice. Byte order marks and valid
UTF-8 speak for themselves; for the rest every candidate is tried and the one that gives the most
ordinary-looking language wins, with the declared ones a little ahead. Labels are looked up in our
own table: a name like `zlib_codec` is a codec to Python and nothing at all to us.
"""

import codecs
import re
from typing import NamedTuple

_SAMPLE = 40_000
_HEAD = 8_192
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']?([\w.:-]{2,40})"""
    rb"""|<meta\b[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]{2,40})""",
    re.IGNORECASE,
)
_IN_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)
_HIGH = re.compile(rb"[\x80-\xff]")
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a]")
_LIKELY = re.compile("[\t\r\n -~\xa0-\xff\u2010-\u2027\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_LABELS = {
    "utf-8": "utf8 utf-8 unicode-1-1-utf-8 unicode",
    "gb18030": "gb2312 gb-2312 gbk gb18030 gb-18030 cp936 ms936 windows-936 x-gbk chinese"
    " csgb2312 gb_2312-80 iso-ir-58 hz-gb-2312 euc-cn x-euc-cn",
    "big5hkscs": "big5 big-5 big5-hkscs big5hkscs big5-eten cp950 ms950 windows-950 cn-big5"
    " x-x-big5 csbig5 x-big5",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j csshiftjis cp932 ms932",
    "euc_jp": "euc-jp eucjp x-euc-jp cseucpkdfmtjapanese",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp949": "euc-kr euckr ks_c_5601-1987 ksc5601 windows-949 cp949 uhc korean cseuckr",
    "cp1252": "iso-8859-1 latin1 latin-1 l1 us-ascii ascii windows-1252 cp1252 x-cp1252 iso8859-1",
    "cp1250": "windows-1250 cp1250",
    "cp1251": "windows-1251 cp1251",
    "cp1253": "windows-1253 cp1253 iso-8859-7",
    "cp1254": "windows-1254 cp1254 iso-8859-9 latin5",
    "cp1255": "windows-1255 cp1255 iso-8859-8",
    "cp1256": "windows-1256 cp1256 iso-8859-6",
    "cp1257": "windows-1257 cp1257 iso-8859-13",
    "cp1258": "windows-1258 cp1258",
    "cp874": "windows-874 tis-620 iso-8859-11",
    "iso8859_2": "iso-8859-2 latin2",
    "iso8859_5": "iso-8859-5",
    "iso8859_15": "iso-8859-15 latin9",
    "koi8_r": "koi8-r koi",
    "koi8_u": "koi8-u",
    "utf_16_le": "utf-16 utf-16le",
    "utf_16_be": "utf-16be",
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
_SHOWN = {"big5hkscs": "big5", "cp932": "shift_jis", "euc_jp": "euc-jp", "cp949": "euc-kr"}
_EAST_ASIAN = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")

# A few hundred characters make up half of all running Chinese; bytes read with the wrong table
# almost never land on them.
_ORDINARY = frozenset(
    "的一是不了在人有我他這这個个上們们來来到時时大地為为子中你說说生國国年著着就那和要她出也得"
    "裡里後后自以會会家可下而過过天去能對对小多然於于心學学之都好看起發发當当沒没成只如事把還还"
    "用第樣样道想作種种開开美總总從从無无情己面最女但現现前些所同日手又行意動动方期它頭头經经長长"
    "兒儿回位分愛爱老因很給给名法間间斯知世什兩两次使身者被高已親亲其進进此話话常與与活正感見见"
    "明問问力理爾尔點点文幾几定本公特做外孩相西果走將将月十實实向聲声車车全信重三機机工物氣气每"
    "並并別别真打太新比才便夫再書书部水像眼等體体却加電电主界門门利海受聽听表德少克代員员許许先"
    "口由死安寫写性馬马光白或住難难望教命花結结樂乐色更拉東东神記记處处讓让母父應应直字場场平報"
    "报友關关放至張张認认接告入笑內内英軍军候民歲岁往何度山覺觉路帶带萬万男邊边風风解叫任金快原"
    "吃媽妈變变通師师立象數数四失滿满戰战遠远格士音輕轻目條条呢病始達达深完今提求清王化空業业思"
    "切怎非找片羅罗錢钱語语元喜離离飛飞科言幹干流歡欢約约各即指合反題题必該该論论交終终林請请醫"
    "医管市政府部會議议二五六七八九區区縣县省委政策通知規规定辦办資资訊讯產产企業业技術术經济濟"
    "服務务管理社會中心北京台臺灣湾港上海新聞闻版權权所有網网站首頁页登錄录登入搜索，。、：；「」"
    "《》（）！？“”·…－—　％"
)
_LATIN_MARKS = re.compile(
    "[A-Za-z\xaa-\xff\u0100-\u017f]|[\u2010-\u2026\u2039\u203a\u20ac\u2122\xa0-\xbf]"
)
_BIG5_FIXES = str.maketrans("•､‾∼♁☉￭", "‧﹑¯～⊕⊙▓")


class Decoded(NamedTuple):
    text: str
    charset: str


def decode_text(body: str | bytes, content_type: str = "") -> Decoded:
    """Read the bytes of a page or a file; always gives text that any database can store."""
    if isinstance(body, str):
        return Decoded(_storable(_SURROGATE.sub("\ufffd", body)), "utf-8")
    if not body.isascii() and not body.startswith(_MARKS):
        try:
            return Decoded(_storable(body.decode("utf-8")), "utf-8")
        except UnicodeDecodeError:
            pass
    codec = _by_mark(body) or _by_structure(body)
    if codec is None:
        codec = _by_language(body, _declared(body, content_type))
    return Decoded(_storable(_decode(body, codec)), _SHOWN.get(codec, codec.replace("_", "-")))


def _storable(text: str) -> str:
    text = text.removeprefix("\ufeff")
    return text.replace("\x00", "") if "\x00" in text else text


def _by_mark(body: bytes) -> str | None:
    if body.startswith(codecs.BOM_UTF8):
        return "utf-8"
    if body.startswith(codecs.BOM_UTF16_LE):
        return "utf_16_le"
    if body.startswith(codecs.BOM_UTF16_BE):
        return "utf_16_be"
    return None


def _by_structure(body: bytes) -> str | None:
    """Encodings whose bytes could hardly be anything else."""
    even, odd = (body[at:_HEAD:2].count(b"\0") for at in (0, 1))
    half = len(body[:_HEAD]) // 2
    if half > 8 and max(even, odd) > 0.3 * half and min(even, odd) < 0.05 * half:
        return "utf_16_le" if odd > even else "utf_16_be"
    if (wide := _markless_utf16(body)) is not None:
        return wide
    if body.isascii():
        return "iso2022_jp" if b"\x1b$B" in body or b"\x1b$@" in body else "utf-8"
    return "utf-8" if _is_nearly_utf8(body) else None


def _markless_utf16(body: bytes) -> str | None:
    """Chinese in pairs of bytes: its signs (。，) hold bytes that no older encoding has."""
    if len(body) % 2 or body.isascii() or not _CONTROLS.search(body):
        return None
    for codec in ("utf_16_le", "utf_16_be"):
        text = body[:_HEAD].decode(codec, "replace")
        likely = len(_LIKELY.findall(text))
        ordinary = sum(1 for char in text if char in _ORDINARY)
        if likely > 0.97 * len(text) and ordinary > 0.1 * len(text):
            return codec
    return None


def _is_nearly_utf8(body: bytes) -> bool:
    """So nearly valid that the rest is damage: a cut end, one spoilt widget."""
    text = body[: 4 * _SAMPLE].decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = len(_NOT_ASCII.findall(text)) - bad
    return good > 20 * bad or (bad == 1 and good > 3 and text.endswith("\ufffd"))


def _declared(body: bytes, content_type: str) -> list[str]:
    """Codecs the page claims for itself, the header's claim first."""
    labels = [match[1] for match in _IN_HEADER.finditer(content_type)]
    tags = _DECLARED.finditer(body[:_HEAD])
    labels += [(match[1] or match[2]).decode("ascii", "replace") for match in tags]
    known = [_CODECS.get(label.lower().strip()) for label in labels[:4]]
    return [codec for codec in known if codec is not None]


def _by_language(body: bytes, declared: list[str]) -> str:
    first = _HIGH.search(body)
    start = max(0, first.start() - 1) if first else 0
    sample = body[start : start + _SAMPLE]
    candidates = dict.fromkeys([*declared, *_EAST_ASIAN, "cp1252"])
    # The fewer the characters, the less they can say for themselves.
    trust = 0.12 + min(0.5, 3.0 / (1 + len(_HIGH.findall(sample))))
    scores = {
        # Latin-1 is what servers claim when nobody told them anything.
        codec: _ordinariness(sample, codec)
        + (0.0 if codec == "cp1252" else trust * min(2, declared.count(codec)))
        for codec in candidates
        if codec not in ("utf-8", "utf_16_le", "utf_16_be")
    }
    return max(scores, key=lambda codec: scores[codec])


def _ordinariness(sample: bytes, codec: str) -> float:
    """How much the text read this way looks like language, from below 0 to about 1."""
    text = _decode(sample, codec)
    foreign = _NOT_ASCII.findall(text)
    if not foreign:
        return 0.0
    total = len(foreign)
    bad = sum(
        1 for c in foreign if c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or "\x80" <= c < "\xa0"
    )
    score = _language_share(codec, text, foreign) / total
    return score - 4.0 * bad / total


def _language_share(codec: str, text: str, foreign: list[str]) -> float:
    if codec in ("gb18030", "big5hkscs"):
        ordinary = sum(1 for c in foreign if c in _ORDINARY)
        listed = sum(1 for c in foreign if _is_listed(c, codec))
        return 0.7 * ordinary + 0.4 * listed
    kana = sum(1 for c in foreign if "\u3041" <= c <= "\u30fc")
    if codec in ("cp932", "euc_jp", "iso2022_jp"):
        narrow = sum(1 for c in foreign if "\uff61" <= c <= "\uff9f")
        # Kana make half of Japanese; without them this is another language misread.
        return min(len(foreign), 2.2 * kana) - 2 * narrow
    if codec == "cp949":
        hangul = sum(1 for c in foreign if "\uac00" <= c <= "\ud7a3")
        hanja = sum(1 for c in foreign if "\u4e00" <= c <= "\u9fff")
        return 0.9 * hangul - hanja
    if codec == "cp1252":
        return (
            0.75
            * sum(1 for match in _LATIN_MARKS.finditer(text) if match[0] > "\x7f")
            * (1.0 if _is_sparse(text, foreign) else 0.2)
        )
    return 0.6 * len(foreign)


def _is_listed(char: str, codec: str) -> bool:
    """Whether a character is of the table's first level, which holds what people really write."""
    try:
        lead = char.encode(codec)[0]
    except UnicodeEncodeError:
        return False
    return 0xA1 <= lead <= (0xD7 if codec == "gb18030" else 0xC6)


def _is_sparse(text: str, foreign: list[str]) -> bool:
    """Accents are sprinkled among plain letters; a wall of them is another script."""
    letters = sum(1 for c in text[:20_000] if c.isascii() and c.isalpha())
    return len(foreign) < 0.7 * letters or len(text) < 40


def _decode(body: bytes, codec: str) -> str:
    if codec == "big5hkscs":
        return body.decode(codec, "rostra-big5").translate(_BIG5_FIXES)
    return body.decode(codec, "replace")


def _big5_leftovers(error: UnicodeError) -> tuple[str, int]:
    """Characters that Windows added to Big5, or one mark for one byte that is none."""
    assert isinstance(error, UnicodeDecodeError)
    pair = error.object[error.start : error.start + 2]
    try:
        return pair.decode("cp950"), error.start + len(pair)
    except UnicodeDecodeError:
        return "\ufffd", error.start + 1


codecs.register_error("rostra-big5", _big5_leftovers)
