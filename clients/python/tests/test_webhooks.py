from __future__ import annotations

import base64
import hashlib
import hmac
import unittest

from croupier import CroupierError, NotASecret, NotFromCroupier, verify_webhook

KEY = b"0123456789abcdef0123456789abcdef"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
NOW = 1_800_000_000.0


def signed(body: bytes, timestamp: str = str(int(NOW)), key: bytes = KEY) -> dict[str, str]:
    digest = hmac.new(key, f"1.{timestamp}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": "1", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}


class Webhooks(unittest.TestCase):
    def test_a_signed_message_is_accepted(self) -> None:
        body = b'{"type": "test"}'
        self.assertEqual(verify_webhook(signed(body), body, SECRET, now=NOW)["type"], "test")

    def test_an_invalid_time_and_an_invalid_body_are_rejected(self) -> None:
        for body, timestamp in (
            (b"{}", "9" * 5000),
            (b"{}", "9" * 11),
            (b"{}", "soon"),
            (b"hello", str(int(NOW))),
            (b"\xff\xfe\xff", str(int(NOW))),
            (b"[" * 200_000, str(int(NOW))),
            (b"[]", str(int(NOW))),
        ):
            with self.subTest(body=body[:9], timestamp=timestamp[:12]), self.assertRaises(NotFromCroupier):
                verify_webhook(signed(body, timestamp), body, SECRET, now=NOW)

    def test_an_empty_secret_is_rejected(self) -> None:
        for secret in ("", "whsec_", "whsec_%", "geheim€"):
            with self.subTest(secret), self.assertRaises(NotASecret) as caught:
                verify_webhook(signed(b"{}", key=b""), b"{}", secret, now=NOW)
            self.assertIsInstance(caught.exception, CroupierError)
