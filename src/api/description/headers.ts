/** Headers of answers, by the name that answers refer to them with. */
export const headerComponents = {
  'Request-Id': header('Names the call in every log; your own is echoed if it is well formed.'),
  'Credits-Charged': header('Cents that this call cost.', 'integer'),
  'Free-Calls-Used': header('Free calls that this call used.', 'integer'),
  'Credits-Balance': header('Cents that stand after it.', 'integer'),
  'Ledger-Entry': header('`<seq>;<hash>` of the entry that settled it: a receipt.'),
  'Idempotent-Replayed': header('`true` when the answer was given before under this key.'),
  'Preference-Applied': header('What of `Prefer` was followed.'),
  'Test-Key': header('`true` when a test key was answered: free, and in no ledger.'),
  Location: header('Where the answer will be.'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  ETag: header('Of the image.'),
  'Cache-Control': header('How long the image may be kept.'),
  'Content-Disposition': header('The name of the file.'),
  'X-Logo-Source': header('`catalog` or `monogram`.'),
}

export const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours, such as an order number. Again: the same answer, done and charged once.',
  schema: { type: 'string', pattern: '^[!-~][ -~]{0,254}$' },
}

export const preferHeader = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`respond-async`, or `wait=<seconds>`, or both (RFC 7240).',
  schema: { type: 'string' },
  example: 'wait=2',
}

function header(description: string, type: 'string' | 'integer' = 'string') {
  return { description, schema: { type } }
}
