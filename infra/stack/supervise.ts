import { setTimeout as delay } from 'node:timers/promises'
import type { StackServer } from './server.ts'

/** No shorter: what dies at once after each start would take the whole machine. */
const restartAfterMs = 1_000

export interface Watch {
  readonly stopping: AbortSignal
  /** It serves again. */
  readonly restarted: (server: StackServer) => void
  readonly tell: (sentence: string) => void
}

/**
 * Starts it again whenever it ends, for as long as the stack is there: the others wait for it, and
 * come back by themselves.
 */
export async function supervise(server: StackServer, watch: Watch): Promise<void> {
  const { stopping } = watch
  for (;;) {
    const reason = await endOrStop(server, stopping)
    if (stopping.aborted) return
    watch.tell(`${server.name} has ended (${reason}); it is started again.`)
    await delay(restartAfterMs, undefined, { signal: stopping }).catch(() => {})
    try {
      stopping.throwIfAborted()
      await server.restart()
      watch.restarted(server)
    } catch (error) {
      if (stopping.aborted) return
      watch.tell(error instanceof Error ? error.message : String(error))
    }
  }
}

function endOrStop(server: StackServer, stopping: AbortSignal): Promise<string> {
  const stopped = new Promise<string>((resolve) => {
    if (stopping.aborted) resolve('stopped')
    stopping.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  return Promise.race([server.ended(), stopped])
}
