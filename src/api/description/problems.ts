import type { ProblemCode, ProblemText } from '../../messages/problem.ts'
import { problemBody, problems, typeOfProblem } from '../../messages/problem.ts'

const codes = Object.keys(problems) as readonly ProblemCode[] // as: the list is closed.
const cents = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** RFC 9457, of the closed list of types. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'doc_url'],
  properties: {
    type: { ...text, enum: codes.map(typeOfProblem), description: 'Names the kind, for ever.' },
    title: { ...text, description: 'The kind in words.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { ...text, description: 'This very problem, and the way out of it.' },
    instance: { ...text, description: 'The path that was asked for.' },
    code: { ...text, enum: codes, description: 'The last part of `type`.' },
    request_id: { ...text, description: 'The `Request-Id` header, by which we find the call.' },
    doc_url: {
      ...text,
      format: 'uri-reference',
      description: 'Where the documentation tells of the kind, relative to the service.',
    },
    errors: {
      type: 'array',
      description: 'Every fault of the request, at most twenty.',
      items: { $ref: '#/components/schemas/ProblemError' },
    },
    required_cents: { ...cents, description: 'Of `insufficient_credits`: the price.' },
    available_cents: { ...cents, description: 'Of `insufficient_credits`: what there is.' },
    free_calls_remaining: { ...cents, description: 'Of `insufficient_credits`.' },
    required_scope: { ...text, description: 'Of `insufficient_scope`.' },
    monthly_cap_cents: { ...cents, description: 'Of `key_cap_reached`.' },
    spent_cents: { ...cents, description: 'Of `key_cap_reached`: in this month of UTC.' },
    resets_at: { ...text, format: 'date-time', description: 'Of `key_cap_reached`.' },
  },
}

export const problemErrorSchema = {
  type: 'object',
  required: ['pointer', 'message'],
  properties: {
    pointer: {
      ...text,
      description: 'A JSON Pointer into the body, or the name of a header or parameter.',
    },
    message: text,
  },
}

const more: { readonly [C in ProblemCode]?: Partial<ProblemText> } = {
  invalid_request: { errors: [{ pointer: '/description', message: 'is missing' }] },
  insufficient_credits: {
    members: { required_cents: 2, available_cents: 1, free_calls_remaining: 0 },
  },
  insufficient_scope: { members: { required_scope: 'manage' } },
  key_cap_reached: {
    members: {
      monthly_cap_cents: 5_000,
      spent_cents: 4_999,
      resets_at: '2026-02-01T00:00:00.000Z',
    },
  },
}

/** An example of each kind, by its code. */
export function problemExamplesOf(used: ReadonlySet<ProblemCode>): Record<string, unknown> {
  const about = { instance: '/enrich', requestId: 'req_hPtNFPqPUyYB6uZFuoaEYR' }
  const examples = [...used].map((code) => {
    const { title } = problems[code]
    const body = problemBody(code, { ...about, detail: `${title}.`, ...more[code] })
    return [code, { summary: title, value: JSON.parse(body) }]
  })
  return Object.fromEntries(examples)
}
