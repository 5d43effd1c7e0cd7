"""Receives webhooks of the dispatch API, and believes only what is signed. Python 3.9 or later, nothing to install.

    HUBBUB_WEBHOOK_SECRET=… PORT=8080 python3 examples/webhook-receiver/receiver.py

`npm run hubbub -- org create … --json` prints the secret as dispatch.webhook_secret.
"""

import hashlib
import hmac
import json
import os
import sys
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SECRET = os.environ.get("HUBBUB_WEBHOOK_SECRET", "")
MAX_BODY = 1_000_000
# The last deliveries: one that comes twice (your answer was lost) is worked on once.
seen: "OrderedDict[str, bool]" = OrderedDict()


def is_signed(raw: bytes, signature: str) -> bool:
    """The hexadecimal HMAC-SHA512 of the raw body, keyed with the bytes that the secret's digits stand for."""
    expected = hmac.new(bytes.fromhex(SECRET), raw, hashlib.sha512).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        # The registration asks whether somebody is here: answer the word that it sends, and nothing else.
        self.answer(200, parse_qs(urlsplit(self.path).query).get("check", [""])[0].encode())

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        if length > MAX_BODY:
            return self.answer(413)
        raw = self.rfile.read(length)
        if not is_signed(raw, self.headers.get("x-service-signature", "")):
            return self.answer(401)
        # Answer at once: whatever takes long is done afterwards.
        self.answer(200)
        delivery = self.headers.get("webhook-id", "")
        if delivery and delivery in seen:
            return
        seen[delivery] = True
        if len(seen) > 10_000:
            seen.popitem(last=False)
        body = json.loads(raw)
        print(f"{body['triggerName']} task={body['taskId']} worker={body['workerId']}", flush=True)

    def answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    if not SECRET:
        sys.exit("Set HUBBUB_WEBHOOK_SECRET to the webhook secret of your organization.")
    address = (os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8080")))
    server = ThreadingHTTPServer(address, Receiver)
    print(f"listening on {server.server_address[1]}", flush=True)
    server.serve_forever()
