/** Aborts when nothing has moved for so long: where a limit of the whole is not the right one. */
export function openIdleLimit(limitMs: number) {
  const stop = new AbortController()
  const late = new DOMException(`Nothing for ${limitMs / 1_000} s.`, 'TimeoutError')
  let timer: NodeJS.Timeout | undefined
  function moved(): void {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(late), limitMs)
  }
  moved()
  return { signal: stop.signal, moved, close: () => clearTimeout(timer) }
}
