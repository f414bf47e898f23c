"""Signed deliveries of each example in examples/signatures, as JSON, computed without any code of ours:
python3 scripts/stories/signatures/vectors.py > examples/signatures/vectors.json (needs openssl for Ed25519).

Each scheme is written out here as its vendor documents it, and never read from the description that the vectors test.
Where a vendor publishes a vector, the published signature is asserted."""
import base64
import hashlib
import hmac
import json
import subprocess
import sys
import tempfile
from urllib.parse import urlencode


def mac(key, content, digest="sha256"):
    return hmac.new(key, content, digest)


def b64(data):
    return base64.b64encode(data).decode()


vectors = []


def add(example, source, secret, headers, body, *, now, url="https://example.com/hook", private=None):
    if isinstance(body, bytes):
        body = body.decode()
    vectors.append(
        {
            "example": example,
            "source": source,
            "secret": secret,
            **({} if private is None else {"private": private}),
            "now": now,
            "url": url,
            "headers": headers,
            "body": body,
        }
    )


def same(computed, published):
    if computed != published:
        sys.exit(f"computed {computed}, published {published}")
    return published


JSON = {"content-type": "application/json"}
BODY = '{"id":"évt_1","type":"order.shipped","note":"{body} %2F"}'.encode()

# Standard Webhooks and Svix: the vector of their libraries' tests and documentation.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
for example, prefix in (("standard-webhooks", "webhook"), ("svix", "svix")):
    msg, time, body = "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}'
    key = base64.b64decode(SECRET[6:])
    signed = b64(mac(key, f"{msg}.{time}.".encode() + body).digest())
    same(signed, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    headers = {**JSON, f"{prefix}-id": msg, f"{prefix}-timestamp": time}
    add(example, "published", SECRET, {**headers, f"{prefix}-signature": f"v1,{signed}"}, body, now=1614265330)
    other = b64(mac(b"another", body).digest())
    several = f"v1,{other} v1a,{b64(bytes(64))} v1,{signed} v2,x"
    add(example, "python", SECRET, {**headers, f"{prefix}-signature": several}, body, now=1614265400)

# Standard Webhooks with key pairs: openssl signs.
with tempfile.TemporaryDirectory() as folder:
    seed = bytes(range(32))
    der = bytes.fromhex("302e020100300506032b657004220420") + seed
    pem = f"-----BEGIN PRIVATE KEY-----\n{b64(der)}\n-----END PRIVATE KEY-----\n"
    open(f"{folder}/key.pem", "w").write(pem)
    public = subprocess.run(
        ["openssl", "pkey", "-in", f"{folder}/key.pem", "-pubout", "-outform", "DER"], capture_output=True, check=True
    ).stdout[-32:]
    open(f"{folder}/content", "wb").write(b"msg_1.1700000000." + BODY)
    signed = subprocess.run(
        ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", f"{folder}/key.pem", "-in", f"{folder}/content"],
        capture_output=True,
        check=True,
    ).stdout
add(
    "standard-webhooks-ed25519",
    "openssl",
    f"whpk_{b64(public)}",
    {**JSON, "webhook-id": "msg_1", "webhook-timestamp": "1700000000", "webhook-signature": f"v1a,{b64(signed)}"},
    BODY,
    now=1700000000,
    private=f"whsk_{b64(seed + public)}",
)

# Stripe: the whole secret, prefix included, is the key.
stripe = mac(b"whsec_test_secret", b"1700000000." + BODY).hexdigest()
add("stripe", "python", "whsec_test_secret", {**JSON, "stripe-signature": f"t=1700000000,v1={stripe},v0={'0' * 64}"}, BODY, now=1700000100)
old = mac(b"whsec_old_secret", b"1700000000." + BODY).hexdigest()
add("stripe", "python", "whsec_test_secret", {**JSON, "stripe-signature": f"t=1700000000,v1={old},v1={stripe}"}, BODY, now=1700000100)

# GitHub: the vector of its documentation.
github = mac(b"It's a Secret to Everybody", b"Hello, World!").hexdigest()
same(github, "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
add("github", "published", "It's a Secret to Everybody", {**JSON, "x-hub-signature-256": f"sha256={github}"}, b"Hello, World!", now=0)

# Slack: the vector of its documentation.
body = (
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar"
    "&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com"
    "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121"
    ".803a0bc887a14d10d2c447fce8b6703c"
).encode()
FORM = {"content-type": "application/x-www-form-urlencoded"}
slack = mac(b"8f742231b10e8888abcd99yyyzzz85a5", b"v0:1531420618:" + body).hexdigest()
same(slack, "a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503")
add(
    "slack",
    "published",
    "8f742231b10e8888abcd99yyyzzz85a5",
    {**FORM, "x-slack-request-timestamp": "1531420618", "x-slack-signature": f"v0={slack}"},
    body,
    now=1531420618,
)

# Shopify.
shopify = b64(mac(b"hush", BODY).digest())
add("shopify", "python", "hush", {**JSON, "x-shopify-hmac-sha256": shopify}, BODY, now=0)

# Twilio: the vectors of its libraries' tests, for a form and for JSON.
url = "https://mycompany.com/myapp.php?foo=1&bar=2"
fields = {"CallSid": "CA1234567890ABCDE", "To": "+18005551212", "Digits": "1234", "From": "+14158675309", "Caller": "+14158675309"}
joined = "".join(name + fields[name] for name in sorted(fields))
form = b64(mac(b"12345", (url + joined).encode(), "sha1").digest())
same(form, "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
add("twilio", "published", "12345", {**FORM, "x-twilio-signature": form}, urlencode(fields), now=0, url=url)
body = '{"property": "value", "boolean": true}'
hashed = f"{url}&bodySHA256={hashlib.sha256(body.encode()).hexdigest()}"
signed = b64(mac(b"12345", hashed.encode(), "sha1").digest())
same(signed, "a9nBmqA0ju/hNViExpshrM61xv4=")
add("twilio", "published", "12345", {**JSON, "x-twilio-signature": signed}, body, now=0, url=hashed)

# Square.
url = "https://example.com/webhook"
square = b64(mac(b"square-key", url.encode() + BODY).digest())
add("square", "python", "square-key", {**JSON, "x-square-hmacsha256-signature": square}, BODY, now=0, url=url)

# HubSpot, version 3: the URL is signed with some of its escapes decoded; time is in milliseconds.
sent, signed_url = "https://example.com/hook?a=b%3Ac%2Fd%20e", "https://example.com/hook?a=b:c/d%20e"
hubspot = b64(mac(b"client-secret", b"POST" + signed_url.encode() + BODY + b"1700000000123").digest())
headers = {**JSON, "x-hubspot-request-timestamp": "1700000000123", "x-hubspot-signature-v3": hubspot}
add("hubspot", "python", "client-secret", headers, BODY, now=1700000000, url=sent)

# This API.
own = mac(b"whsec_abc", b"1700000000." + BODY).hexdigest()
add("waybill", "python", "whsec_abc", {**JSON, "x-webhook-timestamp": "1700000000", "x-webhook-signature": f"sha256={own}"}, BODY, now=1700000000)

json.dump(vectors, sys.stdout, indent=2, ensure_ascii=False)
print()
