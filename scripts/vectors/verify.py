"""The vectors of signatures -> a verdict on each by Python's own hmac, and exit code 1 when one is not as the file says.

It uses nothing but the standard library, so that an error of this project cannot be repeated here.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import sys

PUBLISHED = pathlib.Path(__file__).parent / "../../spec/examples/signatures.json"


def main() -> int:
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else PUBLISHED
    vectors = json.loads(path.read_bytes())["vectors"]
    mismatches = [vector for vector in vectors if is_right(vector) is not vector["valid"]]
    for vector in mismatches:
        print(f"{vector['name']}: expected {'valid' if vector['valid'] else 'invalid'}")
    valid = sum(vector["valid"] for vector in vectors)
    print(f"python: {len(vectors)} vectors, {valid} of them valid, {len(mismatches)} mismatches")
    return 0 if vectors and not mismatches else 1


def is_right(vector: dict) -> bool:
    body = vector["rawBody"].encode() if "rawBody" in vector else base64.b64decode(vector["rawBodyBase64"])
    content = vector["timestamp"].encode() + b"." + body
    digest = hmac.new(vector["secret"].encode(), content, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), vector["signature"].encode())


sys.exit(main())
