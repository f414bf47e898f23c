"""The program in argv[1] and the cases in argv[2] -> the names of those it judges wrong, one a line."""

import base64
import importlib.util
import json
import sys

spec = importlib.util.spec_from_file_location("receiver", sys.argv[1])
receiver = importlib.util.module_from_spec(spec)
spec.loader.exec_module(receiver)

for case in json.load(open(sys.argv[2])):
    body = base64.b64decode(case["body"])
    if receiver.verify(case["secret"], case["timestamp"], case["signature"], body, case["now"]) is not case["valid"]:
        print(case["name"])
