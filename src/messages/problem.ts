import { canonical } from '../ledger/canonical.ts'

/**
 * The word to a caller when there is no answer: RFC 9457 problems with a closed list of codes.
 * Workers write them too (a lookup that found nothing is settled like any answer), so they live
 * beside both.
 */
export const problems = {
  malformed_json: { status: 400, title: 'The body is not JSON' },
  invalid_request: { status: 400, title: 'The request is not valid' },
  link_not_valid: { status: 400, title: 'The link is not valid any more' },
  batch_too_large: { status: 400, title: 'Too many items for one request' },
  unauthenticated: { status: 401, title: 'A valid key is needed' },
  wrong_credentials: { status: 401, title: 'E-mail or password is wrong' },
  second_factor_needed: { status: 401, title: 'A code of the second factor is needed' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  key_cap_reached: { status: 402, title: 'The key has spent what it may this month' },
  address_refused: { status: 403, title: 'The key may not be used from this address' },
  insufficient_scope: { status: 403, title: 'The key lacks a scope' },
  live_key_needed: { status: 403, title: 'A live key is needed' },
  more_than_own_key: { status: 403, title: 'A key makes no key that may do more' },
  wrong_code: { status: 403, title: 'The code is wrong' },
  wrong_password: { status: 403, title: 'The password is wrong' },
  foreign_origin: { status: 403, title: 'A page of another site asks' },
  session_needed: { status: 403, title: 'A session is needed, not a key' },
  not_found: { status: 404, title: 'Nothing found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  request_timeout: { status: 408, title: 'The request came too slowly' },
  credits_remain: { status: 409, title: 'There are credits left' },
  email_taken: { status: 409, title: 'The e-mail has an account' },
  answer_expired: { status: 409, title: 'The answer is no longer kept' },
  limit_reached: { status: 409, title: 'There may be no more of these' },
  job_running: { status: 409, title: 'The job is still running' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The service cannot answer now' },
  storage_full: { status: 507, title: 'No room for more' },
} as const

export type ProblemCode = keyof typeof problems

export interface ProblemError {
  /** JSON Pointer (RFC 6901) into the body, or the name of a header or parameter. */
  readonly pointer: string
  readonly message: string
}

export interface ProblemText {
  readonly detail: string
  readonly instance: string
  readonly requestId: string
  readonly errors?: readonly ProblemError[]
  readonly members?: Readonly<Record<string, number | string>>
}

export const problemMediaType = 'application/problem+json'

export function typeOfProblem(code: ProblemCode): string {
  return `urn:enrich:problem:${code}`
}

/** Relative to the service, as `instance` is: whoever writes a problem may not know its address. */
export function docUrlOf(code: ProblemCode): string {
  return `/docs/errors#${code}`
}

/** The body of a problem, in canonical form like every body that a ledger entry may be bound to. */
export function problemBody(code: ProblemCode, text: ProblemText): string {
  const { status, title } = problems[code]
  return canonical({
    type: typeOfProblem(code),
    doc_url: docUrlOf(code),
    title,
    status,
    detail: text.detail,
    instance: text.instance,
    code,
    request_id: text.requestId,
    ...(text.errors ? { errors: text.errors } : {}),
    ...text.members,
  })
}
