"""Drives a real server; tests/clients/python.test.ts of the repository starts it and gives its addresses and keys."""

import base64
import hashlib
import hmac
import os
import threading
import unittest
from collections.abc import Callable

import httpx

from hubbub_client import ChatClient, DispatchClient, File, HubbubError, Position, is_signed

URL = os.environ["HUBBUB_URL"]
TASK = {
    "destination": {
        "address": {"number": "1", "street": "Market Street", "city": "San Francisco", "country": "US"},
        "location": (-122.395, 37.7938),
    }
}


class Breaking(httpx.HTTPTransport):
    """Loses the answer to the first request that `hits` names, itself or as a proxy: the server has it done."""

    def __init__(self, hits: Callable[[httpx.Request], bool], proxy: bool = False) -> None:
        super().__init__()
        self.hits = hits
        self.proxy = proxy
        self.keys: list[str | None] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if not self.hits(request):
            return response
        self.keys.append(request.headers.get("idempotency-key"))
        if len(self.keys) == 1:
            response.close()
            if self.proxy:
                return httpx.Response(502, html="<h1>502 Bad Gateway</h1>")
            raise httpx.ReadError("the connection broke")
        return response


def chat_client(**options: object) -> ChatClient:
    return ChatClient(URL, os.environ["CHAT_EMAIL"], os.environ["CHAT_API_KEY"], **options)  # type: ignore[arg-type]


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.chat = chat_client()
        cls.dispatch = DispatchClient(URL, os.environ["API_KEY"])
        cls.chat.subscribe(subscriptions=[{"name": "alarms"}])

    def send(self, content: str, topic: str = "gates", chat: "ChatClient | None" = None) -> int:
        answer = (chat or self.chat).send_message(type="channel", to="alarms", topic=topic, content=content)
        return answer["id"]

    def test_refusals_have_status_code_and_text(self) -> None:
        with self.assertRaises(HubbubError) as caught:
            self.chat.send_message(type="channel", to="nowhere", topic="a", content="b")
        self.assertEqual((caught.exception.status, caught.exception.code), (400, "STREAM_DOES_NOT_EXIST"))
        with self.assertRaises(HubbubError) as caught:
            self.dispatch.get_task("0" * 24)
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "1402"))
        with self.assertRaises(ValueError):
            DispatchClient(URL)

    def test_events_resume(self) -> None:
        for stream in (False, True):
            topic = f"topic {stream}"
            path = "/events/stream" if stream else "/events"
            transport = Breaking(lambda request, path=path: request.url.path.endswith(path))
            events = chat_client(transport=transport).events(
                register={"event_types": ["message"], "narrow": [["topic", topic]], "apply_markdown": False},
                on_registered=lambda _, topic=topic: (self.send("one\u2028line", topic), self.send("two", topic)),
                stream=stream,
            )
            received = []
            for event in events:
                received.append(event["message"]["content"])
                if len(received) == 2:
                    break
            self.assertEqual(received, ["one\u2028line", "two"])
            self.assertGreater(len(transport.keys), 1)
            # The second event was not handled to its end: it comes again.
            again = next(iter(self.chat.events(position=events.position, stream=stream)))
            self.assertEqual(again["message"]["content"], "two")

    def test_an_expired_queue_is_registered_anew(self) -> None:
        events = self.chat.events(
            register={"event_types": ["message"], "narrow": [["topic", "gap"]]},
            position=Position("no-such-queue", 5),
            on_registered=lambda _: self.send("after the gap", "gap"),
        )
        self.assertEqual(next(iter(events))["message"]["content"], "after the gap")
        with self.assertRaises(HubbubError) as caught:
            next(iter(ChatClient(URL, os.environ["CHAT_EMAIL"], "wrong").events()))
        self.assertEqual(caught.exception.status, 401)

    def test_pages_are_iterators(self) -> None:
        ids = [self.send(str(number), "pages") for number in range(1, 6)]
        narrow = [{"operator": "channel", "operand": "alarms"}, {"operator": "topic", "operand": "pages"}]

        def contents(**options: object) -> str:
            found = self.chat.messages(narrow=narrow, apply_markdown=False, page_size=2, **options)
            return "".join(message["content"] for message in found)

        self.assertEqual(contents(), "54321")
        self.assertEqual(contents(start="oldest"), "12345")
        self.assertEqual(contents(after=ids[0]), "2345")
        self.assertEqual(contents(before=ids[1]), "1")
        created = self.dispatch.create_tasks({"tasks": [TASK] * 66})["tasks"]
        listed = {task["id"] for task in self.dispatch.tasks(from_=0)}
        self.assertLessEqual({task["id"] for task in created}, listed)
        self.assertEqual(len(created), 66)

    def test_a_lost_answer_is_asked_for_again_and_nothing_happens_twice(self) -> None:
        for proxy in (False, True):
            topic = f"retries {proxy}"
            transport = Breaking(lambda request: request.method == "POST", proxy)
            self.send("exactly once", topic, chat_client(transport=transport))
            self.assertEqual(len(transport.keys), 2)
            self.assertEqual(len(set(transport.keys)), 1)
            self.assertEqual(len(list(self.chat.messages(narrow=[["topic", topic]]))), 1)
            # A deletion may have happened already: nobody repeats it unasked.
            lost = Breaking(lambda request: request.method == "DELETE", proxy)
            task = self.dispatch.create_task(TASK)
            with self.assertRaises(HubbubError if proxy else httpx.ReadError):
                DispatchClient(URL, os.environ["API_KEY"], transport=lost).delete_task(task["id"])
            self.assertEqual(len(lost.keys), 1)

    def test_a_refusal_for_the_moment_is_waited_for(self) -> None:
        answers = [httpx.Response(429, headers={"retry-after": "0"}), httpx.Response(200, json={"id": "x"})]
        transport = httpx.MockTransport(lambda _: answers.pop(0))
        self.assertEqual(DispatchClient(URL, "key", transport=transport).get_organization()["id"], "x")

    def test_files_go_up_and_down(self) -> None:
        uploaded = self.chat.upload_file(File(b"closed on Sundays", "gates.txt"))
        self.assertEqual(uploaded["filename"], "gates.txt")
        self.send(f"[gates]({uploaded['url']})")
        self.assertEqual(self.chat.download(uploaded["url"]), b"closed on Sundays")
        sign_in = {"phone": os.environ["DRIVER_PHONE"], "password": os.environ["DRIVER_PASSWORD"]}
        token = self.dispatch.sign_in(sign_in)["token"]
        driver = DispatchClient(URL, worker_token=token)
        pixel = base64.b64decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        )
        self.assertEqual(len(driver.create_upload(File(pixel, media_type="image/png"))["uploadId"]), 24)

    def test_the_live_fleet_comes_whole_then_each_change(self) -> None:
        events = []
        managers = [self.dispatch.list_administrators()[0]["id"]]
        create = threading.Thread(
            target=lambda: self.dispatch.create_team({"name": "South", "workers": [], "managers": managers})
        )
        for frame in self.dispatch.live():
            events.append(frame.event)
            if frame.event == "ready":
                create.start()
            if frame.event == "changes" and "South" in str(frame.data):
                break
        create.join()
        self.assertEqual(events[0], "snapshot")

    def test_signatures(self) -> None:
        secret, body = "9f86d081884c7d65", b'{"triggerId":6}'
        right = hmac.new(bytes.fromhex(secret), body, hashlib.sha512).hexdigest()
        self.assertTrue(is_signed(body, right, secret))
        for wrong in (None, "", "zz", right[2:], right + "00", "00" + right[2:-2] + "11"):
            self.assertFalse(is_signed(body, wrong, secret))
        self.assertFalse(is_signed(body, right, ""))
        self.assertFalse(is_signed(body + b" ", right, secret))


if __name__ == "__main__":
    unittest.main()
