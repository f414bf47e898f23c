"""Receives webhooks with Python's standard library: WEBHOOK_SECRET=whsec_… python3 python.py"""

import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIVE_MINUTES = 300


def verify(secret: str, timestamp: str, signature: str, raw_body: bytes, now: float) -> bool:
    """Whether the service signed exactly these bytes, at most five minutes from now."""
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(now - int(timestamp)) > FIVE_MINUTES:
        return False
    signed = timestamp.encode() + b"." + raw_body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # `==` stops at the first difference, so its timing would reveal how much of a guess is correct.
    return hmac.compare_digest(expected.encode(), signature.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The raw bytes: JSON that is parsed and serialised again has a different signature.
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        timestamp = self.headers.get("X-Webhook-Timestamp", "")
        signature = self.headers.get("X-Webhook-Signature", "")
        if not verify(os.environ["WEBHOOK_SECRET"], timestamp, signature, raw_body, time.time()):
            self.send_error(401)
            return
        # Parse the body only after it is verified.
        event = json.loads(raw_body)
        print(event["event"], event["data"], flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
