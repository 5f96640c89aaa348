/** Examples of /openapi.json. The entry is a real one: its hash fits. */
export const entryExample = {
  account_id: 'acc_HweX43FqMAjocsgAEgmFTo',
  seq: 10,
  type: 'CallCharged',
  at: '2026-11-23T10:02:02.014Z',
  command_id: 'cmd_syVcyEQVcNs3IgZZ0000000e',
  credits_delta_cents: 0,
  free_calls_delta: -1,
  reserved_delta_cents: 0,
  balance_cents: 500,
  free_calls_remaining: 11,
  reserved_cents: 0,
  details: {
    call: 'person',
    items: 1,
    unit_price_cents: 2,
    free_calls_used: 1,
    charged_cents: 0,
    request_id: 'req_syVcyEQVcNs3IgZZ0000000e',
    result_sha256: '858b4a7574e19f1d25a50a8dc0188cfde3f59bfb22d58aaacfee2b4d96a4fe57',
  },
  prev_hash: 'a3d54292f16520a5fd93dfd72e89b9202c27ead8f5d9dc803eb931c581a1351a',
  hash: 'f0a803eb04cb914676bc1877772612fc3136581218586aebe14f020f268f9ae9',
}

export const exportExample = `${JSON.stringify(entryExample)}\n`

export const verifiedExample = {
  valid: true,
  entries: 10,
  head: { seq: 10, hash: entryExample.hash },
  balance_cents: 500,
  free_calls_remaining: 11,
  reserved_cents: 0,
  first_fault: null,
}

const origin = 'BbBwSmp48Uxs.localhost/ledger'

export const checkpointExample = {
  number: 0,
  at: '2026-11-23T10:02:02.901Z',
  accounts: 1,
  statement:
    'ledger heads v1\nnumber 0\nat 2026-11-23T10:02:02.901Z\naccounts 1\n' +
    'root r6FXiHtK/t4+TXCR18NGS4ynMWu0X2juIrenv98J9wE=\nprevious none\n',
  note:
    `${origin}\n1\nBBygBnKI2jSmNOsBHRZJU6lDuFEu9He4dp41lypC1Wg=\n\n— ${origin} ` +
    'XXHaQ708hIeOvlCzYB7giT4v7mvgWa08IAQSmlKV3DbJvHpXA8o6HO6HeUWvinN30XTrT3p4+Sc3/uLtq7M7sqO7ng8=\n',
}

const key = `${origin}+5d71da43+Aa2hzo32p4ehXP7v2vhtm5Wih+AVIsoBDHoQ0kxwLrKk`

export const ownCheckpointExample = {
  ...checkpointExample,
  key,
  log_path: [],
  head: {
    account_id: entryExample.account_id,
    seq: 13,
    hash: '0dc9c54c17181e4aa835897d23d90d99916861a5e5fbd696b266ae39b248e2d1',
    index: 0,
    path: [],
  },
}

export const keysExample = { keys: [{ key, since: '2026-11-23T10:01:15.888Z' }] }
