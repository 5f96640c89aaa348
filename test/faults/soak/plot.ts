/**
 * A picture of lines over time, as text: panels below one another with one axis of minutes. It
 * knows nothing of what it shows, and brings its colours for light and dark.
 */
export interface Plot {
  readonly title: string
  readonly minutes: number
  readonly panels: readonly Panel[]
  readonly marks: readonly Mark[]
  /** One line below: what a mark is. */
  readonly note: string
}

interface Panel {
  readonly title: string
  readonly unit: string
  readonly scale: 'linear' | 'log'
  readonly lines: readonly Line[]
}

export interface Line {
  readonly name: string
  /** Null is a gap. */
  readonly points: readonly Point[]
}

interface Point {
  readonly minute: number
  readonly value: number | null
}

interface Mark {
  readonly minute: number
  readonly name: string
}

const width = 960
const left = 64
const right = width - 16
const panelTop = 84
const panelHeight = 120
const panelStep = 176
const pointsMax = 180

const light = '#0550ae #bc4c00 #116329 #8250df #cf222e #7d4e00 #1b7c83 #bf3989'.split(' ')
const dark = '#79c0ff #f0883e #56d364 #d2a8ff #ff7b72 #e3b341 #39c5cf #f778ba'.split(' ')

export function plot({ title, minutes, panels, marks, note }: Plot): string {
  const tops = panels.map((_, index) => panelTop + index * panelStep)
  const bottom = (tops.at(-1) ?? 0) + panelHeight
  const height = bottom + 64
  const x = (minute: number) => left + (right - left) * Math.min(1, Math.max(0, minute / minutes))
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style()}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(left, 28, title, 'head'),
    ...marks.map(({ minute, name }) => {
      const line = tops.map((top) => `M${short(x(minute))} ${top}v${panelHeight}`).join('')
      const said = `<title>${minute.toFixed(1)} min: ${escaped(name)}</title>`
      return `<path class="mark" d="${line}">${said}</path>`
    }),
    ...panels.map((panel, index) => drawn(panel, tops[index] ?? 0, x)),
    ...ticks(minutes, 10).map((minute) => text(x(minute), bottom + 18, String(minute), 'mid')),
    text((left + right) / 2, bottom + 36, 'minutes', 'mid'),
    text(left, bottom + 54, note, ''),
    '</svg>',
  ].join('\n')}\n`
}

function drawn(panel: Panel, top: number, x: (minute: number) => number): string {
  const { axis, share } = scaleOf(panel)
  const y = (value: number) => top + panelHeight * (1 - share(value))
  let at = left
  const legend = panel.lines.map(({ name }, index) => {
    const entry = `<path class="l${index}" d="M${at} ${top - 10}h14"/>${text(at + 18, top - 6, name, '')}`
    at += 34 + name.length * 7
    return entry
  })
  const isEmpty = panel.lines.every(({ points }) => points.every(({ value }) => value === null))
  return [
    '<g>',
    text(left, top - 24, `${panel.title}, ${panel.unit}`, 'sub'),
    ...legend,
    ...axis.map((value) => {
      const level = short(y(value))
      const grid = `<path class="grid" d="M${left} ${level}H${right}"/>`
      return grid + text(left - 8, Number(level) + 4, value.toLocaleString('en'), 'end')
    }),
    ...panel.lines.map(({ points }, index) => {
      return `<path class="l${index}" d="${pathOf(thinned(points), x, y)}"/>`
    }),
    ...(isEmpty
      ? [text((left + right) / 2, top + panelHeight / 2, 'nothing was seen', 'mid')]
      : []),
    '</g>',
  ].join('\n')
}

/** The values of the axis, and how far up a value stands, from 0 to 1. */
function scaleOf({ scale, lines }: Panel) {
  const values = lines.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  const most = values.reduce((one, other) => Math.max(one, other), 0)
  if (scale === 'log') {
    const decades = Math.max(1, Math.ceil(Math.log10(Math.max(1, most))))
    const axis = Array.from({ length: decades + 1 }, (_, power) => 10 ** power)
    // Below 1 is on the floor.
    return { axis, share: (value: number) => Math.log10(Math.max(1, value)) / decades }
  }
  const axis = ticks(most || 1, 4)
  const last = axis.at(-1) ?? 1
  const step = last - (axis.at(-2) ?? 0)
  const top = last < most ? last + step : last
  if (top > last) axis.push(top)
  return { axis, share: (value: number) => Math.max(0, value) / top }
}

/** Round numbers from 0, so many at most beside it, the last not above `most`. */
function ticks(most: number, count: number): number[] {
  const rough = most / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
  const steps = Math.floor(most / step + 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** The highest of each few neighbours stays, because peaks are what one looks for. */
function thinned(points: readonly Point[]): readonly Point[] {
  const size = Math.ceil(points.length / pointsMax)
  const kept: Point[] = []
  for (let from = 0; from < points.length; from += size) {
    const some = points.slice(from, from + size)
    kept.push(some.reduce((one, other) => ((other.value ?? -1) > (one.value ?? -1) ? other : one)))
  }
  return kept
}

function pathOf(
  points: readonly Point[],
  x: (minute: number) => number,
  y: (value: number) => number,
): string {
  let isGap = true
  const steps = points.map(({ minute, value }) => {
    const step = value === null ? '' : `${isGap ? 'M' : 'L'}${short(x(minute))} ${short(y(value))}`
    // A point between two gaps is seen by the round end of a line without length.
    const dot = value !== null && isGap ? 'h0' : ''
    isGap = value === null
    return step + dot
  })
  return steps.join('')
}

function text(x: number, y: number, words: string, look: string): string {
  const name = look === '' ? '' : ` class="${look}"`
  return `<text x="${short(x)}" y="${short(y)}"${name}>${escaped(words)}</text>`
}

function short(value: number): string {
  return String(Number(value.toFixed(1)))
}

function escaped(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function style(): string {
  const lines = (colours: readonly string[]) =>
    colours.map((colour, index) => `.l${index}{stroke:${colour}}`).join('')
  return [
    'text{font:12px system-ui,sans-serif;fill:#1f2328}.head{font-size:16px;font-weight:600}',
    '.sub{font-weight:600}.mid{text-anchor:middle}.end{text-anchor:end}',
    'path{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}',
    '.ground{fill:#fff}.grid{stroke:#d1d9e0;stroke-width:1}',
    '.mark{stroke:#818b98;stroke-width:1;stroke-dasharray:2 4}',
    lines(light),
    '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0d1117}',
    `.grid{stroke:#30363d}.mark{stroke:#7d8590}${lines(dark)}}`,
  ].join('')
}
