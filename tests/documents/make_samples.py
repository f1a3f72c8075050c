"""Make the samples again: `python -m tests.documents.make_samples`, with LibreOffice and TeX.

The files are kept because neither program is on every machine; what they hold is fiction.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).parent / "samples"

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.{kind}">
"""

_ROWS = (
    ("廠區", "2024年產量", "2025年產量"),
    ("東岸廠", "1,180片", "1,320片"),
    ("西岸廠", "940片", "1,050片"),
    ("山腳廠", "310片", "287片"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        _write(work / "annual.fodt", _annual())
        _write(work / "upright.fodt", _upright())
        _write(work / "budget.fods", _budget())
        (work / "river.tex").write_text(_RIVER, "ascii")
        for source, kind in (
            ("annual.fodt", "pdf"),
            ("annual.fodt", "docx"),
            ("upright.fodt", "pdf"),
            ("upright.fodt", "docx"),
            ("budget.fods", "xlsx"),
        ):
            _run(work, "soffice", "--headless", "--convert-to", kind, source)
        _run(work, "pdflatex", "-interaction=batchmode", "river.tex")
        SAMPLES.mkdir(exist_ok=True)
        for made in ("annual.pdf", "annual.docx", "upright.pdf", "upright.docx", "budget.xlsx"):
            shutil.copy(work / made, SAMPLES / made)
        shutil.copy(work / "river.pdf", SAMPLES / "river.pdf")


def _run(work: Path, *command: str) -> None:
    subprocess.run(command, cwd=work, check=True, capture_output=True, timeout=300)


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def _table(rows: tuple[tuple[str, ...], ...]) -> str:
    cells = [
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
        + "</table:table-row>"
        for row in rows
    ]
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    return f'<table:table table:name="T">{columns}{"".join(cells)}</table:table>'


def _styles(mode: str) -> str:
    return f"""<office:styles><style:default-style style:family="paragraph">
<style:text-properties fo:font-size="12pt" style:font-name-asian="Noto Serif CJK TC"
 style:font-size-asian="12pt" fo:language="en" fo:country="US" style:language-asian="zh"
 style:country-asian="TW"/></style:default-style>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"/>
</office:styles>
<office:automatic-styles>
<style:style style:name="New" style:family="paragraph">
<style:paragraph-properties fo:break-before="page"/></style:style>
<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="21cm"
 fo:page-height="29.7cm" fo:margin="2cm" style:writing-mode="{mode}"/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/>
</office:master-styles>"""


def _annual() -> str:
    heading = '<text:h text:style-name="Heading_20_1" text:outline-level="1">{}</text:h>'
    new = '<text:p text:style-name="New">{}</text:p>'
    return (
        _HEAD.format(kind="text")
        + _styles("lr-tb")
        + "<office:body><office:text>"
        + heading.format("河城半導體股份有限公司 2025年報")
        + "<text:p>董事長的話：本公司在河城市立足三十年，員工共 4,216 人。</text:p>"
        + "<text:p>全年營收為新台幣 312.4 億元，較前一年成長 8.6%。</text:p>"
        + new.format("各廠區產量如下表，單位為千片。")
        + _table(_ROWS)
        + "<text:p>山腳廠因歲修停工六週，產量略減。</text:p>"
        + new.format("Risk factors for readers abroad")
        + "<text:p>A drought on the Lune River would halve the water supply of the East Bank plant."
        " The company keeps a reserve basin of 52,000 cubic metres.</text:p>"
        "</office:text></office:body></office:document>"
    )


def _upright() -> str:
    """A page set the old way: columns run down, and follow each other to the left."""
    return (
        _HEAD.format(kind="text")
        + _styles("tb-rl")
        + "<office:body><office:text>"
        + "<text:p>河城市志卷三，水利篇。</text:p>"
        + "<text:p>民國八十二年築東堤，長三千二百丈，費銀四百萬元，歷時二年而成。</text:p>"
        + _table(
            (
                ("年次", "堤名", "長度"),
                ("八十二年", "東堤", "三千二百丈"),
                ("八十六年", "西堤", "二千八百丈"),
            )
        )
        + "<text:p>西堤之築，由市民捐輸三分之一。</text:p>"
        + "</office:text></office:body></office:document>"
    )


def _budget() -> str:
    def text(value: str) -> str:
        return (
            f'<table:table-cell office:value-type="string"><text:p>{value}</text:p>'
            "</table:table-cell>"
        )

    def number(value: float) -> str:
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    def formula(said: str) -> str:
        return f'<table:table-cell table:formula="of:={said}"/>'

    def row(*cells: str) -> str:
        return f"<table:table-row>{''.join(cells)}</table:table-row>"

    plan = row(text("科目"), text("第一季"), text("第二季"), text("上半年"))
    for name, first, second, at in (("道路養護", 120.5, 98, 2), ("公園綠地", 40, 44.25, 3)):
        plan += row(text(name), number(first), number(second), formula(f"[.B{at}]+[.C{at}]"))
    people = row(text("Office"), text("Staff")) + row(text("Harbour"), number(37))
    return (
        _HEAD.format(kind="spreadsheet")
        + '<office:body><office:spreadsheet><table:table table:name="年度預算">'
        + plan
        + '</table:table><table:table table:name="Staffing">'
        + people
        + "</table:table></office:spreadsheet></office:body></office:document>"
    )


_RIVER = r"""\documentclass[11pt]{article}
\begin{document}
\title{Sediment transport in the lower Lune}\author{M. Alder}\date{}
\maketitle
\begin{abstract}
We estimate the efficient flux of sediment in the lower Lune and find that the offshore fraction is
significant in wet seasons.
\end{abstract}
\newpage
\section{Results}
The mean flux is $q = 3.72$ kg\,s$^{-1}$; the difference between the two gauges, fitted over
eighteen months, is below the measurement uncertainty of the instruments deployed along the bank.
\begin{tabular}{lrr}
Gauge & Flux & Samples \\ \hline
Mill Bridge & 3.72 & 411 \\
Salt Quay & 3.69 & 398 \\
\end{tabular}
\end{document}
"""


if __name__ == "__main__":
    main()
