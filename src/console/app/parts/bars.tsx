import { useEffect, useRef } from 'preact/hooks'
import type { BarsParts } from './draw-bars.ts'

/** Stacked bars that fit their place; the drawing comes after the page, for it is long. */
export function Bars(parts: BarsParts) {
  const { labels, series, words } = parts
  const frame = useRef<HTMLDivElement>(null)
  const drawn = JSON.stringify([labels, series])
  useEffect(() => {
    const place = frame.current
    if (!place) return
    let isGone = false
    let stop = () => {}
    import('./draw-bars.ts')
      .then(({ drawBars }) => {
        if (!isGone) stop = drawBars(parts, place)
      })
      // Without the drawing its words are left.
      .catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [drawn])
  return (
    <figure class="bars">
      <div ref={frame} class="bars-frame" aria-hidden="true" />
      <figcaption class="quiet">{words}</figcaption>
    </figure>
  )
}
