import { z } from 'zod'
import { bundle } from '../bundle.ts'
import { openChild } from '../child.ts'
import type { Closing } from '../closing.ts'
import type { Side } from './side.ts'

const startLimitMs = 60_000
const started = z.object({ port: z.int(), keys: z.array(z.string()) })

/**
 * A side that is a program of the bench: it says on its first line where it listens and for whom.
 */
export async function openPlain(
  name: string,
  program: string,
  deps: { readonly closing: Closing; readonly args: readonly string[] },
): Promise<Side> {
  const { closing, args } = deps
  const child = openChild({ name, args: [await bundle(program), ...args], closing })
  const { port, keys } = started.parse(JSON.parse(await child.line(startLimitMs)))
  return { name, pid: child.pid, port, keys }
}
