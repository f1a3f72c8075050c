"""The smallest question each outside service answers, asked with the standard library alone.

A probe shows that the service is there and lets us in; it never leaves anything behind. Every one
has a time limit of its own, and whoever calls has another.
"""

import http.client
import json
import socket
import ssl
from collections.abc import Mapping
from typing import BinaryIO
from urllib.parse import parse_qs, unquote, urlsplit

PATIENCE = 2.0
_LONGEST_ANSWER = 64 * 1024
_LONGEST_VECTOR = 1024 * 1024


class NoAnswer(Exception):
    """The service did not answer as it should; the message says how."""


def http_status(url: str, hosts: Mapping[str, str]) -> tuple[int, bytes]:
    """Ask for one address, without following anything; `hosts` says where names really live."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    target, _, target_port = hosts.get(name, f"{name}:{port}").rpartition(":")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(target.strip("[]"), int(target_port), timeout=PATIENCE)
    try:
        connection.request("GET", parts.path or "/", headers={"Host": parts.netloc.split("@")[-1]})
        answer = connection.getresponse()
        return answer.status, answer.read(_LONGEST_ANSWER)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(_reason(error)) from None
    finally:
        connection.close()


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
            raise NoAnswer(f"it answered {answer.status}, so it makes no vectors")
        return len(json.loads(body)["data"][0]["embedding"])
    except (LookupError, TypeError, RecursionError):
        raise NoAnswer("what it answered is no vector") from None
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
        raise NoAnswer(f"it answered {answer[1:100]}")
    if not answer.startswith(("+", "$")):
        raise NoAnswer("what answers there is not Redis")
    return answer


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE:g} s"
    if isinstance(error, socket.gaierror):
        return "its name is not known"
    if isinstance(error, ssl.SSLError):
        return "its certificate or TLS could not be accepted"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return "its answer could not be read"
