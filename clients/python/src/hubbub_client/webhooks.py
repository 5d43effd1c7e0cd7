"""Signatures of webhooks."""

from __future__ import annotations

import hashlib
import hmac


def is_signed(body: bytes, signature: str | None, secret: str) -> bool:
    """Return True if a body is signed with the secret. The comparison takes the same time whatever the signature is.

    :param body: the raw body, before it is parsed
    :param signature: the header ``X-Service-Signature``
    :param secret: the webhook secret of the organization, in hexadecimal digits
    """
    try:
        key, given = bytes.fromhex(secret), bytes.fromhex(signature or "")
    except ValueError:
        return False
    return len(key) > 0 and hmac.compare_digest(hmac.new(key, body, hashlib.sha512).digest(), given)
