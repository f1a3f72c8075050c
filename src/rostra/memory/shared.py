"""The rung `shared`: Redis, for desks of several processes.

Values are JSON, sealed with a secret of the desk together with their key: what was put there by
somebody else, or under another key, is no answer. A number that only grows guards every lead, so
that a process that was asleep for a while cannot put its old answer over a newer one.
"""

import asyncio
import contextlib
import hashlib
import hmac
import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from rostra.errors import UnreadableRecord
from rostra.memory.answers import Answer
from rostra.memory.link import Link, Poisoned
from rostra.records import JsonValue, decode, encode
from rostra.store.texts import plain_json
from rostra.words import Said

LEASE_SECONDS = 3.0
# More than this would not pass within the one short wait; it is found in the archive.
MOST_BYTES = 256 * 1024
_FENCE_DAYS = 1
_OPENING = b'{"seal":"'
_SEAL = slice(len(_OPENING), len(_OPENING) + 64)

# KEYS: lock, fence. ARGV: token, lease in ms, life of the fence in seconds.
# A lock that does not end within a lease is none of ours: it would block for ever.
_LEAD = """
local left = redis.call('PTTL', KEYS[1])
if left == -1 or left > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  local number = redis.call('INCR', KEYS[2])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  return number
end
return 0
"""
# KEYS: answer, fence. ARGV: number, value, life in ms.
_PUT = """
if tonumber(redis.call('GET', KEYS[2]) or '0') > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
"""
# KEYS: lock. ARGV: token, lease in ms (0 gives it back).
_HOLD = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""


@dataclass(frozen=True, slots=True)
class Lead:
    """The right to go out for a key, as long as it is held."""

    key: str
    token: str
    number: int


class SharedRung:
    """`desk` keeps desks apart that use one server; `seal` is the desk's own secret."""

    def __init__(self, link: Link, desk: str, seal: str, lease: float = LEASE_SECONDS) -> None:
        self.link = link
        self._prefix = f"rostra:{desk}:"
        self._seal = hmac.new(bytes.fromhex(seal), digestmod=hashlib.sha256)
        self._lease = lease

    async def get(self, key: str) -> Answer | None:
        """Raise Poisoned for what is there but is not ours."""
        name = self._prefix + key
        value = await self.link.ask("GET", name)
        return None if value is None else self._opened(name, value)

    async def put(self, key: str, answer: Answer, seconds: float, lead: Lead | None = None) -> bool:
        """Keep an answer; not when another has been given the lead since."""
        name = self._prefix + key
        life = max(1, int(seconds * 1000))
        value = self._sealed(name, answer)
        if len(value) > MOST_BYTES:
            return False
        if lead is None:
            return await self.link.ask("SET", name, value, "PX", life) is not None
        fence = _fence(name)
        return bool(await self.link.ask("EVAL", _PUT, 2, name, fence, lead.number, value, life))

    async def remove(self, key: str) -> None:
        await self.link.ask("DEL", self._prefix + key)

    async def lead(self, key: str) -> Lead | Literal["busy"] | None:
        """Take the lead for a key; "busy" while another holds it, None when the line is down."""
        name = self._prefix + key
        token = secrets.token_hex(16)
        number = await self.link.ask(
            "EVAL", _LEAD, 2, _lock(name), _fence(name), token, self._lease_ms, 86_400 * _FENCE_DAYS
        )
        if number is None:
            return None
        return Lead(name, token, int(number)) if number else "busy"

    @contextlib.asynccontextmanager
    async def holding(self, lead: Lead) -> AsyncIterator[None]:
        """Keep the lead while the block runs, and give it back; it ends by itself if we die."""
        beating = asyncio.create_task(self._beat(lead))
        try:
            yield
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            await self.link.ask("EVAL", _HOLD, 1, _lock(lead.key), lead.token, 0)

    async def close(self) -> None:
        await self.link.close()

    async def _beat(self, lead: Lead) -> None:
        held = True
        while held:
            await asyncio.sleep(self._lease / 3)
            said = await self.link.ask(
                "EVAL", _HOLD, 1, _lock(lead.key), lead.token, self._lease_ms
            )
            held = said != 0  # None: the line is down, and may come back in time

    @property
    def _lease_ms(self) -> int:
        return int(self._lease * 1000)

    def _sealed(self, name: str, answer: Answer) -> bytes:
        # Its parts in their order: as a record, by names, it takes three times as long to read.
        parts: list[JsonValue] = [
            answer.tool, answer.kept_at.isoformat(), answer.expires_at.isoformat(), answer.ok,
            answer.text, answer.data, list(answer.evidence), answer.code,
            encode(answer.reason), answer.version, answer.by,
        ]  # fmt: skip
        body = f'","answer":{plain_json(parts)}}}'.encode()
        return _OPENING + self._sign(name, body) + body

    def _opened(self, name: str, value: bytes) -> Answer:
        if not hmac.compare_digest(value[_SEAL], self._sign(name, value[_SEAL.stop :])):
            raise Poisoned
        try:
            tool, kept, until, ok, text, data, evidence, code, why, *rest = json.loads(value)[
                "answer"
            ]
            began, ends = datetime.fromisoformat(kept), datetime.fromisoformat(until)
            reason = cast("Said", decode(why))
            return Answer(tool, began, ends, ok, text, data, tuple(evidence), code, reason, *rest)
        except (ValueError, TypeError, KeyError, RecursionError, UnreadableRecord) as error:
            raise Poisoned from error

    def _sign(self, name: str, body: bytes) -> bytes:
        sign = self._seal.copy()
        sign.update(name.encode("utf-8", "surrogatepass") + b"\0")
        sign.update(body)
        return sign.hexdigest().encode()


def _lock(name: str) -> str:
    return f"{name}:lead"


def _fence(name: str) -> str:
    return f"{name}:fence"
