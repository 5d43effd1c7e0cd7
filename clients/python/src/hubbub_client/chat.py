"""The chat API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx

from .events import EventReader, Position
from .generated.chat_methods import ChatMethods
from .generated.chat_types import Message, RegisterQueueAnswer, RegisterQueueParams
from .http import File, basic


class ChatClient(ChatMethods):
    """A client of the chat API for the account of a person or bot."""

    def __init__(
        self,
        url: str,
        email: str,
        api_key: str,
        *,
        attempts: int = 5,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._site = url.rstrip("/")
        super().__init__(f"{self._site}/api/v1/", basic(email, api_key), attempts, transport)

    def __enter__(self) -> ChatClient:
        return self

    def _encode(self, method: str, params: dict[str, Any], body: Any, file: File | None) -> dict[str, Any]:
        # Texts as they are, everything else as JSON text.
        form = {name: value if isinstance(value, str) else json.dumps(value) for name, value in params.items()}
        if file is not None:
            return {"params": form, "files": {"file": (file.name, file.content, file.media_type)}}
        return {"params": form} if method == "GET" else {"data": form}

    def events(
        self,
        *,
        register: RegisterQueueParams | None = None,
        position: Position | None = None,
        on_registered: Callable[[RegisterQueueAnswer], object] | None = None,
        stream: bool = False,
    ) -> EventReader:
        """Read events as they happen, by long polls or as one stream.

        :param register: what the queue receives
        :param position: where to go on, from an earlier reader
        :param on_registered: called with the state at the start, and again if the queue has expired: load your own
            state here, since events may be missing before it
        """
        return EventReader(self, register or {}, position, on_registered, stream)

    def messages(
        self,
        *,
        narrow: list[Any] | None = None,
        start: Literal["newest", "oldest"] = "newest",
        after: int | None = None,
        before: int | None = None,
        page_size: int = 100,
        apply_markdown: bool = True,
    ) -> Iterator[Message]:
        """Iterate over messages, page by page: from the newest to older ones, or from the oldest to newer ones.

        :param after: ID of a message; newer ones come
        :param before: ID of a message; older ones come
        """
        is_older = before is not None or (after is None and start == "newest")
        given = before if before is not None else after
        anchor, is_first = (start, True) if given is None else (str(given), False)
        while True:
            page = self.fetch_messages(
                narrow=narrow or [],
                anchor=anchor,
                include_anchor=is_first,
                num_before=page_size if is_older else 0,
                num_after=0 if is_older else page_size,
                apply_markdown=apply_markdown,
            )
            messages = page["messages"][::-1] if is_older else page["messages"]
            yield from messages
            if not messages or page["found_oldest" if is_older else "found_newest"]:
                return
            anchor, is_first = str(messages[-1]["id"]), False

    def download(self, url: str) -> bytes:
        """Return a file by the ``url`` that its upload or a message has."""
        path = urlsplit(url).path.lstrip("/")
        answer = self.send(self._http.build_request("GET", path)).json()
        return self.send(self._http.build_request("GET", f"{self._site}{answer['url']}")).content
