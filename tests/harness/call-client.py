"""Calls a client in Python, as the tests say on standard input.

The first argument is a program that makes `client`. Each line that comes in is a call, as JSON: the path of names to what
is called, its arguments and its named ones. Each line that goes out is what it gave or raised.
"""

import json
import sys

scope = {}
exec(sys.argv[1], scope)  # The tests' own text.
for line in sys.stdin:
    asked = json.loads(line)
    try:
        target = scope["client"]
        for name in asked["path"]:
            target = getattr(target, name)
        answer = {"value": target(*asked["args"], **asked["named"])}
    except Exception as error:  # Whatever the client raises is its answer.
        answer = {"error": {"type": type(error).__name__, "text": str(error), **vars(error)}}
    print(json.dumps(answer, default=str), flush=True)
