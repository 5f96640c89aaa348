import type { ProblemCode } from '../../messages/problem.ts'

/** A way out of each problem, as Markdown. */
export const remedies: Readonly<Record<ProblemCode, string>> = {
  malformed_json: 'Send one JSON value in UTF-8, quoted for your shell where it comes from one.',
  invalid_request: '`errors` names each member or parameter, and what is wrong with it.',
  link_not_valid: 'Links work once, and not for long. Ask for a new one.',
  batch_too_large: 'Send fewer items in a call, or all of them as a [job](/docs/batches-and-jobs).',
  unauthenticated: 'Send `Authorization: Bearer` with a key that works, or a session token.',
  wrong_credentials: 'Try again, or have a link to a new password sent: `POST /auth/reset`.',
  second_factor_needed: 'Log in again with `totp_code`, the code that your app shows now.',
  insufficient_credits:
    'Buy credits. The same request under the same [Idempotency-Key](/docs/idempotency) then goes through.',
  key_cap_reached: 'The cap counts anew with the next month of UTC. Until then use another key.',
  address_refused: 'Call from one of its `allowed_addresses`, or make a key that allows yours.',
  insufficient_scope: '`detail` names the scope. Make a key that has it.',
  live_key_needed: 'A test key only answers from examples. Use a live one.',
  more_than_own_key: 'Ask for no more than the key has, or make the new key in a session.',
  wrong_code: 'Send the code that the app shows now. Is the clock of the device right?',
  wrong_password: 'Send the password that the account has now.',
  foreign_origin: 'Call from your server instead: pages of other sites are not let in.',
  session_needed: 'Log in (`POST /auth/login`) and send the token instead of the key.',
  not_found:
    'Check the path and the id. A look-up that finds nothing is answered so, too, and is free.',
  method_not_allowed: '`Allow` names the methods that there are.',
  request_timeout: 'Send the head and the body without long pauses.',
  credits_remain: 'Spend them, or say `"forfeit_credits": true`.',
  email_taken: 'Log in with it, or have a link to a new password sent.',
  answer_expired:
    'What was charged stands in the ledger. Ask anew, under another Idempotency-Key; it is charged anew.',
  limit_reached: '`detail` says of what. Delete or finish one of them first.',
  job_running: 'Wait for its end, or cancel it.',
  body_too_large: 'Send less at once: see [Limits](/docs/limits).',
  unsupported_media_type: 'Name the type in `Content-Type`: mostly `application/json`.',
  expectation_failed: 'Leave the `Expect` header out.',
  idempotency_key_reused: 'Send another request under a new key, or exactly the former one again.',
  too_many_requests: 'Wait for `Retry-After` seconds, then repeat it.',
  internal_error:
    'Repeat it under the same Idempotency-Key. If it stays, give us the `request_id`.',
  unavailable: 'Wait for `Retry-After` seconds, then repeat it under the same Idempotency-Key.',
  storage_full: 'Wait for `Retry-After` seconds, then repeat it.',
}
