import { byId } from './dom.js'
import { dollars } from './words.js'

const height = 220
const edge = { left: 56, right: 8, top: 14, bottom: 28 }
const barsPerLabel = 7

/** Bars of `{label, cents, hint}` in the chart's own width, so that its letters never shrink. */
export function drawBars(bars) {
  const chart = byId('chart')
  const width = Math.max(280, byId('chart-frame').clientWidth)
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`)
  chart.setAttribute('width', String(width))
  const top = niceTop(Math.max(...bars.map(({ cents }) => cents)))
  const step = (width - edge.left - edge.right) / bars.length
  const scale = (height - edge.top - edge.bottom) / top
  const base = height - edge.bottom
  const lines = [0, top / 2, top].map((cents) =>
    gridLine(chart, width, base - cents * scale, cents),
  )
  const drawn = bars.flatMap(({ label, cents, hint }, index) => {
    const x = edge.left + index * step
    const bar = { x: x + step * 0.16, y: base - cents * scale, width: step * 0.68 }
    const rect = shape(chart, 'rect', { ...bar, height: cents * scale, rx: 2, class: 'bar-shape' })
    // The whole column answers the pointer: a small bar is hard to hit.
    const column = { x, y: edge.top, width: step, height: base - edge.top, class: 'bar-column' }
    const area = shape(chart, 'rect', column)
    area.append(shape(chart, 'title', {}, hint))
    const place = { x: x + step / 2, y: height - 8, 'text-anchor': 'middle' }
    return index % barsPerLabel === 0
      ? [rect, area, shape(chart, 'text', place, label)]
      : [rect, area]
  })
  chart.replaceChildren(...lines.flat(), ...drawn)
}

function gridLine(chart, width, y, cents) {
  const line = { x1: edge.left, x2: width - edge.right, y1: y, y2: y, class: 'grid-line' }
  const place = { x: edge.left - 8, y: y + 4, 'text-anchor': 'end' }
  return [shape(chart, 'line', line), shape(chart, 'text', place, dollars(cents))]
}

/** The chart knows the namespace of its own kind. */
function shape(chart, name, attributes, text = '') {
  const element = document.createElementNS(chart.namespaceURI, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.textContent = text
  return element
}

/** The next round amount above: 2, 4, 10, 20, 40, 100 … so that its half is whole cents too. */
function niceTop(cents) {
  for (let unit = 1; ; unit *= 10) {
    for (const factor of [2, 4, 10]) if (unit * factor >= cents) return unit * factor
  }
}
