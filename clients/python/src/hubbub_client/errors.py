"""Refusals by the server, in one form for both APIs."""

from __future__ import annotations

from typing import Any


class HubbubError(Exception):
    """The server refused a request.

    ``code`` is the chat API's code (``BAD_REQUEST``) or the dispatch API's number as text (``1000``).
    """

    def __init__(self, status: int, body: Any) -> None:
        code, text = _read(body)
        super().__init__(text or f"The server answered with status {status}.")
        self.status = status
        self.code = code
        self.body = body

    @property
    def is_temporary(self) -> bool:
        """True if the same request may succeed later."""
        return self.status == 429 or self.status >= 500


def _read(body: Any) -> tuple[str | None, str | None]:
    if not isinstance(body, dict):
        return None, None
    message = body.get("message")
    if not isinstance(message, dict):
        return body.get("code"), body.get("msg")
    text, cause = message.get("message"), message.get("cause")
    return str(message.get("error")), f"{text} {cause}" if isinstance(cause, str) else text
