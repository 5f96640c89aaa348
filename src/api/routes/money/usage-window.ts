import { z } from 'zod'
import { ProblemSignal } from '../../http/exchange.ts'
import { windowParameters } from '../../http/schemas.ts'
import type { UsageWindow } from '../../money/read-usage.ts'

const day = 24 * 3_600_000
const defaultSpanMs = 30 * day
const seriesMax = 10_000
const stepMs = { hour: 3_600_000, day, month: 28 * day }

export const granularities = ['hour', 'day', 'month'] as const

export const windowQuery = {
  ...windowParameters,
  granularity: z.enum(granularities).optional().meta({ description: 'Default: day.' }),
}
type WindowQuery = z.infer<z.ZodObject<typeof windowQuery>>

export function windowOf({ from, to, granularity = 'day' }: WindowQuery): UsageWindow {
  // A window that begins in the future is empty, as it is for the ledger.
  const endMs = from === undefined ? Date.now() : Math.max(Date.now(), Date.parse(from))
  const toMs = to === undefined ? endMs : Date.parse(to)
  // Whole hours are read faster, and nobody left `from` out for the sake of a minute.
  const fromMs = from === undefined ? wholeHour(toMs - defaultSpanMs) : Date.parse(from)
  if (fromMs > toMs) throw wrongWindow('`from` lies after `to`.')
  if ((toMs - fromMs) / stepMs[granularity] > seriesMax) {
    throw wrongWindow(`The window holds more than ${seriesMax} ${granularity}s.`)
  }
  return { fromMs, toMs, granularity }
}

function wholeHour(ms: number): number {
  return ms - (((ms % stepMs.hour) + stepMs.hour) % stepMs.hour)
}

export function wrongWindow(detail: string): ProblemSignal {
  return new ProblemSignal('invalid_request', {
    detail,
    errors: [{ pointer: 'from', message: detail }],
  })
}
