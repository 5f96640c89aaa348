import type { AuditSource } from '../../audit/log/read-log.ts'
import type { Cli } from '../command.ts'
import type { Bar } from '../terminal.ts'
import { withOperatorLog } from './log.ts'

/** The log and the views that audits read, closed whatever happens. */
export function withSource<T>(cli: Cli, act: (source: AuditSource) => Promise<T>): Promise<T> {
  return withOperatorLog(cli, async ({ log, pool, codec }) =>
    act({ log, pool, codec: await codec() }),
  )
}

/** A bar that begins when the work knows how long it is. */
export function lateBar({ terminal }: Cli, note: string) {
  const bars: Bar[] = []
  return {
    update(done: number, total: number): void {
      if (bars.length === 0) bars.push(terminal.bar(total))
      bars[0]?.update(done, note)
    },
    stop(): void {
      for (const bar of bars) bar.stop()
    },
  }
}
