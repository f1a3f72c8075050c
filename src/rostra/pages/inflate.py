"""Undo a content encoding piece by piece, never holding more than was allowed.

Only gzip and deflate: we ask for nothing else, and a server that sends something else did not
listen.
"""

import zlib
from collections.abc import Iterator

from rostra.pages.failures import BadAnswer, TooLarge
from rostra.words import message

_PIECE = 256 * 1024
_MAX_MEMBERS = 100
_CODINGS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}


class Body:
    """Collects an answer's bytes under two ceilings: as sent, and as unpacked."""

    def __init__(self, coding: str, *, wire_cap: int, decoded_cap: int) -> None:
        names = [name.strip().lower() for name in coding.split(",")]
        used = [name for name in names if name not in ("", "identity")]
        if len(used) > 2 or not set(used) <= set(_CODINGS):
            raise BadAnswer(
                message("errors_pages.server_sent_encoding_we", coding=repr(coding[:60]))
            )
        self._decoders = [_Inflater(_CODINGS[name]) for name in reversed(used)]
        self._wire_left = wire_cap
        self._decoded_left = decoded_cap
        self._pieces: list[bytes] = []

    def feed(self, data: bytes) -> None:
        self._wire_left -= len(data)
        if self._wire_left < 0:
            raise TooLarge(message("errors_pages.answer_larger_than_we"))
        for piece in self._unpacked(data, 0):
            self._decoded_left -= len(piece)
            if self._decoded_left < 0:
                raise TooLarge(message("errors_pages.answer_unpacks_more_than"))
            self._pieces.append(piece)

    def finish(self) -> bytes:
        for decoder in self._decoders:
            decoder.finish()
        return b"".join(self._pieces)

    def _unpacked(self, data: bytes, depth: int) -> Iterator[bytes]:
        if depth == len(self._decoders):
            yield data
            return
        for piece in self._decoders[depth].feed(data):
            yield from self._unpacked(piece, depth + 1)


class _Inflater:
    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | (16 if coding == "gzip" else 0))
        self._fed = False
        self._members = 1
        self._held = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        # Two bytes tell what begins here, and the wire may bring them one at a time.
        data = self._held + data
        self._held = b""
        if len(data) == 1 and self._is_at_a_beginning():
            self._held = data
            return
        if not self._fed and data:
            self._fed = True
            # Half of the world's "deflate" has no zlib header; the first two bytes tell.
            if self._coding == "deflate" and not _has_zlib_header(data):
                self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while data:
            if self._inflate.eof and not self._next_member(data):
                return
            try:
                piece = self._inflate.decompress(data, _PIECE)
            except zlib.error as error:
                raise BadAnswer(message("errors_pages.answer_s_compression_damaged")) from error
            if piece:
                yield piece
            data = self._inflate.unconsumed_tail or self._inflate.unused_data
            if len(data) == 1 and self._is_at_a_beginning():
                self._held = data
                return
            if not piece and not self._inflate.eof:
                return

    def finish(self) -> None:
        was_begun = self._fed or bool(self._held)
        if was_begun and not self._inflate.eof:
            raise BadAnswer(message("errors_pages.answer_cut_short"))

    def _is_at_a_beginning(self) -> bool:
        return not self._fed or (self._coding == "gzip" and self._inflate.eof)

    def _next_member(self, data: bytes) -> bool:
        if self._coding != "gzip" or not data.startswith(b"\x1f\x8b"):
            return False  # padding after the end is common and means nothing
        self._members += 1
        if self._members > _MAX_MEMBERS:
            raise TooLarge(message("errors_pages.answer_packed_more_pieces"))
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return True


def _has_zlib_header(data: bytes) -> bool:
    return data[0] & 0x0F == 8 and (len(data) < 2 or (data[0] << 8 | data[1]) % 31 == 0)
