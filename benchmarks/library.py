"""Indexing a folder against only reading it: what processes, tokens and the store cost on top.

The plain way reads every file with the same readers, one after the other, in this process, and
throws the text away. Ours reads in processes of their own, cuts tokens and commits each file. The
two are measured in turns, and the best round of each counts.
"""

import asyncio
import shutil
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from rostra.documents import Readers, Refreshed, read_document, refresh
from rostra.records import LibraryFolder
from rostra.store import open_store
from tests.documents.files import SAMPLES, cells, docx, paragraph, table, xlsx

COPIES = 40
ROUNDS = 3
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
_SAID = (
    "河城市政府第{n}號公告：東岸第{n}期工程費用為{n},500萬元，較上期增加百分之八，工期延長{n}日。"
)


def run(data: Path) -> list[tuple[str, float, str]]:
    """(name, ratio, note) of every figure."""
    folder = data / "library"
    folder.mkdir(parents=True, exist_ok=True)
    count = make(folder)
    plain, ours, again = (
        min(round_)
        for round_ in zip(
            *(
                (_read_all(folder), *asyncio.run(_index(folder, data / f"desk-{at}")))
                for at in range(ROUNDS)
            ),
            strict=True,
        )
    )
    note = f"{count / ours:,.0f} files/s against {count / plain:,.0f} only read; >= 0.6"
    return [
        ("library indexing / plain reading, files per second", plain / ours, note),
        (
            "library refresh of nothing new / first index",
            again / ours,
            f"{again * 1e3:.0f} ms; <= 0.2",
        ),
    ]


def make(folder: Path) -> int:
    """Files of every kind, as a desk has them: mostly PDF and Word, some sheets and notes."""
    for at in range(COPIES):
        for name in ("annual.pdf", "river.pdf", "upright.pdf", "annual.docx", "budget.xlsx"):
            shutil.copy(SAMPLES / name, folder / f"{at:03}-{name}")
        said = [_SAID.format(n=n) for n in range(at, at + 120)]
        rows = [("區", "費用", "工期")] + [(f"第{n}區", f"{n}500", f"{n}日") for n in range(30)]
        body = "".join(paragraph(one) for one in said) + table(*rows)
        docx(folder / f"{at:03}-report.docx", body)
        lines = cells(1, "項目", "金額", "比例")
        lines += "".join(
            cells(n, f"項{n}", f"<c><v>{n}.5</v></c>", "<c><v>0.08</v></c>") for n in range(2, 300)
        )
        xlsx(folder / f"{at:03}-list.xlsx", lines)
        (folder / f"{at:03}-note.md").write_text("# 公告\n\n" + "\n\n".join(said), "utf-8")
        (folder / f"{at:03}-old.txt").write_bytes("\n".join(said).encode("big5"))
        html = "".join(
            f"{'<h2>公告</h2>' * (n % 20 == 0)}<p>{one}</p>" for n, one in enumerate(said)
        )
        (folder / f"{at:03}-page.html").write_text(f"<html><body>{html}</body></html>", "utf-8")
    return len(list(folder.iterdir()))


def _read_all(folder: Path) -> float:
    began = time.perf_counter()
    for path in sorted(folder.iterdir()):
        assert read_document(path).parts
    return time.perf_counter() - began


async def _index(folder: Path, desk: Path) -> tuple[float, float]:
    """Seconds of the first index and of a second one that finds nothing new."""
    store = open_store(desk)
    known = LibraryFolder("bench", str(folder), "河城市", 1, NOON)
    await store.put_library_folder(known)

    async def once() -> tuple[float, Refreshed]:
        began = time.perf_counter()
        async with Readers() as readers:
            done = await refresh(known, store, readers, lambda: datetime.now(UTC))
        return time.perf_counter() - began, done

    try:
        first, done = await once()
        assert done.outcomes["read"] == done.read
        second, idle = await once()
        assert idle.read == 0
    finally:
        await store.close()
    return first, second


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as temporary:
        for figure, ratio, told in run(Path(temporary)):
            sys.stdout.write(f"{ratio:6.2f}  {figure}: {told}\n")
