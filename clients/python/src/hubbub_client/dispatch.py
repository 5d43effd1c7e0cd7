"""The dispatch API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import httpx
from typing_extensions import Unpack

from .errors import HubbubError
from .generated.dispatch_methods import DispatchMethods
from .generated.dispatch_types import (
    ListRoutePlansParams,
    ListTasksParams,
    ListTeamTasksParams,
    ListWorkerTasksParams,
    Task,
)
from .http import File, basic, content_digest
from .streams import Frame, read_frames


class DispatchClient(DispatchMethods):
    """A client of the dispatch API, with the key of an organization or administrator, or with a worker's token."""

    def __init__(
        self,
        url: str,
        api_key: str | None = None,
        *,
        worker_token: str | None = None,
        attempts: int = 5,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if (api_key is None) == (worker_token is None):
            raise ValueError("Give an API key or a worker's token.")
        authorization = f"Bearer {worker_token}" if api_key is None else basic(api_key, "")
        super().__init__(f"{url.rstrip('/')}/api/v2/", authorization, attempts, transport)

    def __enter__(self) -> DispatchClient:
        return self

    def _encode(self, method: str, params: dict[str, Any], body: Any, file: File | None) -> dict[str, Any]:
        if file is not None:
            headers = {"content-type": file.media_type, "content-digest": content_digest(file.content)}
            return {"params": params, "content": file.content, "headers": headers}
        return {"params": params} if body is None else {"params": params, "json": body}

    def tasks(self, **params: Unpack[ListTasksParams]) -> Iterator[Task]:
        """Iterate over tasks, page by page. ``from_`` is in milliseconds since 1970."""
        return cast("Iterator[Task]", _each(lambda last: self.list_tasks(**{**params, **last}), "tasks"))

    def worker_tasks(self, worker_id: str, /, **params: Unpack[ListWorkerTasksParams]) -> Iterator[Task]:
        """Iterate over the open tasks of a worker."""
        read = lambda last: self.list_worker_tasks(worker_id, **{**params, **last})  # noqa: E731
        return cast("Iterator[Task]", _each(read, "tasks"))

    def team_tasks(self, team_id: str, /, **params: Unpack[ListTeamTasksParams]) -> Iterator[Task]:
        """Iterate over the open tasks of a team."""
        read = lambda last: self.list_team_tasks(team_id, **{**params, **last})  # noqa: E731
        return cast("Iterator[Task]", _each(read, "tasks"))

    def route_plans(self, **params: Unpack[ListRoutePlansParams]) -> Iterator[Any]:
        """Iterate over route plans."""
        return _each(lambda last: self.list_route_plans(**{**params, **last}), "routePlans")

    def live(self) -> Iterator[Frame]:
        """Read the live fleet: everything at first, then each change. It goes on after broken connections."""
        for frame in read_frames(self._http, "live", {}, None):
            if frame.event != "end":
                yield frame
            elif frame.data.get("reason") == "session_ended":
                raise HubbubError(401, {"code": "session_ended", "msg": "The key is no longer valid."})


def _each(read: Callable[[Any], Any], member: str) -> Iterator[Any]:
    last: dict[str, str] = {}
    while True:
        page = read(last)
        yield from page[member]
        if not page.get("lastId"):
            return
        last = {"lastId": page["lastId"]}
