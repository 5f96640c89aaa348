import type { MatchRateAnswer, UsageAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'

export type UsageStepName = 'hour' | 'day' | 'month'
type UsageGroup = 'type' | 'key'
export type UsageFigure = 'charged_cents' | 'items' | 'calls'

export interface UsageWindowAsked {
  readonly from: string
  readonly to: string
  readonly step: UsageStepName
  readonly by: UsageGroup
}

/** Figures of one group in one step, as the CSV of the API has them. */
interface UsageCell {
  readonly start: string
  readonly group: string
  readonly figures: Readonly<Record<UsageFigure, number>>
}

export interface UsageShown {
  readonly answer: UsageAnswer
  readonly matches: MatchRateAnswer
  readonly cells: readonly UsageCell[]
  /** Every step of the window, also those in which nothing happened. */
  readonly steps: readonly string[]
}

export async function readUsage(asked: UsageWindowAsked, signal: AbortSignal): Promise<UsageShown> {
  const { from, to, step } = asked
  const path = usagePath(asked)
  const headers = { Accept: 'text/csv' }
  const span = new URLSearchParams({ from, granularity: step, ...(to ? { to } : {}) })
  const [answer, csv, matches] = await Promise.all([
    call<UsageAnswer>('GET', path, { signal }),
    call('GET', path, { signal, headers }),
    call<MatchRateAnswer>('GET', `/usage/matches?${span}`, { signal }),
  ])
  return {
    answer: answer.json,
    matches: matches.json,
    cells: cellsOf(csv.text),
    steps: stepsOf(answer.json, step),
  }
}

export function usagePath({ from, to, step, by }: UsageWindowAsked): string {
  const query = new URLSearchParams({ from, granularity: step, by, ...(to ? { to } : {}) })
  return `/usage?${query}`
}

/** Its groups are types or ids of keys, so no cell of it is ever quoted. */
export function cellsOf(csv: string): readonly UsageCell[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const figure = (name: UsageFigure) => Number(cells[names.indexOf(name)] ?? 0)
    const figures = {
      charged_cents: figure('charged_cents'),
      items: figure('items'),
      calls: figure('calls'),
    }
    return { start: cells[0] ?? '', group: cells[1] ?? '', figures }
  })
}

const stepsMax = 1_000
const stepMs = { hour: 3_600_000, day: 86_400_000 }

export function stepsOf(
  { from, to }: Pick<UsageAnswer, 'from' | 'to'>,
  step: UsageStepName,
): readonly string[] {
  const steps: string[] = []
  const end = Date.parse(to)
  let at = firstStep(from, step)
  while (at <= end && steps.length < stepsMax) {
    steps.push(new Date(at).toISOString())
    at = step === 'month' ? nextMonth(at) : at + stepMs[step]
  }
  return steps
}

function firstStep(from: string, step: UsageStepName): number {
  if (step === 'month') return Date.parse(`${from.slice(0, 7)}-01T00:00:00.000Z`)
  const ms = Date.parse(from)
  return ms - (ms % stepMs[step])
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}
