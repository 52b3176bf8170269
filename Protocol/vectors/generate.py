#!/usr/bin/env python3
"""Writes the vectors beside this file, one case per file. Every expectation stands here by hand or is computed from
Protocol/framing.md; no code of the implementation is used. Run it after changing a case, and commit what it writes."""
import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).parent
LIMITS = {"hello_frame": 8192, "frame_in": 262144, "frame_out": 1048576, "item": 32768}
INT_MAX = 2**53 - 1


def case(folder, name, about, **members):
    path = HERE / folder / f"{name}.json"
    assert not path.exists(), name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"name": name, "about": about, **members}, indent=2, ensure_ascii=True) + "\n")


def frame(text):
    data = text.encode()
    return (len(data).to_bytes(4, "big") + data).hex()


def header(count):
    return count.to_bytes(4, "big").hex()


# frames

def frames():
    def f(name, about, mode="framed", limit=64, **members):
        case("frames", name, about, mode=mode, limit=limit, **members)

    one = '{"a":1}'
    f("one", "one frame", hex=frame(one), expect=[one])
    f("two", "frames follow each other without padding", hex=frame(one) + frame('{"b":2}'), expect=[one, '{"b":2}'])
    f("one-byte", "the smallest frame; that it is no message is for the next layer", hex=frame("1"), expect=["1"])
    f("nothing", "no bytes are no fault", hex="", expect=[])
    f("line-feed-inside", "framed mode does not look at line feeds", hex=frame('{"a":\n1}\n'), expect=['{"a":\n1}\n'])
    f("empty", "N = 0", hex="00000000", fault={"reason": "rpc.bad_frame", "problem": "empty"})
    f("empty-second", "N = 0 after a good frame", hex=frame(one) + "00000000",
      fault={"reason": "rpc.bad_frame", "problem": "empty"})
    f("first-byte-01", "a first byte that is neither 0x00 nor {", hex="01000000", mode=None,
      fault={"reason": "rpc.bad_frame", "problem": "first_byte"})
    f("first-byte-http", "another protocol", hex=b"GET / HTTP/1.1\r\n".hex(), mode=None,
      fault={"reason": "rpc.bad_frame", "problem": "first_byte"})
    f("first-byte-bracket", "an array is no message, so text mode does not begin with it", text="[]\n", mode=None,
      fault={"reason": "rpc.bad_frame", "problem": "first_byte"})
    f("first-byte-space", "text mode begins with {, not with white space", text=" {}\n", mode=None,
      fault={"reason": "rpc.bad_frame", "problem": "first_byte"})
    f("later-byte-01", "every frame begins with 0x00", hex=frame(one) + "01000000",
      fault={"reason": "rpc.bad_frame", "problem": "first_byte"})
    f("mode-framed", "0x00 chooses framed mode", hex=frame(one), mode=None, expect=[one])
    f("mode-text", "{ chooses text mode", text=one + "\n", mode=None, expect=[one])
    f("truncated-header", "the end of input inside a header", hex="000000",
      fault={"reason": "rpc.bad_frame", "problem": "truncated"})
    f("truncated-payload", "the end of input inside a payload", hex=frame(one)[:-2],
      fault={"reason": "rpc.bad_frame", "problem": "truncated"})
    f("truncated-line", "the end of input inside a line", mode="text", text=one,
      fault={"reason": "rpc.bad_frame", "problem": "truncated"})
    f("text-two", "one object per line", mode="text", text=one + "\n" + '{"b":2}\n', expect=[one, '{"b":2}'])
    f("text-carriage-return", "a CR is white space of the JSON text", mode="text", text=one + "\r\n",
      expect=[one + "\r"])
    f("text-empty-line", "an empty line is an empty frame", mode="text", text=one + "\n\n",
      fault={"reason": "rpc.bad_frame", "problem": "empty"})
    f("text-utf8", "characters of several bytes cut anywhere", mode="text", text='{"a":"\u00e4\u20ac\U0001f511"}\n',
      expect=['{"a":"\u00e4\u20ac\U0001f511"}'])
    for limit, label in [(64, "small")] + [(v, k.replace("_", "-")) for k, v in LIMITS.items()]:
        f(f"limit-{label}", f"{limit} bytes under a limit of {limit}", limit=limit,
          repeat=[["hex:" + header(limit), 1], ["text:x", limit]], expect=[{"bytes": limit}])
        f(f"limit-{label}-and-one", "refused when the header is read; no payload is there to read", limit=limit,
          hex=header(limit + 1), fault={"reason": "rpc.frame_too_large", "limit": limit, "got": limit + 1})
        f(f"text-limit-{label}", f"{limit} bytes and a line feed under a limit of {limit}", limit=limit, mode="text",
          repeat=[["text:{", 1], ["text:x", limit - 1], ["text:\n", 1]], expect=[{"bytes": limit}])
        f(f"text-limit-{label}-and-one", "refused before a line feed is seen", limit=limit, mode="text",
          repeat=[["text:{", 1], ["text:x", limit]], fault={"reason": "rpc.frame_too_large", "limit": limit})
    f("length-largest", "the largest length that a header can say; nothing is allocated for it", limit=262144,
      hex="00ffffff", fault={"reason": "rpc.frame_too_large", "limit": 262144, "got": 0xFFFFFF})


# json

def json_cases():
    def ok(name, about, text, expect=None, **members):
        source = members if members else {"text": text}
        case("json", name, about, **source, expect=text if expect is None else expect)

    def bad(name, about, rule, offset, text=None, **members):
        source = members if members else {"text": text}
        case("json", name, about, **source, fault={"rule": rule, "offset": offset})

    ok("null", "a literal", "null")
    ok("true", "a literal", "true")
    ok("false", "a literal", "false")
    ok("empty-object", "no members", "{}")
    ok("empty-array", "an empty array is not null", '{"a":[]}')
    ok("white-space", "all four characters, everywhere", ' \t\r\n{ "a" :\n[ 1 , 2 ] } \n', '{"a":[1,2]}')
    ok("order", "members keep their order", '{"b":1,"a":2}')
    ok("escapes", "every escape of RFC 8259",
       r'"\"\\\/\b\f\n\r\t\u0041\u00e4"', '"\\"\\\\/\\u0008\\u000c\\n\\r\\tA\u00e4"')
    ok("surrogates", "a pair is one character", r'"\ud83d\udd11"', '"\U0001f511"')
    ok("delete-character", "U+007F is allowed and written escaped", '"\x7f"', r'"\u007f"')
    ok("utf8-lengths", "one to four bytes, first and last of each",
       '"\u0020~\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"'.encode("utf-8", "surrogatepass").decode())
    ok("zero", "and its negative, which is the same integer", "[0,-0]", "[0,0]")
    ok("integer-largest", "2^53 - 1", str(INT_MAX))
    ok("integer-smallest", "-(2^53 - 1)", str(-INT_MAX))
    bad("integer-largest-and-one", "2^53", "number_range", 0, str(INT_MAX + 1))
    bad("integer-smallest-and-one", "-2^53", "number_range", 0, str(-INT_MAX - 1))
    bad("integer-huge", "a number of 400 digits", "number_range", 0, repeat=[["text:9", 400]])
    ok("number-fraction", "a number with a fraction is not an integer", "[1.0,0.5,-2.25]")
    ok("number-exponent", "all spellings of exponents", "[1e2,1E+2,25e-1]", "[100.0,100.0,2.5]")
    ok("number-largest", "the largest double", "1.7976931348623157e308", "1.7976931348623157e+308")
    bad("number-largest-and-more", "beyond the largest double", "number_range", 0, "1e309")
    bad("number-leading-zero", "no octal", "invalid_number", 0, "01")
    bad("number-bare-minus", "a sign is no number", "invalid_number", 0, "-")
    bad("number-no-fraction", "digits must follow the point", "invalid_number", 0, "1.")
    bad("number-no-exponent", "digits must follow the e", "invalid_number", 0, "1e")
    bad("number-plus", "no plus sign", "unexpected_byte", 0, "+1")
    bad("number-point-first", "no number begins with a point", "unexpected_byte", 0, ".5")
    bad("number-nan", "not a number of JSON", "unexpected_byte", 0, "NaN")
    bad("number-infinity", "not a number of JSON", "unexpected_byte", 0, "Infinity")
    bad("number-hexadecimal", "the x is left over", "trailing_bytes", 1, "0x10")
    bad("end-empty", "no value", "unexpected_end", 0, "")
    bad("end-white-space", "no value", "unexpected_end", 2, "  ")
    bad("end-object", "not closed", "unexpected_end", 6, '{"a":1')
    bad("end-array", "not closed", "unexpected_end", 3, "[1,")
    bad("end-string", "not closed", "unexpected_end", 2, '"a')
    bad("end-escape", "cut in an escape", "unexpected_end", 5, '"\\u00')
    bad("end-literal", "cut in a literal", "unexpected_end", 3, "tru")
    bad("trailing-value", "two values", "trailing_bytes", 3, "{} {}")
    bad("trailing-comma", "no comma before the bracket", "unexpected_byte", 3, "[1,]")
    bad("trailing-comma-object", "no comma before the brace", "unexpected_byte", 7, '{"a":1,}')
    bad("key-no-string", "keys are strings", "unexpected_byte", 1, "{a:1}")
    bad("key-no-colon", "a colon stands between key and value", "unexpected_byte", 5, '{"a" 1}')
    bad("comment", "no comments", "unexpected_byte", 0, "/**/1")
    bad("single-quotes", "no single quotes", "unexpected_byte", 1, "['a']")
    bad("byte-order-mark", "UTF-8 needs none", "byte_order_mark", 0, hex="efbbbf" + b"{}".hex())
    bad("utf16", "UTF-16 without a mark: the zero byte is no JSON", "unexpected_byte", 1, hex=b"{\0}\0".hex())
    bad("utf16-mark", "UTF-16 with a mark", "unexpected_byte", 0, hex="fffe7b007d00")
    bad("utf8-continuation", "a continuation byte alone", "invalid_utf8", 1, hex="228022")
    bad("utf8-overlong", "0xC0 0xAF is an overlong slash", "invalid_utf8", 1, hex="22c0af22")
    bad("utf8-overlong-3", "0xE0 0x80 0x80", "invalid_utf8", 1, hex="22e0808022")
    bad("utf8-surrogate", "U+D800 in UTF-8", "invalid_utf8", 1, hex="22eda08022")
    bad("utf8-beyond", "beyond U+10FFFF", "invalid_utf8", 1, hex="22f490808022")
    bad("utf8-cut", "two of three bytes, then a quote", "invalid_utf8", 1, hex="22e28222")
    bad("utf8-latin1", "Latin-1", "invalid_utf8", 1, hex="22e422")
    bad("control-character", "a raw line feed in a string", "control_character", 2, '"a\nb"')
    bad("control-zero", "a raw zero byte in a string", "control_character", 1, hex="220022")
    bad("zero-escaped", "U+0000 by escape", "zero_character", 1, r'"\u0000"')
    bad("escape-unknown", "no such escape", "invalid_escape", 1, r'"\x41"')
    bad("escape-digits", "four hexadecimal digits", "invalid_escape", 1, r'"\u00g0"')
    bad("surrogate-high-alone", "a high surrogate without its partner", "lone_surrogate", 1, r'"\ud800"')
    bad("surrogate-low-alone", "a low surrogate alone", "lone_surrogate", 1, r'"\udc00"')
    bad("surrogate-two-high", "two high surrogates", "lone_surrogate", 1, r'"\ud83d\ud83d"')
    bad("duplicate-key", "the same key twice", "duplicate_key", 7, '{"a":1,"a":2}')
    bad("duplicate-key-escaped", "the same key, spelled differently", "duplicate_key", 7, '{"a":1,"\\u0061":2}')
    bad("duplicate-key-deep", "inside a value that nobody reads", "duplicate_key", 14, '{"a":[{"b":1, "b":1}]}')
    ok("depth-32", "32 nested arrays", "[" * 32 + "]" * 32)
    bad("depth-33", "33 nested arrays", "too_deep", 32, "[" * 33 + "]" * 33)
    bad("depth-mixed-33", "arrays and objects count alike", "too_deep", 96, '{"a":[' * 16 + "{}" + "]}" * 16)
    head, tail = '{"aaaaaaaaXbbbbbbbb":', ',"aaaaaaaaYbbbbbbbb":0}'
    ok("depth-32-alike-keys",
       "objects in each other, whose keys begin and end alike: read in time that grows with their number",
       head * 32 + "0" + tail * 32)
    bad("depth-100000", "refused at the 33rd, not by a crash", "too_deep", 32, repeat=[["text:[", 100000]])
    keys = [f'"k{i:03}":0' for i in range(257)]
    ok("keys-256", "256 members", "{" + ",".join(keys[:256]) + "}")
    bad("keys-257", "257 members", "too_many_keys", 1 + 256 * 9, "{" + ",".join(keys) + "}")
    case("json", "string-65536", "65,536 bytes in a string", repeat=[['text:"', 1], ["text:x", 65536], ['text:"', 1]],
         expect={"string_bytes": 65536})
    bad("string-65537", "65,537 bytes in a string", "string_too_long", 0,
        repeat=[['text:"', 1], ["text:x", 65537], ['text:"', 1]])
    case("json", "string-65536-escaped", "the limit counts bytes after escapes are read",
         repeat=[['text:"', 1], ["text:\\u00e4", 32768], ['text:"', 1]], expect={"string_bytes": 65536})
    bad("string-65538-escaped", "one escaped character more", "string_too_long", 0,
        repeat=[['text:"', 1], ["text:\\u00e4", 32769], ['text:"', 1]])
    bad("key-65537", "keys are strings", "string_too_long", 1,
        repeat=[['text:{"', 1], ["text:x", 65537], ['text:":0}', 1]])


# messages

HELLO = {"type": "hello", "proto": [1], "client": {"name": "t", "version": "1"}}
WELCOME = {"type": "welcome", "proto": 1, "server": {"name": "s", "version": "1", "epoch": "e1"},
           "features": ["credit"],
           "limits": {**LIMITS, "inflight": 64, "streams": 16, "ping_min_ms": 5000, "idle_ms": 300000},
           "peer": {"uid": 1001, "gids": [1001]}, "contracts": {"rpc": "sha256:00"}}
CALL = {"type": "call", "id": 1, "method": "a.b"}
ERROR = {"code": "not_found", "reason": "a.b", "message": "m", "effect": "none", "retry": {"safe": False}}


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def messages():
    names = set()

    def m(sender, name, about, message, **members):
        assert name not in names, name
        names.add(name)
        text = message if isinstance(message, str) else dump(message)
        members = {"from": sender, "text": text, **members}
        if "expect" not in members and "fault" not in members:
            members["expect"] = json.loads(text)
        case("messages", name, about, **members)

    def c(*a, **k):
        m("client", *a, **k)

    def s(*a, **k):
        m("server", *a, **k)

    def goaway(reason, field=None):
        return {"answer": "goaway", "reason": reason, **({"field": field} if field else {})}

    def reply(reason, field, id=1):
        return {"answer": "reply", "id": id, "code": "invalid_argument", "reason": reason, "field": field}

    fault = {"answer": "server_fault"}

    c("hello", "the smallest hello", HELLO)
    c("hello-features", "what the client needs and wants", {**HELLO, "require": ["credit"], "want": ["resume", "idem"]})
    c("hello-null", "null and absent are the same", {**HELLO, "require": None}, expect=HELLO)
    c("hello-versions-16", "the most versions", {**HELLO, "proto": list(range(1, 17))})
    c("hello-versions-17", "one more", {**HELLO, "proto": list(range(1, 18))},
      fault=goaway("rpc.bad_message", "/proto"))
    c("hello-versions-none", "no version", {**HELLO, "proto": []}, fault=goaway("rpc.bad_message", "/proto"))
    c("hello-version-65535", "the largest version", {**HELLO, "proto": [65535]})
    c("hello-version-65536", "one more", {**HELLO, "proto": [65536]}, fault=goaway("rpc.bad_message", "/proto/0"))
    c("hello-version-0", "versions begin with 1", {**HELLO, "proto": [0]}, fault=goaway("rpc.bad_message", "/proto/0"))
    c("hello-no-version", "proto is missing", {"type": "hello", "client": HELLO["client"]},
      fault=goaway("rpc.bad_message", "/proto"))
    c("hello-no-client", "client is missing", {"type": "hello", "proto": [1]},
      fault=goaway("rpc.bad_message", "/client"))
    c("hello-name-64", "the longest name", {**HELLO, "client": {"name": "n" * 64, "version": "v" * 64}})
    c("hello-name-65", "one more byte", {**HELLO, "client": {"name": "n" * 65, "version": "1"}},
      fault=goaway("rpc.bad_message", "/client/name"))
    c("hello-name-empty", "an empty name", {**HELLO, "client": {"name": "", "version": "1"}},
      fault=goaway("rpc.bad_message", "/client/name"))
    c("hello-client-unknown", "client messages are closed, parts too",
      {**HELLO, "client": {"name": "t", "version": "1", "uid": 0}}, fault=goaway("rpc.bad_message", "/client/uid"))
    c("hello-features-32", "the most features", {**HELLO, "want": [f"f{i}" for i in range(32)]})
    c("hello-features-33", "one more", {**HELLO, "want": [f"f{i}" for i in range(33)]},
      fault=goaway("rpc.bad_message", "/want"))
    c("hello-unknown", "an unknown member", {**HELLO, "token": "x"}, fault=goaway("rpc.unknown_member", "/token"))
    c("type-missing", "no type", {"id": 1}, fault=goaway("rpc.unknown_type"))
    c("type-number", "a type that is no string", {"type": 1}, fault=goaway("rpc.unknown_type"))
    c("type-unknown", "an unknown type", {"type": "batch"}, fault=goaway("rpc.unknown_type"))
    c("type-of-server", "a server's message from a client", {"type": "reply", "id": 1, "result": {}},
      fault=goaway("rpc.unknown_type"))
    c("not-an-object", "an array", "[]", fault=goaway("rpc.unknown_type"))
    c("not-json", "cut", '{"type":', fault=goaway("rpc.bad_json"))
    c("duplicate-member", "which id counts?", '{"type":"call","id":1,"id":2,"method":"a.b"}',
      fault=goaway("rpc.bad_json"))

    c("call", "the smallest call", CALL)
    c("call-all", "every member", {**CALL, "params": {"x": [1, None]}, "timeout_ms": 1, "stream": {
        "credit": 1, "from": {"epoch": "e1", "seq": 0}, "on_gap": "fail", "policy": "lossless", "heartbeat_ms": 1000},
        "idem": "0123456789abcdef", "trace": "00-" + "a" * 32 + "-" + "b" * 16 + "-01"})
    c("call-any-order", "members in any order", '{"method":"a.b","id":1,"type":"call"}', expect=CALL)
    c("call-params-empty", "absent is {}", {**CALL, "params": {}}, expect=CALL)
    c("call-params-null", "null is absent", {**CALL, "params": None}, expect=CALL)
    c("call-ext", "ext is ignored by who does not know it", {**CALL, "ext": {"org.example.x": 1}}, expect=CALL)
    c("call-id-largest", "2^53 - 1", {**CALL, "id": INT_MAX})
    c("call-id-too-large", "2^53 is no integer of the wire", {**CALL, "id": INT_MAX + 1}, fault=goaway("rpc.bad_json"))
    c("call-id-zero", "ids are positive", {**CALL, "id": 0}, fault=goaway("rpc.bad_id"))
    c("call-id-negative", "negative ids are reserved", {**CALL, "id": -1}, fault=goaway("rpc.bad_id"))
    c("call-id-string", "ids are integers", {**CALL, "id": "1"}, fault=goaway("rpc.bad_id"))
    c("call-id-fraction", "1.0 is no integer", '{"type":"call","id":1.0,"method":"a.b"}', fault=goaway("rpc.bad_id"))
    c("call-id-missing", "no id", {"type": "call", "method": "a.b"}, fault=goaway("rpc.bad_id"))
    c("call-method-128", "the longest method", {**CALL, "method": "m" * 128})
    c("call-method-129", "one more byte", {**CALL, "method": "m" * 129}, fault=reply("rpc.invalid_call", "/method"))
    c("call-method-missing", "no method", {"type": "call", "id": 1}, fault=reply("rpc.invalid_call", "/method"))
    c("call-params-array", "parameters are an object", {**CALL, "params": []},
      fault=reply("rpc.invalid_call", "/params"))
    c("call-params-zero", "U+0000 is the caller's, and ends only the call", {**CALL, "params": {"x": "\0"}},
      fault=reply("rpc.invalid_params", "/params/x"))
    c("call-params-surrogate", "half a pair is the caller's, too",
      '{"type":"call","id":1,"method":"a.b","params":{"y":1,"x":["\\ud800"]}}',
      fault=reply("rpc.invalid_params", "/params/x"))
    c("call-params-key", "and so is a key", '{"type":"call","params":{"a":{"\\u0000":1}},"id":7,"method":"a.b"}',
      fault=reply("rpc.invalid_params", "/params/a", 7))
    c("call-params-keys", "two broken keys are no key that comes twice",
      '{"type":"call","id":7,"method":"a.b","params":{"x":{"\\u0000":1,"\\ud800":2}}}',
      fault=reply("rpc.invalid_params", "/params/x", 7))
    c("call-params-number", "a number that is too large for every program",
      '{"type":"call","id":1,"method":"a.b","params":{"x":9007199254740992}}',
      fault=reply("rpc.invalid_params", "/params/x"))
    c("call-params-zero-unknown", "what is wrong with the message is told first",
      {**CALL, "params": {"x": "\0"}, "priority": 1}, fault=reply("rpc.unknown_member", "/priority"))
    c("call-params-duplicate", "a key that comes twice is the connection's fault",
      '{"type":"call","id":1,"method":"a.b","params":{"x":"\\u0000","y":1,"y":2}}', fault=goaway("rpc.bad_json"))
    c("call-method-zero", "the message's own members are not the caller's", {**CALL, "method": "\0"},
      fault=goaway("rpc.bad_json"))
    c("call-timeout-1", "the smallest time", {**CALL, "timeout_ms": 1})
    c("call-timeout-0", "no time at all", {**CALL, "timeout_ms": 0}, fault=reply("rpc.invalid_call", "/timeout_ms"))
    c("call-timeout-string", "a unit is no number", {**CALL, "timeout_ms": "1s"},
      fault=reply("rpc.invalid_call", "/timeout_ms"))
    c("call-unknown", "an unknown member", {**CALL, "priority": 1}, fault=reply("rpc.unknown_member", "/priority"))
    c("call-unknown-pointer", "a JSON Pointer escapes ~ and /", {**CALL, "a/b~c": 1},
      fault=reply("rpc.unknown_member", "/a~1b~0c"))
    c("call-unknown-before-id", "the id is found wherever it stands",
      '{"priority":1,"type":"call","method":"a.b","id":7}', fault=reply("rpc.unknown_member", "/priority", 7))
    c("call-idem-16", "the shortest key", {**CALL, "idem": "A" * 16})
    c("call-idem-15", "one less", {**CALL, "idem": "A" * 15}, fault=reply("rpc.invalid_call", "/idem"))
    c("call-idem-64", "the longest key", {**CALL, "idem": "_-" * 32})
    c("call-idem-65", "one more", {**CALL, "idem": "A" * 65}, fault=reply("rpc.invalid_call", "/idem"))
    c("call-idem-alphabet", "another alphabet", {**CALL, "idem": "A" * 15 + "."},
      fault=reply("rpc.invalid_call", "/idem"))
    c("call-credit-1024", "the largest credit", {**CALL, "stream": {"credit": 1024}})
    c("call-credit-1025", "one more", {**CALL, "stream": {"credit": 1025}},
      fault=reply("rpc.invalid_call", "/stream/credit"))
    c("call-credit-0", "none", {**CALL, "stream": {"credit": 0}}, fault=reply("rpc.invalid_call", "/stream/credit"))
    c("call-stream-empty", "a stream with the defaults", {**CALL, "stream": {}})
    c("call-stream-now", "from now on", {**CALL, "stream": {"from": "now"}})
    c("call-stream-snapshot", "from a snapshot", {**CALL, "stream": {"from": "snapshot"}})
    c("call-stream-from", "no such start", {**CALL, "stream": {"from": "start"}},
      fault=reply("rpc.invalid_call", "/stream/from"))
    c("call-stream-cursor", "half a cursor", {**CALL, "stream": {"from": {"seq": 1}}},
      fault=reply("rpc.invalid_call", "/stream/from/epoch"))
    c("call-stream-on-gap", "no such way on", {**CALL, "stream": {"on_gap": "skip"}},
      fault=reply("rpc.invalid_call", "/stream/on_gap"))
    c("call-stream-unknown", "an unknown term", {**CALL, "stream": {"window": 1}},
      fault=reply("rpc.invalid_call", "/stream/window"))
    c("call-heartbeat-1000", "the shortest heartbeat", {**CALL, "stream": {"heartbeat_ms": 1000}})
    c("call-heartbeat-999", "one less", {**CALL, "stream": {"heartbeat_ms": 999}},
      fault=reply("rpc.invalid_call", "/stream/heartbeat_ms"))
    c("call-heartbeat-300000", "the longest heartbeat", {**CALL, "stream": {"heartbeat_ms": 300000}})
    c("call-heartbeat-300001", "one more", {**CALL, "stream": {"heartbeat_ms": 300001}},
      fault=reply("rpc.invalid_call", "/stream/heartbeat_ms"))

    c("cancel", "the smallest cancel", {"type": "cancel", "id": 1})
    c("cancel-reason-256", "the longest reason", {"type": "cancel", "id": 1, "reason": "r" * 256})
    c("cancel-reason-257", "one more byte", {"type": "cancel", "id": 1, "reason": "r" * 257},
      fault=goaway("rpc.bad_message", "/reason"))
    c("cancel-unknown", "an unknown member", {"type": "cancel", "id": 1, "now": True},
      fault=goaway("rpc.unknown_member", "/now"))
    c("cancel-id", "no id", {"type": "cancel"}, fault=goaway("rpc.bad_id"))
    c("credit-1", "the smallest grant", {"type": "credit", "id": 1, "n": 1})
    c("credit-0", "nothing", {"type": "credit", "id": 1, "n": 0}, fault=goaway("rpc.bad_message", "/n"))
    c("credit-1024", "the largest grant", {"type": "credit", "id": 1, "n": 1024})
    c("credit-1025", "one more", {"type": "credit", "id": 1, "n": 1025}, fault=goaway("rpc.bad_message", "/n"))
    c("ping", "a client pings", {"type": "ping", "nonce": "1"})
    c("ping-64", "the longest nonce", {"type": "ping", "nonce": "n" * 64})
    c("ping-65", "one more byte", {"type": "ping", "nonce": "n" * 65}, fault=goaway("rpc.bad_message", "/nonce"))
    c("ping-empty", "an empty nonce", {"type": "ping", "nonce": ""}, fault=goaway("rpc.bad_message", "/nonce"))
    c("pong", "a client answers", {"type": "pong", "nonce": "1"})

    s("welcome", "every member", WELCOME)
    s("welcome-newer", "a newer server says more, which is ignored",
      {**WELCOME, "motd": "hi", "limits": {**WELCOME["limits"], "lines": 1}, "server": {**WELCOME["server"], "pid": 1}},
      expect=WELCOME)
    s("welcome-no-limits", "limits are missing", {k: v for k, v in WELCOME.items() if k != "limits"}, fault=fault)
    s("item", "the smallest item", {"type": "item", "id": 1, "kind": "k", "data": {}})
    s("item-all", "every member", {"type": "item", "id": 1, "seq": 9, "kind": "k", "data": {"a": 1}, "coalesced": 3})
    s("item-newer", "an unknown member is ignored",
      {"type": "item", "id": 1, "kind": "k", "data": {}, "cause": {"call": 1}},
      expect={"type": "item", "id": 1, "kind": "k", "data": {}})
    s("item-no-kind", "kind is missing", {"type": "item", "id": 1, "data": {}}, fault=fault)
    s("item-id-zero", "no such call", {"type": "item", "id": 0, "kind": "k", "data": {}}, fault=fault)
    s("reply-result", "a result", {"type": "reply", "id": 1, "result": {"a": [1, 2.5, "x", None]}})
    s("reply-error", "the smallest error", {"type": "reply", "id": 1, "error": ERROR})
    s("reply-error-all", "every member", {"type": "reply", "id": INT_MAX, "error": {
        "code": "invalid_argument", "reason": "rpc.invalid_params", "message": "m", "effect": "none",
        "retry": {"safe": True, "after_ms": 800}, "field": "/params/x", "details": {"a": 1}, "trace": "t"}})
    s("reply-error-code", "an unknown code is read as unknown",
      {"type": "reply", "id": 1, "error": {**ERROR, "code": "teapot"}},
      expect={"type": "reply", "id": 1, "error": {**ERROR, "code": "unknown"}})
    s("reply-error-effect", "an unknown effect is read as unknown",
      {"type": "reply", "id": 1, "error": {**ERROR, "effect": "partly"}},
      expect={"type": "reply", "id": 1, "error": {**ERROR, "effect": "unknown"}})
    s("reply-both", "either result or error", {"type": "reply", "id": 1, "result": {}, "error": ERROR}, fault=fault)
    s("reply-neither", "either result or error", {"type": "reply", "id": 1}, fault=fault)
    s("reply-error-no-effect", "every error says its effect",
      {"type": "reply", "id": 1, "error": {k: v for k, v in ERROR.items() if k != "effect"}}, fault=fault)
    s("goaway", "the smallest goaway", {"type": "goaway", "code": "unavailable", "reason": "rpc.idle", "last_id": 0})
    s("goaway-all", "every member",
      {"type": "goaway", "code": "invalid_argument", "reason": "rpc.bad_json", "last_id": 7,
       "retry_after_ms": 100, "details": {"rule": "too_deep", "offset": 3}})
    s("goaway-no-last-id", "last_id decides what was read",
      {"type": "goaway", "code": "unavailable", "reason": "rpc.idle"},
      fault=fault)
    s("server-ping", "a server pings", {"type": "ping", "nonce": "1"})
    s("server-pong", "a server answers", {"type": "pong", "nonce": "1"})
    s("server-unknown-type", "no feature was agreed on", {"type": "hint", "id": 1}, fault=fault)
    s("server-call", "servers do not call", {"type": "call", "id": 1, "method": "a.b"}, fault=fault)
    s("server-not-json", "cut", '{"type":', fault=fault)


for folder in ["frames", "json", "messages"]:
    shutil.rmtree(HERE / folder, ignore_errors=True)
frames()
json_cases()
messages()
print(sum(1 for _ in HERE.glob("*/*.json")), "vectors")
