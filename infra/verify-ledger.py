"""A second verifier of ledgers, from infra/LEDGER.md alone; --receipt 'SEQ;HASH', --checkpoint F"""
import functools, json, operator, re, sys
from base64 import b64decode, b64encode
from hashlib import sha256, sha512
SUMS = {"balance_cents": "credits_delta_cents", "free_calls_remaining": "free_calls_delta",
        "reserved_cents": "reserved_delta_cents"}
START = {"seq": 0, "hash": "0" * 64, "at": "", **dict.fromkeys(SUMS, 0)}
P, D = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19)
number = functools.partial(int.from_bytes, byteorder="little")

def canonical(value):  # RFC 8785, given that numbers are integers and names are ASCII.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

# Nearly every line has these members in this order, and texts without escapes: such a one is JSON
# whose canonical form is its own pieces, put in order. Any other line is read and written as JSON.
TEXT, WHOLE, SHORT = '"([ !#-[\\]-~]*)"', "(0|-?[1-9][0-9]{0,14})", "[ !#-+\\--[\\]-~]*"
DETAIL = f'"[a-z0-9_]+":(?:"{SHORT}"|0|-?[1-9][0-9]{{0,14}})'
FORMS = {"account_id": TEXT, "seq": WHOLE, "type": TEXT, "at": TEXT, "command_id": TEXT,
         **dict.fromkeys(SUMS.values(), WHOLE), **dict.fromkeys(SUMS, WHOLE),
         "details": f"{{((?:{DETAIL}(?:,{DETAIL})*)?)}}", "prev_hash": TEXT, "hash": TEXT}
plain = re.compile("{%s}\n?" % ",".join(f'"{name}":{FORMS[name]}' for name in FORMS)).fullmatch
has_twice = re.compile('("[a-z0-9_]+":)[^,]*,\\1').search
ORDERED = operator.itemgetter(*(name for name in sorted(FORMS) if name != "hash"))
WRITTEN = "{%s}" % ",".join(
    f'"{name}":' + {TEXT: '"%s"', WHOLE: "%s"}.get(FORMS[name], "{%s}")
    for name in sorted(FORMS) if name != "hash")
COUNTS = [name for name in FORMS if FORMS[name] == WHOLE]
decode = json.JSONDecoder(parse_float=lambda number: sys.exit(f"not an entry: {number}")).decode

def read(line):  # The entry, and the content that its hash is of.
    if found := plain(line):
        entry = dict(zip(FORMS, found.groups()))
        entry["details"] = ",".join(sorted(entry["details"].split(",")))
        if not has_twice(entry["details"]):
            content = (WRITTEN % ORDERED(entry)).encode()
            for name in COUNTS:
                entry[name] = int(entry[name])
            return entry, content
    entry = decode(line)
    return entry, canonical({name: entry[name] for name in entry if name != "hash"})

def fault_of(entry, content, head, settled):
    if entry["seq"] != head["seq"] + 1: return "gap"
    if entry["prev_hash"] != head["hash"]: return "broken chain"
    if entry["hash"] != sha256(content).hexdigest(): return "altered entry"
    for sum, delta in SUMS.items():
        if head[sum] + entry[delta] != entry[sum]: return "wrong arithmetic"
    for sum in SUMS:
        if entry[sum] < 0: return "negative balance"
    if entry["at"] < head["at"]: return "time goes back"
    if entry["command_id"] in settled: return "command settled twice"
    settled.add(entry["command_id"])

def add(a, b):  # Points of Ed25519 (RFC 8032), slow and plain.
    (x, y), (u, v), t = a, b, D * a[0] * b[0] * a[1] * b[1]
    return (x * v + u * y) * pow(1 + t, -1, P) % P, (y * v + x * u) * pow(1 - t, -1, P) % P

def times(n, a):
    rest = times(n // 2, add(a, a)) if n > 1 else (0, 1)
    return add(rest, a) if n % 2 else rest

def point(coded):
    y = number(coded) % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == coded[31] >> 7 else P - x, y)

def root_from(leaf, at, size, path):  # RFC 9162, 2.1.3.2.
    last, node = size - 1, sha256(b"\0" + leaf).digest()
    for step in map(b64decode, path):
        right = at % 2 == 1 or at == last
        node = sha256(b"\1" + (step + node if right else node + step)).digest()
        while right and at % 2 == 0 and at > 0:
            at, last = at // 2, last // 2
        at, last = at // 2, last // 2
    return b64encode(node).decode() if last == 0 else None

def signed_head(kept):
    body, lines = kept["note"].split("\n\n")
    name, key = kept["key"].split("+")[0], b64decode(kept["key"].split("+", 2)[2])[1:]
    signature = b64decode(re.search(f"^— {re.escape(name)} (.*)$", lines, re.M)[1])[4:]
    digest = sha512(signature[:32] + key + body.encode() + b"\n").digest()
    r, s, h = point(signature[:32]), number(signature[32:]), number(digest)
    one = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    size, text, head = kept["number"] + 1, kept["statement"], dict(kept["head"])
    log_root = root_from(text.encode(), size - 1, size, kept["log_path"])
    count, root = re.search(r"^accounts (\d+)\nroot (\S+)$", text, re.M).groups()
    path, at = head.pop("path"), head.pop("index")
    fits = body.split("\n")[:3] == [name, str(size), log_root] and times(s, one) == add(
        r, times(h, point(key))) and root_from(canonical(head), at, int(count), path) == root
    return head if fits else sys.exit("the checkpoint proves nothing")

given, heads, settled = list(zip(sys.argv[2:], sys.argv[3:])), {}, {}
claims = {(*text.split(";"), ""): "receipt not in the chain" for f, text in given if f[2] == "r"}
for head in (signed_head(json.load(open(file))) for flag, file in given if flag[2] == "c"):
    claims[(str(head["seq"]), head["hash"], head["account_id"])] = "checkpoint does not match"
for line in open(sys.argv[1], encoding="utf-8"):
    entry, content = read(line)
    account, seq, hash = entry["account_id"], str(entry["seq"]), entry["hash"]
    commands = settled.setdefault(account, set())
    if fault := fault_of(entry, content, heads.get(account, START), commands):
        sys.exit(f"{fault} at seq {seq} of {account}")
    heads[account] = {name: entry[name] for name in START}
    if claims: claims.pop((seq, hash, ""), claims.pop((seq, hash, account), None))
for (seq, *_), fault in sorted(claims.items()):
    sys.exit(f"{fault} at seq {seq}")
print(f"valid: {sum(map(len, settled.values()))} entries of {len(heads)} accounts")
