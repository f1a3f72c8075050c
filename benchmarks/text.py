"""How fast a sentence becomes slots, against merely cutting it into words with jieba."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

SENTENCES = [
    "台積電公布2024年第三季合併營收約新台幣7,596億9,000萬元，稅後純益約3,252億6,000萬元，每股盈餘為12.54元。",
    "與前一季相較，2024年第三季營收增加12.8%，稅後純益增加31.2%；與去年同期相較，營收增加39.0%。",
    "央行理監事會議決議維持政策利率不變，重貼現率維持年息2%，並調升存款準備率0.25個百分點。",
    "主計總處預測今年經濟成長率為4.27%，較8月預測上修0.36個百分點。",
    "鴻海9月營收為7,330.45億元，月增33.6%、年增10.9%，累計前9月營收達4.74兆元。",
    "环境部表示，碳费费率将于年底前拍板，初步规划每公吨300至500元。",
    "Net profit rose 54.2% to NT$325.26 billion in the third quarter of 2024, beating estimates.",
    "The Fed is expected to cut rates by 25 basis points at its next meeting.",
]
PASSES = 25


def run() -> list[tuple[str, float, str]]:
    """(name, ratio, note): slots per CPU-second over jieba sentences per CPU-second."""
    import jieba  # type: ignore[import-untyped]

    from rostra.text import slots

    jieba.setLogLevel(logging.ERROR)
    ours = _per_second(slots)
    theirs = _per_second(lambda text: list(jieba.cut(text)))
    note = f"{ours:,.0f} sentences a CPU-second; jieba cutting alone {theirs:,.0f}"
    return [("slots / jieba words", ours / theirs, note)]


def _per_second(read: Callable[[str], object]) -> float:
    for text in SENTENCES:
        read(text)
    best = float("inf")
    for _ in range(PASSES):
        started = time.process_time()
        for text in SENTENCES:
            read(text)
        best = min(best, time.process_time() - started)
    return len(SENTENCES) / max(best, 1e-9)


if __name__ == "__main__":
    for name, ratio, note in run():
        print(f"{Path(__file__).stem}: {name}: {ratio:.2f} ({note})")
