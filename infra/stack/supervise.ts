import { setTimeout as sleep } from 'node:timers/promises'
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
 * Starts each again whenever it ends, for as long as the stack is there: the others wait for it,
 * and come back by themselves.
 */
export async function superviseAll(servers: readonly StackServer[], watch: Watch): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (watch.stopping.aborted) resolve()
    watch.stopping.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.all(servers.map((server) => supervise(server, { ...watch, stopped })))
}

async function supervise(
  server: StackServer,
  watch: Watch & { readonly stopped: Promise<void> },
): Promise<void> {
  const { stopping, stopped } = watch
  for (;;) {
    const reason = await Promise.race([server.ended(), stopped])
    if (stopping.aborted) return
    watch.tell(`${server.name} has ended (${reason}); it is started again.`)
    await Promise.race([sleep(restartAfterMs), stopped])
    if (stopping.aborted) return
    try {
      await server.restart()
      watch.restarted(server)
    } catch (error) {
      if (stopping.aborted) return
      watch.tell(error instanceof Error ? error.message : String(error))
    }
  }
}
