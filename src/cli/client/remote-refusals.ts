import { z } from 'zod'
import type { ApiError } from '../../client/send.ts'
import { errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import { CommandRefused } from '../command.ts'
import { counted, dollars } from '../figures.ts'

/** No answer came: whether the request arrived is not known. */
export class Unanswered extends CommandRefused {
  constructor(server: string, cause: unknown) {
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause
    const code = errorCodeOf(reason)
    super(unansweredText(server, code, reason), cause)
  }
}

function unansweredText(server: string, code: string | null, reason: unknown): string {
  if (code === 'ECONNREFUSED') {
    return (
      `Nothing listens at ${server}. Start the service with npm start in its checkout, or name ` +
      'another one with ENRICH_URL.'
    )
  }
  if (code === 'ENOTFOUND') return `There is no host of the name in ${server}. See ENRICH_URL.`
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return `${server} has not answered in time. What was asked may have happened or not.`
  }
  const said = reason instanceof Error ? reason.message : String(reason)
  return `The connection to ${server} failed: ${said}.`
}

/** The service answered that it will not. */
export class Refusal extends CommandRefused {
  readonly status: number
  /** Null unless the service asked to come back later. */
  readonly retryAfterMs: number | null

  constructor(status: number, message: string, retryAfterMs: number | null) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** RFC 9457, and the members that say how much is missing. */
const problemSchema = z.object({
  title: z.string(),
  code: z.string().optional(),
  detail: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
  required_cents: z.number().optional(),
  available_cents: z.number().optional(),
  free_calls_remaining: z.number().optional(),
})

type Problem = z.infer<typeof problemSchema>

const errorsShown = 20

/** An error of the client as one sentence that says what to do. */
export function refusalOf(server: string, error: ApiError): Refusal | Unanswered {
  const { status, retryAfterMs } = error
  if (status === 0) return new Unanswered(server, error.cause)
  const problem = problemSchema.safeParse(error.problem)
  const text = problem.success
    ? problemText(status, problem.data, server)
    : `${server} answered ${status}, and not as this service does. Is ENRICH_URL right?`
  return new Refusal(status, text, status === 429 || status === 503 ? retryAfterMs : null)
}

function problemText(status: number, problem: Problem, server: string): string {
  if (status === 402) return shortOfCredits(problem)
  if (problem.code === 'second_factor_needed') {
    return 'The account has a second factor. Give its code, or a recovery code, with --code.'
  }
  const text = problem.detail ?? `${problem.title}.`
  const errors = (problem.errors ?? []).filter(({ message }) => !text.includes(message))
  const lines = [
    text,
    ...errors.slice(0, errorsShown).map(({ pointer, message }) => `  ${pointer}: ${message}`),
    ...(errors.length > errorsShown ? [`  and ${errors.length - errorsShown} more`] : []),
  ]
  if (status === 401) lines.push(`Run: npx enrich login (the server is ${server})`)
  if (status >= 500 && problem.request_id) lines.push(`The request was ${problem.request_id}.`)
  return lines.join('\n')
}

/** As POST /payments/create-order takes it. */
const orderMinCents = 100

function shortOfCredits(problem: Problem): string {
  const { required_cents: required, available_cents: available = 0 } = problem
  if (required === undefined) return problem.detail ?? problem.title
  const missing = required - available
  const free = counted(problem.free_calls_remaining ?? 0, 'free call')
  return (
    `Not enough credits: ${dollars(required)} are needed beyond ${free}, ${dollars(available)} ` +
    `are there, ${dollars(missing)} are missing. Nothing was charged.\n` +
    `Buy some: npx enrich buy ${Math.max(missing, orderMinCents)}`
  )
}
