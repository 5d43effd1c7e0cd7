"""Streams of Server-Sent Events that resume."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
from httpx_sse import EventSource

from .errors import HubbubError
from .http import pause_before, raise_for


@dataclass(frozen=True)
class Frame:
    """A frame of a stream. ``id`` is where to go on after it; None where that is not possible."""

    event: str
    id: str | None
    data: Any


def read_frames(http: httpx.Client, path: str, params: dict[str, str], last_id: str | None) -> Iterator[Frame]:
    """Yield frames, and connect again after the last ID when the connection breaks."""
    failures = 0
    while True:
        headers = {} if last_id is None else {"last-event-id": last_id}
        try:
            with http.stream("GET", path, params=params, headers=headers) as response:
                raise_for(response)
                for event in EventSource(response).iter_sse():
                    failures = 0
                    yield Frame(event.event, event.id or None, json.loads(event.data))
                    last_id = event.id or last_id
                    if event.event == "end":
                        break
        except httpx.TransportError:
            pass
        except HubbubError as error:
            if not error.is_temporary:
                raise
        failures += 1
        time.sleep(pause_before(failures))
