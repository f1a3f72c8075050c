"""Raw contents: by the sha256 of their bytes, compressed where it helps, stored once."""

import asyncio
import hashlib
import zlib
from typing import NamedTuple

from rostra.errors import UnreadableRecord
from rostra.records import Evidence
from rostra.store.database import Shelf
from rostra.store.texts import key_text
from rostra.words import message

_TOO_SMALL = 128
# Hashing and packing more than this would hold up everything else on the loop.
_LARGE = 256 * 1024
_SAMPLE = 64 * 1024


class Packed(NamedTuple):
    packing: str
    data: bytes


class ContentShelf(Shelf):
    async def put_content(self, data: bytes, media_type: str) -> str:
        if len(data) > _LARGE:
            address = await asyncio.to_thread(address_of, data)
        else:
            address = address_of(data)
        if await self._db.fetch("SELECT 1 FROM contents WHERE sha256 = $1", address):
            return address
        packed = await asyncio.to_thread(pack, data) if len(data) > _LARGE else pack(data)
        await self._db.execute(
            "INSERT INTO contents (sha256, media_type, size, packing, data)"
            " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (sha256) DO NOTHING",
            address,
            key_text(media_type),
            len(data),
            packed.packing,
            packed.data,
        )
        return address

    async def get_content(self, sha256: str) -> bytes | None:
        key = key_text(sha256)
        known = await self._db.fetch("SELECT size FROM contents WHERE sha256 = $1", key)
        if not known:
            return None
        is_large = known[0][0] > _LARGE
        fetch = self._db.fetch_apart if is_large else self._db.fetch
        rows = await fetch("SELECT packing, size, data FROM contents WHERE sha256 = $1", key)
        packing, size, data = rows[0]
        if is_large:
            return await asyncio.to_thread(unpack, sha256, packing, size, data)
        return unpack(sha256, packing, size, data)

    async def text_of(self, evidence: Evidence) -> str:
        """The whole text of evidence; nothing where it was not kept."""
        return (await self.get_content(evidence.text) or b"").decode("utf-8", "replace")

    async def whole_text(self, evidence: Evidence) -> str:
        """The text for somebody who asks for just that: where it is lost, that is said."""
        if (kept := await self.get_content(evidence.text)) is None:
            raise UnreadableRecord(message("cli.exhibit.text_not_store", id=evidence.id))
        return kept.decode("utf-8", "replace")


def address_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def pack(data: bytes) -> Packed:
    """Compressed when that saves anything: a picture or an archive is kept as it is."""
    if len(data) < _TOO_SMALL:
        return Packed("plain", data)
    sample = data[:_SAMPLE]
    if len(zlib.compress(sample, 1)) > 0.95 * len(sample):
        return Packed("plain", data)
    packed = zlib.compress(data)
    return Packed("zlib", packed) if len(packed) < len(data) else Packed("plain", data)


def unpack(address: str, packing: str, size: int, data: bytes) -> bytes:
    try:
        whole = unpack_sized(packing, size, data)
    except zlib.error as error:
        raise _damaged(address) from error
    if address_of(whole) != address:
        raise _damaged(address)
    return whole


def unpack_sized(packing: str, size: int, data: bytes) -> bytes:
    """Never more than was put in, whatever the row has become."""
    if packing != "zlib":
        return bytes(data)
    return zlib.decompressobj().decompress(data, size + 1)


def _damaged(address: str) -> UnreadableRecord:
    return UnreadableRecord(
        message("errors_store.stored_content_damaged_bytes", address=address[:12])
    )
