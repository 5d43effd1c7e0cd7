"""Requests with retries that do nothing twice."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import time
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from .errors import HubbubError

_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 60.0
# Statuses of a server that has done nothing yet.
_REFUSED = (429, 503)
# Statuses of a proxy whose server has broken off or is silent: the request may have been done.
_LOST = (502, 504)
# A long poll is answered after 50 seconds.
_TIMEOUT = httpx.Timeout(90, connect=10)


@dataclass(frozen=True)
class File:
    """A file to upload."""

    content: bytes
    name: str = "file"
    media_type: str = "application/octet-stream"


def part(value: str | int) -> str:
    """Return a part of a path, escaped."""
    return quote(str(value), safe="*~")


def pause_before(retry: int, retry_after: str | None = None) -> float:
    """Return the seconds before a retry: twice as long each time, with a random part so that clients spread out."""
    growing: float = min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2 ** (retry - 1)) * random.uniform(0.5, 1)
    asked = float(retry_after) if retry_after and retry_after.isdigit() else 0.0
    return max(growing, asked)


def raise_for(response: httpx.Response) -> None:
    """Raise ``HubbubError`` unless the response is a success."""
    if response.is_success:
        return
    text = response.read().decode(errors="replace")
    try:
        raise HubbubError(response.status_code, json.loads(text))
    except ValueError:
        raise HubbubError(response.status_code, text) from None


class Caller:
    """A connection to one API. Close it, or use it with ``with``."""

    def __init__(self, base: str, authorization: str, attempts: int, transport: httpx.BaseTransport | None) -> None:
        self._attempts = attempts
        self._http = httpx.Client(
            base_url=base,
            headers={"authorization": authorization, "user-agent": "HubbubPython/0.1.0"},
            timeout=_TIMEOUT,
            transport=transport,
        )

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _encode(self, method: str, params: dict[str, Any], body: Any, file: File | None) -> dict[str, Any]:
        raise NotImplementedError

    def _call(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, Any] | None = None,
        body: Any = None,
        file: File | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        # An argument cannot be called `from`.
        named = {name.removesuffix("_"): value for name, value in (params or {}).items()}
        request = self._http.build_request(method, path.lstrip("/"), **self._encode(method, named, body, file))
        if if_match is not None:
            request.headers["if-match"] = if_match
        if method == "POST":
            request.headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        response = self.send(request)
        if not response.content:
            return None
        return response.json() if "json" in response.headers.get("content-type", "") else response.text

    def send(self, request: httpx.Request) -> httpx.Response:
        """Send a request, again after 429 and 503.

        It is also sent again after a broken connection (502 or 504 behind a proxy) if a repeat does nothing twice.
        """
        repeatable = (
            request.method == "GET"
            or "idempotency-key" in request.headers
            or (request.method == "PUT" and "if-match" not in request.headers)
        )
        for attempt in range(1, self._attempts + 1):
            is_last = attempt == self._attempts
            asked: str | None = None
            try:
                response = self._http.send(request)
                if is_last or response.status_code not in (_REFUSED + _LOST if repeatable else _REFUSED):
                    raise_for(response)
                    return response
                asked = response.headers.get("retry-after")
            except httpx.TransportError:
                if is_last or not repeatable:
                    raise
            time.sleep(pause_before(attempt, asked))
        raise AssertionError("attempts must be at least 1")


def basic(user: str, password: str) -> str:
    """Return the header of HTTP Basic."""
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def content_digest(content: bytes) -> str:
    """Return the header by which the server checks that a file has arrived whole."""
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"
