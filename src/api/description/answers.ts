import type { ProblemCode } from '../../messages/problem.ts'
import { problemMediaType, problems } from '../../messages/problem.ts'
import type { Route, RouteAnswer } from '../route.ts'
import { keepsAnswers } from '../route.ts'
import { referenceTo } from './components.ts'

const text = { type: 'string' }
/** Pages and images are nothing that a client would make a type of. */
const pictures = ['image/png', 'image/svg+xml', 'image/webp']

export function responsesOf(route: Route): Record<string, unknown> {
  const responses: Record<string, unknown> = {}
  for (const [status, answer] of Object.entries(route.answers)) responses[status] = answerOf(answer)
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(route)) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of byStatus) responses[status] ??= problemAnswer(codes)
  return responses
}

function answerOf(answer: RouteAnswer) {
  const content = contentOf(answer)
  return {
    description: answer.description,
    headers: headerRefs(['Request-Id', ...(answer.headers ?? [])]),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  }
}

function contentOf({ mediaType = 'application/json', schema, example, forms = {} }: RouteAnswer) {
  const others = Object.entries(forms).map(([type, form]) => [
    type,
    { schema: text, example: form },
  ])
  if (!schema && mediaType === 'application/json') return Object.fromEntries(others)
  const shown = example === undefined ? {} : { example }
  const media = mediaType === 'image/*' ? pictures : [mediaType]
  const content = { schema: schema ? referenceTo(schema) : text, ...shown }
  return Object.fromEntries([...media.map((type) => [type, content]), ...others])
}

function problemAnswer(codes: readonly ProblemCode[]) {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  const schema = { $ref: '#/components/schemas/Problem' }
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
    headers: headerRefs(['Request-Id']),
    content: { [problemMediaType]: { schema, examples: Object.fromEntries(examples) } },
  }
}

function headerRefs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The answers that follow from the kind of a route, beside those that it names itself. */
export function problemsOf(route: Route): ReadonlySet<ProblemCode> {
  const codes = new Set<ProblemCode>(['internal_error', 'unavailable', 'invalid_request'])
  for (const code of route.problems ?? []) codes.add(code)
  if (route.auth === 'session') codes.add('session_needed')
  if (route.auth !== 'public') codes.add('unauthenticated').add('too_many_requests')
  if (route.scope) codes.add('address_refused')
  if (route.scope && route.scope !== 'any') codes.add('insufficient_scope').add('live_key_needed')
  if (route.body) {
    codes.add('malformed_json').add('body_too_large')
    codes.add('unsupported_media_type').add('request_timeout').add('too_many_requests')
  }
  if (keepsAnswers(route)) codes.add('idempotency_key_reused')
  if (route.paid) {
    codes.add('insufficient_credits').add('answer_expired')
    codes.add('idempotency_key_reused').add('key_cap_reached')
  }
  return codes
}
