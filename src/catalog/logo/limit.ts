/** More callers wait than the limit allows: the shell answers that the service is busy. */
export class LogosBusy extends Error {
  override readonly name = 'LogosBusy'
}

/** Runs at most `atOnce` tasks; at most `waitingMax` wait for their turn. */
export function limit(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new LogosBusy('too many logos are being drawn')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
