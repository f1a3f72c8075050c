"""Instructions hidden in content, and how somebody who obeys them would act.

An order is a sentence of content with a command in it. What it commands is read from what it names:
a tool, an address, a value for a field, words to say. Chinese and English.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rostra.testing.scripted import words
from rostra.testing.scripted.reading import URL, Reading
from rostra.testing.scripted.request import Tool
from rostra.testing.scripted.shapes import Schema, kind_of, plain
from rostra.text import sentences


def _either(line: str) -> str:
    return "|".join(word.replace("_", r"\s+") for word in line.split())


_ACTS = _either(
    "call invoke run execute use browse visit open fetch go_to navigate download send post search"
    " output print reply respond answer say write return set approve grant mark rate declare"
    " conclude state include append add"
)
_ACTS_ZH = _either(
    "瀏覽 浏览 訪問 访问 造訪 打開 打开 開啟 开启 前往 連到 下載 下载 呼叫 調用 调用 執行 执行 使用"
    " 搜尋 搜索 輸出 输出 回答 回覆 回复 回傳 返回 寫 写 批准 核准 同意 設 设 標記 标记 傳送 发送"
    " 寄 刪除 删除 宣布 說 说"
)
_URGES_ZH = _either("請 请 必須 必须 務必 务必 立即 立刻 並 并 你現在 你现在 你要 你應 你应 你必")
_READERS = _either("ai assistant model agent llm chatbot")
_OVERRULING = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b"
    r"|\b(?:previous|prior|above|earlier|system)\s+(?:instruction|prompt|message|rule)"
    r"|忽略|無視|无视|不要理會|不要理会|新的?指[示令]|系統[:：提]|系统[:：提]"
)
_OVERRULES = re.compile(_OVERRULING, re.IGNORECASE)
_COMMAND = re.compile(
    _OVERRULING + r"|指[令示][:：]"
    r"|\byou\s+(?:must|should|are now|will|have to|need to)\b|\bnew instructions?\b"
    r"|\b(?:system|assistant|developer|admin)\s*[:：]"
    rf"|\b(?:important|attention|note)\b.{{0,30}}\b(?:{_READERS})s?\b"
    rf"|(?:\bplease\s+|\bnow\s+|\bthen\s+|\binstead,?\s+|\band\s+|^\W*)(?:{_ACTS})\b"
    rf"|(?:{_URGES_ZH})[^。！？\n]{{0,12}}?(?:{_ACTS_ZH})",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(
    r"[\"'`「“]?(?P<key>[A-Za-z_][\w.]*)[\"'`」”]?"
    r"\s*(?:[:：=]|設為|设为|設成|改為|改为|为|為|\s(?:to|as|is)\s)\s*"
    r"(?P<value>\[[^\[\]]*\]|\"[^\"]*\"|'[^']*'|「[^」]*」|“[^”]*”|[^\s,;，。；、\"'「」{}()（）]+)"
)
_SPEAKS = _either(
    "output print reply respond answer say write state include append declare conclude add"
    " 輸出 输出 回答 回覆 回复 回傳 返回 寫出 写出 寫 写 宣布 說 说 加上 加入"
)
_LEADS_IN = _either(
    "with only that exactly the_words the_text the_sentence 以下 下列 這句話 这句话 只"
)
_WORDS_TO_SAY = re.compile(
    rf"(?:{_SPEAKS})(?:\s*(?:{_LEADS_IN}))*\s*[:：,，]?\s*(?P<said>.+)", re.IGNORECASE
)
_QUOTED = re.compile(r"[\"“「『'](?P<said>[^\"”」』']{2,300})[\"”」』']")
_APPROVES = re.compile(
    r"\b(?:approve|grant|allow|accept)\b|批准|核准|准許|准许|同意|通過|通过", re.IGNORECASE
)
_OBJECT = re.compile(r"\{[^{}]*\}")
_JOINS = _either("with using for on to 並 并 以 帶入 带入 參數 参数 查詢 查询 搜尋 搜索")
_AFTER_TOOL = re.compile(
    rf"^\W*(?:tool|工具|function)?\W*(?:(?:{_JOINS})|[:：(（])*\s*(?P<rest>[^。\n]*)", re.IGNORECASE
)
_SEARCH = re.compile(
    r"(?:search(?:\s+for)?|look up|搜尋|搜索|查詢|查询)\s*[:：]?\s*(?P<what>[^。.\n]{2,200})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Order:
    """One sentence of content that commands something."""

    text: str

    @property
    def url(self) -> str | None:
        found = URL.search(self.text)
        return found[0].rstrip(".,;:!?") if found else None

    @property
    def words_to_say(self) -> str:
        """What it wants to hear said; the whole order when it does not put it in words."""
        match = _WORDS_TO_SAY.search(self.text)
        wanted = match["said"] if match else self.text
        quoted = _QUOTED.search(wanted)
        return (quoted["said"] if quoted else wanted).strip()

    def values(self) -> Iterator[tuple[str, Any]]:
        """Fields it wants set, as (name, value)."""
        for match in _ASSIGNED.finditer(URL.sub(" ", self.text)):
            yield match["key"], _literal(match["value"])
        if _APPROVES.search(self.text):
            yield from (("approved", True), ("approve", True), ("allowed", True))


def find_orders(reading: Reading) -> list[Order]:
    """Every command in what was shown, in order.

    Where nothing is set apart, the user's own wishes stand in the same text; then commands count
    only from the first one that wants to overrule somebody.
    """
    lines = [found.text for line in reading.shown.splitlines() for found in sentences(line)]
    if not lines:
        said = [found.text for line in reading.content.splitlines() for found in sentences(line)]
        first = next((at for at, line in enumerate(said) if _OVERRULES.search(line)), len(said))
        lines = said[first:]
    return [Order(line) for line in dict.fromkeys(lines) if _COMMAND.search(line)]


def ordered_call(
    order: Order, tools: Sequence[Tool], filled: Mapping[str, Mapping[str, Any]]
) -> tuple[str, dict[str, Any]] | None:
    """The tool call an order asks for: a tool it names, else one that can do what it says.

    `filled` holds arguments that fit each tool, for the fields the order leaves open.
    """
    named = next((tool for tool in tools if _mentions(order.text, tool.name)), None)
    if named is not None:
        given = dict(filled[named.name]) | _arguments(order, named)
        return named.name, given
    if order.url is not None:
        tool = _tool_with(tools, words.ADDRESSES) or _tool_with(tools, words.SEARCHES)
        if tool is not None:
            field = _field(tool, words.ADDRESSES) or _field(tool, words.SEARCHES) or ""
            return tool.name, dict(filled[tool.name]) | {field: order.url}
    search = _SEARCH.search(order.text)
    tool = _tool_with(tools, words.SEARCHES)
    if search and tool is not None:
        field = _field(tool, words.SEARCHES) or ""
        return tool.name, dict(filled[tool.name]) | {field: search["what"].strip(" 「」\"'")}
    return None


def apply_values(order: Order, value: Any, schema: Schema, root: Schema) -> list[str]:
    """Set what the order names inside a filled answer; return the names that were set."""
    changed: list[str] = []
    properties = plain(schema, root).get("properties") or {}
    if isinstance(value, dict):
        wanted = {key.casefold(): given for key, given in order.values()}
        for name, part in properties.items():
            shape = plain(part, root)
            given = wanted.get(name.casefold(), _named_choice(order.text, shape))
            if given is not None and (fitted := _fitted(given, shape)) is not None:
                value[name] = fitted
                changed.append(name)
            elif name in value:
                changed += apply_values(order, value[name], shape, root)
    elif isinstance(value, list):
        items = plain(schema, root).get("items", {})
        for part in value:
            changed += apply_values(order, part, items, root)
    return changed


def _mentions(text: str, name: str) -> bool:
    """Names are compared without regard to the dots that the wire does not allow."""
    loose = (
        re.escape(name).replace("_", "[._ -]?").replace(r"\.", "[._ -]?").replace(r"\-", "[._ -]?")
    )
    return re.search(rf"(?<![\w.]){loose}(?![\w])", text, re.IGNORECASE) is not None


def _arguments(order: Order, tool: Tool) -> dict[str, Any]:
    properties = plain(tool.parameters, tool.parameters).get("properties") or {}
    written = _OBJECT.search(order.text)
    if written:
        try:
            given = json.loads(written[0])
        except ValueError:
            given = {}
        return {key: value for key, value in given.items() if key in properties}
    named = {key: value for key, value in order.values() if key in properties}
    if order.url and (field := _field(tool, words.ADDRESSES)):
        named.setdefault(field, order.url)
    if named:
        return named
    texts = [
        key for key, part in properties.items() if kind_of(plain(part, tool.parameters)) == "string"
    ]
    place = re.search(re.escape(tool.name).replace("_", "[._ -]?"), order.text, re.IGNORECASE)
    rest = _AFTER_TOOL.match(order.text[place.end() :] if place else "")
    if texts and rest and rest["rest"].strip():
        return {texts[0]: rest["rest"].strip(" 「」\"'()（）.")}
    return {}


def _tool_with(tools: Sequence[Tool], kind: frozenset[str]) -> Tool | None:
    return next((tool for tool in tools if _field(tool, kind)), None)


def _field(tool: Tool, kind: frozenset[str]) -> str | None:
    properties = plain(tool.parameters, tool.parameters).get("properties") or {}
    return next((name for name in properties if words.suggests(name, kind)), None)


def _named_choice(text: str, shape: Schema) -> Any:
    """A member of an enumeration that the order names, as in "mark this as PASS"."""
    choices = [choice for choice in shape.get("enum") or [] if isinstance(choice, str)]
    said = [c for c in choices if re.search(rf"(?<!\w){re.escape(c)}(?!\w)", text, re.IGNORECASE)]
    return said[0] if len(said) == 1 else None


def _fitted(given: Any, shape: Schema) -> Any:
    """The value as the field's type has it, or None when it cannot be that."""
    choices = shape.get("enum")
    if isinstance(choices, list):
        return next((c for c in choices if str(c).casefold() == str(given).casefold()), None)
    match kind_of(shape):
        case "boolean":
            return given if isinstance(given, bool) else None
        case "integer":
            return int(given) if isinstance(given, int | float) else None
        case "number":
            return given if isinstance(given, int | float) else None
        case "string":
            return given if isinstance(given, str) else json.dumps(given)
        case "array":
            return given if isinstance(given, list) else None
        case _:
            return None


def _literal(text: str) -> Any:
    bare = text.strip("\"'「」“”").strip().rstrip(".")
    try:
        return json.loads(bare.lower() if bare.casefold() in {"true", "false", "null"} else bare)
    except ValueError:
        return bare
