"""Files made by hand, as other programs would write them and as nobody should."""

import io
import zipfile
from pathlib import Path

from rostra.documents import Document, DocumentUnreadable, read_document

SAMPLES = Path(__file__).parent / "samples"

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def zipped(path: Path, entries: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def docx(path: Path, body: str, **entries: str) -> Path:
    document = f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>'
    more: dict[str, str | bytes] = {
        name.replace("__", "/") + ".xml": text for name, text in entries.items()
    }
    return zipped(path, {"word/document.xml": document, **more})


def paragraph(*runs: str) -> str:
    said = (one if one.startswith("<") else f"<w:t>{one}</w:t>" for one in runs)
    return f"<w:p><w:r>{''.join(said)}</w:r></w:p>"


def table(*rows: tuple[str, ...]) -> str:
    made = (
        "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl>{''.join(made)}</w:tbl>"


def xlsx(path: Path, rows: str, *, styles: str = "", more: str = "", book: str = "") -> Path:
    """A workbook with one sheet, of which only the rows differ."""
    return zipped(
        path,
        {
            "xl/workbook.xml": f'<workbook xmlns="{_S}" xmlns:r="{_R}">{book}<sheets>'
            '<sheet name="帳" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/'
            'package/2006/relationships"><Relationship Id="rId1" Type="sheet" '
            'Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_S}"><sheetData>{rows}</sheetData>'
            f"{more}</worksheet>",
            "xl/styles.xml": f'<styleSheet xmlns="{_S}">{styles}</styleSheet>',
            "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 macros",
        },
    )


def cells(number: int, *values: str) -> str:
    """A row; a value that begins with < stands as it is, others are text of their own."""
    made = []
    for at, value in enumerate(values):
        place = f"{chr(65 + at)}{number}"
        if value.startswith("<"):
            made.append(value.replace("<c", f'<c r="{place}"', 1))
        else:
            made.append(f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>')
    return f'<row r="{number}">{"".join(made)}</row>'


def pdf(pages: int = 1, *, text: str = "Hello", picture: bool = False) -> bytes:
    """A plain PDF; with `picture` its pages hold an image and no text."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(pages))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    objects.append(
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
        " /BitsPerComponent 8 /Length 1 >>\nstream\nA\nendstream"
    )
    for at in range(pages):
        drawn = f"BT /F1 12 Tf 72 700 Td ({text} {at + 1}) Tj ET"
        said = "q 400 0 0 400 72 200 cm /I1 Do Q" if picture else drawn
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {6 + 2 * at} 0 R"
            " /Resources << /Font << /F1 3 0 R >> /XObject << /I1 4 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(said)} >>\nstream\n{said}\nendstream")
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write(b"".join(f"{place:010} 00000 n \n".encode() for place in places))
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    out.write(trailer.encode())
    return out.getvalue()


def outcome(path: Path) -> str:
    """The word a file ends with: read, or why not."""
    try:
        read_document(path)
    except DocumentUnreadable as error:
        return error.outcome
    return "read"


def by_place(document: Document) -> dict[str, str]:
    return {part.place: part.text for part in document.parts}
