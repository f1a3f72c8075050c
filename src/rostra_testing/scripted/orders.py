"""Instructions hidden in content, and how somebody who obeys them would act.

An order is a sentence of content with a command in it. What it commands is read from what it names:
a tool, an address, a value for a field, words to say. Chinese and English.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rostra.text import sentences
from rostra_testing.scripted import words
from rostra_testing.scripted.reading import URL, Reading
from rostra_testing.scripted.request import Tool
from rostra_testing.scripted.shapes import Schema, kind_of, plain


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
_READERS = _either("ai assistant model agent llm chatbot chairman reviewer")
_ACTS_ANYWHERE = rf"\b(?:{_ACTS})\b|{_ACTS_ZH}"
_OVERRULES = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b"
    r"|\b(?:previous|prior|above|earlier|system)\s+(?:instruction|prompt|message|rule)"
    r"|忽略|無視|无视|不要理會|不要理会|新的?指[示令]|系統[:：提]|系统[:：提]",
    re.IGNORECASE,
)
_COMMANDS = re.compile(
    r"\byou\s+(?:must|should|are now|will|have to|need to)\b|\bnew instructions?\b|指[令示][:：]"
    r"|\b(?:system|assistant|developer|admin)\s*[:：]"
    rf"|(?:\bplease\s+|\bnow\s+|\bthen\s+|\binstead,?\s+|\band\s+|^\W*)(?:{_ACTS})\b"
    rf"|(?:{_URGES_ZH})[^。！？\n]{{0,12}}?(?:{_ACTS_ZH})",
    re.IGNORECASE,
)
_ADDRESSES_READER = re.compile(
    rf"\b(?:{_READERS})s?\b|助理|助手|模型|代理|機器人|机器人|主席|審查", re.IGNORECASE
)
_ACT = re.compile(_ACTS_ANYWHERE, re.IGNORECASE)
_VISIT = re.compile(
    r"\b(?:browse|visit|open|fetch|go to|navigate|download|call|use|read|load|post|send|follow)\b"
    r"|瀏覽|浏览|訪問|访问|造訪|打開|打开|開啟|开启|前往|連到|下載|下载|讀取|读取|傳送|发送|點|点",
    re.IGNORECASE,
)
_JOINED = (
    r"\s*(?:[:：=]|(?:必須|必须|應|应|要)?(?:設為|设为|設成|寫成|写成|寫|写|填|改為|改为|為|为|是)"
    r"|\s(?:to|as|is|be)\s|\s(?=[\"'「“]))\s*"
)
_VALUE = (
    r"(?P<value>(?:true|false|null)(?![A-Za-z])|-?\d+(?:\.\d+)?(?![\w.])|\[[^\[\]]*\]|\"[^\"]*\""
    r"|'[^']*'|「[^」]*」|“[^”]*”|[^\s,;，。；、\"'「」{}()（）]+)"
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
    r"\b(?:approve|grant|allow|accept|permit)(?:d|s|ed)?\b|批准|核准|准許|准许|同意|通過|通过",
    re.IGNORECASE,
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

    @property
    def is_plain(self) -> bool:
        """Whether it is put as a command, so that it holds even without something to act on."""
        to_reader = _ADDRESSES_READER.search(self.text) and _ACT.search(self.text)
        return bool(_OVERRULES.search(self.text) or _COMMANDS.search(self.text) or to_reader)

    def value_of(self, name: str) -> Any:
        """What it wants a field to be, or None when it does not say."""
        field = rf"(?<![\w.])[\"'`「“]?{re.escape(name)}[\"'`」”]?"
        match = re.search(field + _JOINED + _VALUE, URL.sub(" ", self.text), re.IGNORECASE)
        if match:
            return _literal(match["value"])
        return True if _APPROVES.search(name) and _APPROVES.search(self.text) else None


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
    orders = [Order(line) for line in dict.fromkeys(lines)]
    return [order for order in orders if order.is_plain or _ACT.search(order.text)]


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
    if order.url is not None and _VISIT.search(order.text):
        tool = _tool_with(tools, words.ADDRESSES) or _tool_with(tools, words.SEARCHES)
        if tool is not None:
            field = _field(tool, words.ADDRESSES) or _field(tool, words.SEARCHES) or ""
            return tool.name, dict(filled[tool.name]) | {field: order.url}
    search = _SEARCH.search(order.text)
    tool = _tool_with(tools, words.SEARCHES)
    if search and tool is not None and order.is_plain:
        field = _field(tool, words.SEARCHES) or ""
        return tool.name, dict(filled[tool.name]) | {field: search["what"].strip(" 「」\"'")}
    return None


def apply_values(order: Order, value: Any, schema: Schema, root: Schema) -> list[str]:
    """Set what the order names inside a filled answer; return the names that were set."""
    changed: list[str] = []
    properties = plain(schema, root).get("properties") or {}
    if isinstance(value, dict):
        for name, part in properties.items():
            shape = plain(part, root)
            given = order.value_of(name)
            given = _named_choice(order.text, shape) if given is None else given
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


def put_words(order: Order, value: Any, schema: Schema) -> list[str]:
    """Say what the order wants said in the first field for free text; return its name."""
    properties = plain(schema, schema).get("properties") or {}
    for name, part in properties.items():
        shape = plain(part, schema)
        is_free = kind_of(shape) == "string" and not {"enum", "const", "pattern"} & set(shape)
        if isinstance(value, dict) and is_free and isinstance(value.get(name), str):
            value[name] = order.words_to_say[: shape.get("maxLength")]
            return [name]
    return []


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
    wanted = {key: order.value_of(key) for key in properties}
    named = {key: value for key, value in wanted.items() if value is not None}
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
