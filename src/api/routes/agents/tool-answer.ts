import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { InsideAnswer } from '../../inside.ts'
import type { Tool } from './tool.ts'

/** An endpoint's answer as agents get it: the object, its receipt, or the problem in words. */
export function toolAnswer(tool: Tool, answer: InsideAnswer, key: string): CallToolResult {
  if (answer.status === 202 && tool.name !== 'submit_job') return stillPending(key)
  if (answer.status >= 400) return failed(problemText(answer))
  const shown = tool.shown(JSON.parse(answer.text))
  return told(tool.isPaid ? { ...shown, ...receiptOf(answer) } : shown)
}

export function told(structuredContent: object): CallToolResult {
  const text = JSON.stringify(structuredContent)
  return { content: [{ type: 'text', text }], structuredContent: { ...structuredContent } }
}

/** The agent reads why, and may do something about it. */
export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function stillPending(key: string): CallToolResult {
  return failed(
    'The answer is not there yet. It will be charged once: call the tool again with the same ' +
      `arguments and idempotency_key "${key}".`,
  )
}

function receiptOf({ headers }: InsideAnswer) {
  return {
    charged_cents: numberIn(headers['credits-charged']),
    free_calls_used: numberIn(headers['free-calls-used']),
    balance_cents: numberIn(headers['credits-balance']),
    ledger_entry: headers['ledger-entry'] === undefined ? null : String(headers['ledger-entry']),
  }
}

function numberIn(header: string | readonly string[] | undefined): number | null {
  return header === undefined ? null : Number(header)
}

/** `Not enough credits: This needs 2 cents … (insufficient_credits)`, and each fault on a line. */
function problemText({ status, text }: InsideAnswer): string {
  const { title, detail, code, errors = [] } = readProblem(text)
  const lines = errors.map(({ pointer, message }) => `${pointer}: ${message}`)
  return [`${title ?? status}: ${detail ?? ''} (${code ?? status})`, ...lines].join('\n')
}

interface ToldProblem {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
}

function readProblem(text: string): ToldProblem {
  return JSON.parse(text) as ToldProblem // as: our own endpoints write problems in this form.
}
