"""Every command as somebody types it, for the walk in the marked language."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from rostra.desks.research.mode import MODES
from tests.cli.conftest import Cli
from tests.cli.test_languages import commands
from tests.commanding import Outcome
from tests.web.hostile_desk import COLLECT, DEBATE, RESEARCH
from tests.words.pseudo import MARKED, plain

# They serve until they are told to stop; their pages and tools are walked elsewhere.
SERVERS = {("worker",), ("serve",), ("gradio",), ("mcp",), ("sample", "serve")}
# What is typed is the same in every language.
_TYPED = re.compile(r"--?[a-z][\w-]*|\{\w+\}")
# Choices that an option offers, by the names that are typed.
CHOICES = {
    *MODES,
    *("auto", "model", "human", "brief", "standard", "deep"),
    *("claim", "counterclaim", "decision", "evidence", "result", "summary"),
    *("name", "query", "rostra"),
}

# Each command as somebody uses it, and once as it ends badly where it can.
COMMANDS: list[tuple[str, ...]] = [
    ("research", "甲事如何？", "--mode", "誰"),
    ("debate", "舊港應該繼續收費", "--sample", "--rounds", "1"),
    ("debate", "？！"),
    ("check", "無此檔"),
    ("verify", "無此檔"),
    ("collect", "add", "https://a.example/", "--name", "甲站"),
    ("collect", "add", "ftp://a.example/"),
    ("collect", "list"),
    ("collect", "run", "無此站"),
    ("collect", "items"),
    ("collect", "export"),
    ("collect", "import", "無此檔"),
    ("collect", "remove", "甲站"),
    ("collect", "remove", "無此站"),
    ("runs", "list"),
    ("runs", "list", "--limit", "零"),
    ("runs", "lst"),
    ("runs", "show", RESEARCH),
    ("runs", "show", DEBATE),
    ("runs", "show", COLLECT),
    ("runs", "show"),
    ("runs", "watch", RESEARCH),
    ("runs", "watch", COLLECT),
    ("runs", "export", RESEARCH, "--format", "md"),
    ("runs", "export", RESEARCH, "--format", "誰"),
    ("runs", "cost", RESEARCH),
    ("runs", "stop", RESEARCH),
    ("runs", "abort", RESEARCH, "--yes"),
    ("runs", "answer", "q0", "甲事"),
    ("runs", "answer", "q0", "己事"),
    ("runs", "resume", RESEARCH),
    ("runs", "replay", RESEARCH),
    ("runs", "delete", RESEARCH, "--yes"),
    ("runs", "delete", "無此執行"),
    ("evidence", "show", "evidence:0"),
    ("evidence", "show", "無此證據"),
    ("library", "list"),
    ("library", "add", "."),
    ("library", "add", "無此處"),
    ("library", "refresh"),
    ("library", "search", "甲事"),
    ("library", "read", "library://無"),
    ("library", "remove", "無此處"),
    ("models", "list"),
    ("models", "show", "無此模型"),
    ("models", "try"),
    ("models", "exam"),
    ("tools", "list"),
    ("tools", "show", "search.web"),
    ("tools", "show", "無此工具"),
    ("tools", "call", "search.web", "--arg", "query=舊港收費", "--sample"),
    ("tools", "call", "search.web", "--arg", "無"),
    ("tools", "call", "search.web", "--arg", "無=1", "--sample"),
    ("tools", "policy"),
    ("tools", "approve"),
    ("sources", "list"),
    ("sources", "show", "中央社"),
    ("sources", "show", "無此人"),
    ("sources", "set", "甲報", "--tier", "3"),
    ("sources", "test", "a.example"),
    ("sources", "why", "a.example"),
    ("memory", "search", "甲事"),
    ("memory", "show", "claim:1"),
    ("memory", "show", "evidence:0"),
    ("memory", "stale"),
    ("memory", "revalidate", "無此項"),
    ("memory", "embed"),
    ("memory", "forget", "claim:1", "--why", "錯了", "--yes"),
    ("memory", "forget", "無此項"),
    ("memory", "stats"),
    ("metrics",),
    ("settings", "show"),
    ("settings", "path"),
    ("doctor",),
    ("setup", "--no-ask", "--no-input"),
    ("無此指令",),
]
# What a command prints that others wrote or programs read: a schema, a file of sites, settings by
# name, publishers by theirs.
QUOTED = {
    ("collect", "export"): r"(?s).*",
    ("tools", "show", "search.web"): r"(?s)\{.*\}",
    ("sources", "list"): r"(?m)^\d.*$",
    ("sources", "why", "a.example"): r"strict|discovery|monitor",  # as an order names them
    ("sources", "show", "中央社"): r"CNA|Central News Agency|Focus Taiwan",
    ("settings", "show"): r"(?m)^[a-z].*?(?=⟦|$)|ROSTRA_[A-Z]+|(?<=⟧  )[a-z]+$",
    ("metrics",): r"[\d.]+ ms",
    ("setup", "--no-ask", "--no-input"): r"Chromium|\bxx\b",
    ("library", "add", "."): r"^here",
    ("library", "refresh"): r"^here",
}


def speaker(data: Path, marks: Path) -> Callable[..., Outcome]:
    """`rostra …` in the marked language, on the desk in a data folder."""
    cli = Cli(data)

    def told(*words: str) -> Outcome:
        language = {"ROSTRA_WORDS": str(marks), "ROSTRA_LANGUAGE": MARKED}
        return cli(*words, ROSTRA_DATA=str(data), **language)

    return told


async def hear_help(speaks: Callable[..., Outcome], hear: Callable[..., None]) -> None:
    """The help of every command; names of commands and of choices are typed."""
    names = {name for words in commands() for name in words} | CHOICES
    for words in commands():
        told = await asyncio.to_thread(speaks, *words, "--help")
        assert told.code == 0
        hear(" ".join((*words, "--help")), _TYPED.sub("", told.out), names=names)


async def hear_commands(speaks: Callable[..., Outcome], hear: Callable[..., None]) -> set[int]:
    """What every command says, and with which codes they ended."""
    known = [one for one in commands() if one]
    groups = {one[:-1] for one in known}
    idle = [one for one in known if one not in groups and not any(_is_of(w, one) for w in COMMANDS)]
    assert set(idle) == SERVERS
    ends = set()
    for words in COMMANDS:
        told = await asyncio.to_thread(speaks, *words)
        ends.add(told.code)
        own = re.sub(QUOTED.get(words, "$^"), "", told.out + told.err)
        hear(" ".join(words), _TYPED.sub("", plain(own)), names={"rostra"})
    return ends


def _is_of(words: tuple[str, ...], command: tuple[str, ...]) -> bool:
    return words[: len(command)] == command
