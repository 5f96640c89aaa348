import type { Form, Struck } from './attack.ts'
import type { Bystood } from './bystander.ts'

/** The least that is promised of the service while it is attacked, and after. */
export const p99LimitMs = 250
export const memoryLimitMib = 450
/** The bystander's own calls leave something, and Node keeps some of its heap for the next ones. */
export const diskSlackMib = 32
export const memorySlackMib = 192
export const backWithinMs = 60_000

export interface Report extends Struck {
  readonly name: string
  readonly says: string
  readonly bystander: Bystood
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number } | null
  readonly disk: { readonly before: number; readonly peak: number; readonly after: number }
  readonly isBack: boolean
  /** Null when the service was gone. */
  readonly minted: number | null
  readonly died: boolean
}

/** Here `missed` also has the limits of every attack; it is empty when all held. */
export interface Judged extends Report {
  readonly form: Form
}

/** Times count only in the long form, which has the machine to itself. */
export function judge(report: Report, form: Form): Judged {
  return { ...report, form, missed: missedBy(report, form) }
}

function missedBy(report: Report, form: Form): readonly string[] {
  const { bystander, memory, minted, guessesBeyond = 0 } = report
  const [first] = bystander.errors
  const faults: readonly (readonly [boolean, string])[] = [
    [report.died, 'the process died'],
    [first !== undefined, `the bystander had ${bystander.errors.length} errors, first ${first}`],
    [bystander.calls === 0, 'the bystander made no call'],
    [bystander.unhealthy > 0, `/healthz was not 200 ${bystander.unhealthy} times`],
    [
      form === 'long' && bystander.p99Ms > p99LimitMs,
      `the bystander's p99 is ${bystander.p99Ms} ms, more than ${p99LimitMs}`,
    ],
    [
      (memory?.peak ?? 0) > memoryLimitMib,
      `Node took ${memory?.peak} MiB, more than ${memoryLimitMib}`,
    ],
    [!report.isBack, `disk or memory were not back within ${backWithinMs / 1_000} s`],
    [minted !== 0, minted === null ? 'ledgers could not be read' : `${minted} cents were minted`],
    [guessesBeyond > 0, `${guessesBeyond} guesses were evaluated beyond the limit`],
  ]
  return [...report.missed, ...faults.flatMap(([isSo, says]) => (isSo ? [says] : []))]
}
