#!/usr/bin/env python3
"""A second verifier of exported ledgers, written from infra/LEDGER.md alone. Standard library only.

  python3 verify-ledger.py FILE [--receipt 'SEQ;HASH']...

Exit 0 and one line, or 1 and the first fault with its seq."""
import argparse
import hashlib
import json
import sys

SUMS = [("credits_delta_cents", "balance_cents"), ("free_calls_delta", "free_calls_remaining"),
        ("reserved_delta_cents", "reserved_cents")]


def canonical(value):  # RFC 8785, given that numbers are integers and names are ASCII.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read(line):
    def refuse(number):
        sys.exit(f"not an entry: {number} is no integer")
    return json.loads(line, parse_float=refuse, parse_constant=refuse)


def fault_of(entry, head, settled):
    if entry["seq"] != head["seq"] + 1:
        return f"gap: entry {head['seq'] + 1} is due"
    if entry["prev_hash"] != head["hash"]:
        return "broken chain"
    content = canonical({name: entry[name] for name in entry if name != "hash"})
    if hashlib.sha256(content).hexdigest() != entry["hash"]:
        return "altered entry"
    if any(head[stands] + entry[moves] != entry[stands] for moves, stands in SUMS):
        return "wrong arithmetic"
    if any(entry[stands] < 0 for _, stands in SUMS):
        return "negative balance"
    if entry["at"] < head["at"]:
        return "time goes back"
    command = hashlib.sha256(f"{entry['account_id']}\n{entry['command_id']}".encode()).digest()[:16]
    return "command settled twice" if command in settled else settled.add(command)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("file")
    options.add_argument("--receipt", action="append", default=[])
    asked = options.parse_args()
    claims, heads, settled, count = set(asked.receipt), {}, set(), 0
    start = {"seq": 0, "hash": "0" * 64, "at": "", **{stands: 0 for _, stands in SUMS}}
    for line in open(asked.file, encoding="utf-8"):
        entry = read(line)
        fault = fault_of(entry, heads.get(entry["account_id"], start), settled)
        if fault:
            sys.exit(f"{fault} at seq {entry['seq']} of {entry['account_id']}")
        heads[entry["account_id"]] = {name: entry[name] for name in start}
        claims.discard(f"{entry['seq']};{entry['hash']}")
        count += 1
    for claim in sorted(claims):
        sys.exit(f"receipt not in the chain at seq {claim.split(';')[0]}")
    print(f"valid: {count} entries of {len(heads)} accounts")


main()
