"""Events of the chat that resume."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import httpx

from .errors import HubbubError
from .generated.chat_methods import ChatMethods
from .generated.chat_types import QueueEvent, RegisterQueueAnswer, RegisterQueueParams
from .http import pause_before
from .streams import read_frames

_ENDS = {
    "session_ended": "The key is no longer valid.",
    "superseded": "Another reader has taken over this queue.",
}


@dataclass
class Position:
    """A place in an event queue: everything up to the event is handled."""

    queue_id: str
    last_event_id: int


class EventReader:
    """The events of a queue, for ``for``.

    It goes on after broken connections and restarts of the server, and registers again if the queue has expired. An
    event counts as handled when the next one is asked for. Keep ``position`` to go on later.

    ``event["type"]``, and for some kinds ``event["op"]``, say what else an event holds: type checkers know it after a
    comparison. A newer server may send further kinds; pass over what you do not know.
    """

    def __init__(
        self,
        chat: ChatMethods,
        register: RegisterQueueParams,
        position: Position | None,
        on_registered: Callable[[RegisterQueueAnswer], object] | None,
        stream: bool,
    ) -> None:
        self._chat = chat
        self._register_params = register
        self._on_registered = on_registered
        self._stream = stream
        self.position = position

    def __iter__(self) -> Iterator[QueueEvent]:
        failures = 0
        while True:
            try:
                if self.position is None:
                    self.position = self._register()
                for event in self._streamed(self.position) if self._stream else self._polled(self.position):
                    failures = 0
                    if event["type"] != "heartbeat":
                        yield event
                    self.position.last_event_id = event["id"]
                continue
            except httpx.TransportError:
                failures += 1
            except HubbubError as error:
                failures += 1
                if error.code == "BAD_EVENT_QUEUE_ID":
                    self.position = None
                elif not error.is_temporary:
                    raise
            # An expired queue is registered anew at once.
            if self.position is not None or failures > 1:
                time.sleep(pause_before(failures))

    def _register(self) -> Position:
        state = self._chat.register_queue(**self._register_params)
        if self._on_registered:
            self._on_registered(state)
        queue_id = state["queue_id"]
        assert queue_id is not None, "only visitors without an account have no queue"
        return Position(queue_id, state["last_event_id"])

    def _polled(self, position: Position) -> Iterator[QueueEvent]:
        answer = self._chat.get_events(queue_id=position.queue_id, last_event_id=position.last_event_id)
        yield from answer["events"]

    def _streamed(self, position: Position) -> Iterator[QueueEvent]:
        params = {"queue_id": position.queue_id}
        for frame in read_frames(self._chat._http, "events/stream", params, str(position.last_event_id)):
            if frame.event == "message":
                yield cast(QueueEvent, frame.data)
            elif frame.data.get("reason") in _ENDS:
                reason = frame.data["reason"]
                raise HubbubError(409, {"code": reason, "msg": _ENDS[reason]})
