"""The smallest question each outside service answers, asked with the standard library alone.

A probe shows that the service is there and lets us in; it never leaves anything behind. Every one
has a time limit of its own, and whoever calls has another.
"""

import errno
import http.client
import json
import socket
import ssl
from typing import BinaryIO
from urllib.parse import parse_qs, unquote, urlsplit

from rostra.words import Message, has, message

PATIENCE = 2.0
_LONGEST_ANSWER = 64 * 1024
_LONGEST_VECTOR = 1024 * 1024


class NoAnswer(Exception):
    """The service did not answer as it should; `why` says how."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why)
        self.why = why


def vector_size(address: str, model: str, key: str) -> int:
    """Ask an embedding model for the vector of one word; return how many numbers it has."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        asked = json.dumps({"model": model, "input": ["memory"], "encoding_format": "float"})
        connection.request("POST", f"{parts.path.rstrip('/')}/embeddings", asked, headers)
        answer = connection.getresponse()
        body = answer.read(_LONGEST_VECTOR)
        if answer.status != 200:
            raise NoAnswer(message("doctor.no_vectors", status=answer.status))
        return len(json.loads(body)["data"][0]["embedding"])
    except (LookupError, TypeError, RecursionError):
        raise NoAnswer(message("doctor.no_vector")) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(_reason(error)) from None
    finally:
        connection.close()


def redis_answers(url: str) -> str:
    """Log in and say PING; return how the server names its version, if it does."""
    parts = urlsplit(url)
    try:
        with _redis_socket(url) as connection, connection.makefile("rb") as answers:
            if parts.password:
                user = [unquote(parts.username)] if parts.username else []
                _redis_say(connection, answers, "AUTH", *user, unquote(parts.password))
            _redis_say(connection, answers, "PING")
            size = int(_redis_say(connection, answers, "INFO", "server")[1:])
            told = answers.read(min(size, _LONGEST_ANSWER)).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        raise NoAnswer(_reason(error)) from None
    lines = (line.strip().partition(":") for line in told.splitlines())
    return next((value for name, _, value in lines if name == "redis_version"), "")


def _redis_socket(url: str) -> socket.socket:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        connection.connect(parts.path or parse_qs(parts.query).get("path", [""])[0])
        return connection
    host = parts.hostname or "127.0.0.1"
    connection = socket.create_connection((host, parts.port or 6379), timeout=PATIENCE)
    if parts.scheme == "rediss":
        return ssl.create_default_context().wrap_socket(connection, server_hostname=host)
    return connection


def _redis_say(connection: socket.socket, answers: BinaryIO, *words: str) -> str:
    parts = [f"*{len(words)}\r\n".encode()]
    for word in words:
        raw = word.encode()
        parts.append(b"$%d\r\n%s\r\n" % (len(raw), raw))
    connection.sendall(b"".join(parts))
    answer = answers.readline(_LONGEST_ANSWER).decode("utf-8", "replace").strip()
    if answer.startswith("-"):
        raise NoAnswer(message("doctor.it_answered", said=answer[1:100]))
    if not answer.startswith(("+", "$")):
        raise NoAnswer(message("doctor.other_than_redis"))
    return answer


def _reason(error: Exception) -> Message | str:
    if isinstance(error, TimeoutError):
        return message("doctor.late", limit=PATIENCE)
    if isinstance(error, socket.gaierror):
        return message("doctor.unknown_name")
    if isinstance(error, ssl.SSLError):
        return message("doctor.no_tls")
    if isinstance(error, OSError) and error.strerror:
        said = errno.errorcode.get(error.errno or 0, "")
        known = f"doctor.system.{said}"
        return message(known) if has(known) else error.strerror.lower()
    return message("doctor.unreadable")
