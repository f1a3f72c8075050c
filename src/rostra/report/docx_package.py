"""The package around a Word document: its parts, its styles, and who links to what.

The same report gives the same bytes: no part carries the time at which it was written.
"""

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import UTC
from html import escape
from importlib.resources import files
from typing import TypeAlias

from rostra.report.blocks import Paper
from rostra.report.layout import han_language, one_line
from rostra.words import moment, tell

Xml: TypeAlias = str  # whole elements, everything in them escaped
Relation: TypeAlias = tuple[str, str, str, bool]  # id, type, target, whether it lies outside

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_NAME = re.compile(r"@([A-Z]+)@")
_PARTS = ("styles", "settings", "fontTable", "numbering", "footnotes", "header", "footer")
_DRAWN = "http://schemas.openxmlformats.org/drawingml/2006"
_PICTURE = 5_200_000  # as wide as the text, in EMU
_FOLDER = files("rostra.report") / "docx_parts"
_KEPT_SINCE = (1980, 1, 1, 0, 0, 0)
_RUNNING = 60
_WHERE = ("Internal", "External")


def element(_name: str, /, *inner: Xml, **attributes: str) -> Xml:
    """An element of WordprocessingML; its attributes are of it, too."""
    told = "".join(f' w:{name}="{escape(value)}"' for name, value in attributes.items())
    return f"<w:{_name}{told}>{''.join(inner)}</w:{_name}>" if inner else f"<w:{_name}{told}/>"


def text_element(text: str) -> Xml:
    return f'<w:t xml:space="preserve">{escape(text)}</w:t>'


class Links:
    """Addresses outside of the document, each named once."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def to(self, address: str, shown: Xml) -> Xml:
        name = self._ids.setdefault(address, f"link{len(self._ids) + 1}")
        return f'<w:hyperlink r:id="{name}" w:history="1">{shown}</w:hyperlink>'

    def relations(self) -> list[Relation]:
        return [(name, f"{_R}/hyperlink", address, True) for address, name in self._ids.items()]


class Pictures:
    """Drawings of the document: vectors for every Word since 2016, and an empty one for others."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def to(self, svg: str, told: str) -> Xml:
        self.drawn.append(svg)
        number = len(self.drawn)
        wide, high = map(float, svg.split('viewBox="0 0 ')[1].split('"', maxsplit=1)[0].split())
        extent = f'cx="{_PICTURE}" cy="{round(_PICTURE * high / wide)}"'
        name = escape(told, quote=True)
        return (
            f'<w:r><w:drawing><wp:inline xmlns:wp="{_DRAWN}/wordprocessingDrawing">'
            f'<wp:extent {extent}/><wp:docPr id="{number}" name="chart{number}" descr="{name}"/>'
            f'<a:graphic xmlns:a="{_DRAWN}/main"><a:graphicData uri="{_DRAWN}/picture">'
            f'<pic:pic xmlns:pic="{_DRAWN}/picture"><pic:nvPicPr>'
            f'<pic:cNvPr id="{number}" name="chart{number}"/><pic:cNvPicPr/></pic:nvPicPr>'
            '<pic:blipFill><a:blip r:embed="empty"><a:extLst>'
            '<a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip '
            'xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" '
            f'r:embed="chart{number}"/></a:ext></a:extLst></a:blip>'
            "<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>"
            f'<a:off x="0" y="0"/><a:ext {extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>'
            "</a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>"
            "</w:drawing></w:r>"
        )

    def relations(self) -> list[Relation]:
        empty = [("empty", f"{_R}/image", "media/empty.png", False)] if self.drawn else []
        names = (f"chart{n}" for n, _ in enumerate(self.drawn, 1))
        return [*empty, *((one, f"{_R}/image", f"media/{one}.svg", False) for one in names)]

    def parts(self) -> dict[str, bytes]:
        empty = {"word/media/empty.png": (_FOLDER / "empty.png").read_bytes()} if self.drawn else {}
        drawn = {f"word/media/chart{n}.svg": one.encode() for n, one in enumerate(self.drawn, 1)}
        return {**empty, **drawn}


def packed(
    paper: Paper,
    body: Sequence[Xml],
    links: Links,
    numbered: int,
    footnotes: Sequence[Xml],
    pictures: Pictures,
) -> bytes:
    """The document as a file; `numbered` is how many numbered lists it has."""
    filled = {**_filled(paper), "NUMBERED": _numbers(numbered), "NOTES": "".join(footnotes)}
    parts = {f"word/{name}.xml": _part(name, filled) for name in _PARTS}
    ours: list[Relation] = [(name, f"{_R}/{name}", f"{name}.xml", False) for name in _PARTS]
    top: list[Relation] = [
        ("document", f"{_R}/officeDocument", "word/document.xml", False),
        ("core", f"{_PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml", False),
    ]
    outside = [*ours, *links.relations(), *pictures.relations()]
    whole = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations(top),
        "docProps/core.xml": _core(paper),
        "word/_rels/document.xml.rels": _relations(outside),
        "word/document.xml": _document(body),
        **parts,
    }
    return _zipped(whole, pictures.parts())


def _document(body: Sequence[Xml]) -> Xml:
    references = "".join(
        f'<w:{part}Reference w:type="{when}" r:id="{part}"/>'
        for part, when in (("header", "default"), ("footer", "default"), ("footer", "first"))
    )
    section = element(
        "sectPr",
        references,
        element("pgSz", w="11906", h="16838"),
        element(
            "pgMar", top="1360", right="1193", bottom="1247", left="1193", header="680",
            footer="620", gutter="0",
        ),
        element("titlePg"),
    )  # fmt: skip
    inner = element("body", *body, section)
    return f'<w:document xmlns:w="{_W}" xmlns:r="{_R}">{inner}</w:document>'


def _filled(paper: Paper) -> dict[str, str]:
    han = han_language(paper)
    title = one_line(paper.title)
    return {
        "EAST": tell("common.paper.font", han),
        "INSTEAD": tell("common.paper.instead", han),
        "CHARSET": tell("common.paper.charset", han),
        "TONGUE": tell("common.tag", han),
        "WEST": "en-GB" if paper.language == "en" else "en-US",
        "TITLE": escape(title if len(title) <= _RUNNING else f"{title[:_RUNNING]}…"),
        "FOOT": escape(moment(paper.made_at)),
    }


def _part(name: str, filled: dict[str, str]) -> Xml:
    """A part as it lies in our folder, with every @NAME@ in it filled in."""
    source = (_FOLDER / f"{name}.xml").read_text("utf-8")
    return _NAME.sub(lambda found: filled[found[1]], source)


def _numbers(count: int) -> Xml:
    """Each numbered list counts from 1."""
    start = element("lvlOverride", element("startOverride", val="1"), ilvl="0")
    kind = element("abstractNumId", val="1")
    return "".join(element("num", kind, start, numId=str(nth + 2)) for nth in range(count))


def _relations(rows: Sequence[Relation]) -> Xml:
    told = "".join(
        f'<Relationship Id="{name}" Type="{kind}" Target="{escape(target)}" '
        f'TargetMode="{_WHERE[is_outside]}"/>'
        for name, kind, target, is_outside in rows
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{told}</Relationships>'


def _core(paper: Paper) -> Xml:
    made = f"{paper.made_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    stamps = "".join(
        f'<dcterms:{name} xsi:type="dcterms:W3CDTF">{made}</dcterms:{name}>'
        for name in ("created", "modified")
    )
    return (
        f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(one_line(paper.title))}</dc:title>"
        f"<dc:creator>Rostra</dc:creator><dc:language>{paper.language}</dc:language>"
        f"<dc:identifier>{escape(one_line(paper.run))}</dc:identifier>{stamps}"
        "</cp:coreProperties>"
    )


def _content_types() -> Xml:
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    package = "application/vnd.openxmlformats-package"
    named = {f"/word/{name}.xml": f"{word}.{name}+xml" for name in _PARTS}
    named["/word/document.xml"] = f"{word}.document.main+xml"
    named["/docProps/core.xml"] = f"{package}.core-properties+xml"
    told = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in named.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{package}.relationships+xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        '<Default Extension="svg" ContentType="image/svg+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{told}</Types>'
    )


def _zipped(parts: dict[str, Xml], media: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        told = {name: f"{_DECLARED}\n{one}".encode() for name, one in parts.items()}
        for name, content in {**told, **media}.items():
            entry = zipfile.ZipInfo(name, _KEPT_SINCE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, content)
    return out.getvalue()
