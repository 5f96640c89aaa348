import uPlot from 'uplot'

const height = 240
const coloursMax = 6

/** One colour of the stack: a figure for each label. */
interface BarSeries {
  readonly name: string
  readonly values: readonly number[]
}

export interface BarsParts {
  readonly labels: readonly string[]
  readonly series: readonly BarSeries[]
  readonly format: (value: number) => string
  /** The chart in words, for who cannot see it. */
  readonly words: string
}

/** Bars on a scale of round numbers; the legend tells each figure. Gives an end to it. */
export function drawBars(parts: BarsParts, place: HTMLElement): () => void {
  const { labels, series } = parts
  const stacked = () => [labels.map((_, index) => index), ...sums(series)] as uPlot.AlignedData
  const draw = () => new uPlot(optionsOf(parts, place), stacked(), place)
  let chart = draw()
  const resized = new ResizeObserver(() => {
    if (place.clientWidth !== chart.width) chart.setSize({ width: place.clientWidth, height })
  })
  resized.observe(place)
  const redraw = () => {
    chart.destroy()
    chart = draw()
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', redraw)
  return () => {
    resized.disconnect()
    scheme.removeEventListener('change', redraw)
    chart.destroy()
  }
}

/** The tallest is drawn first, and what lies below it over it. */
function sums(series: readonly BarSeries[]): number[][] {
  const length = series[0]?.values.length ?? 0
  const running = Array.from({ length }, () => 0)
  const upTo = series.map(({ values }) =>
    values.map((value, index) => {
      running[index] = (running[index] ?? 0) + value
      return running[index] ?? 0
    }),
  )
  return upTo.reverse()
}

function optionsOf({ labels, series, format }: BarsParts, place: HTMLElement): uPlot.Options {
  const style = getComputedStyle(place)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: token('quiet'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: place.clientWidth,
    height,
    padding: [12, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, labels.length - 0.5)] },
      y: { range: (_chart, _least, most) => [0, niceTop(most)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_chart, places) => places.map((at) => labels[at] ?? ''),
        splits: (chart) => everySo(labels, chart.width),
      },
      {
        ...axis,
        size: 72,
        splits: (_chart, _axis, _least, top) => [0, top / 2, top],
        values: (_chart, values) => values.map(format),
      },
    ],
    series: [
      { label: 'At', value: (_chart, at) => (at === null ? '–' : (labels[at] ?? '–')) },
      ...series
        .map(({ name, values }, index) => seriesOf({ name, values, index, token, format }))
        .reverse(),
    ],
  }
}

interface DrawnSeries extends BarSeries {
  readonly index: number
  readonly token: (name: string) => string
  readonly format: (value: number) => string
}

function seriesOf({ name, values, index, token, format }: DrawnSeries): uPlot.Series {
  const colour = token(`series-${(index % coloursMax) + 1}`)
  const bars = uPlot.paths.bars?.({ size: [0.7, 64], radius: 0 })
  return {
    label: name,
    stroke: colour,
    fill: colour,
    width: 0,
    points: { show: false },
    ...(bars ? { paths: bars } : {}),
    value: (_chart, _sum, _series, at) => (at === null ? '–' : format(values[at] ?? 0)),
  }
}

/** As many labels as there is room for. */
function everySo(labels: readonly string[], width: number): number[] {
  const letters = Math.max(5, ...labels.map((label) => label.length))
  const room = 24 + 8 * letters
  const step = Math.max(1, Math.ceil((labels.length * room) / Math.max(1, width - 72)))
  return Array.from({ length: Math.ceil(labels.length / step) }, (_, index) => index * step)
}

/** The next round number above: 2, 4, 6, 10, 20 … so that its half is one, too. */
function niceTop(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const factor of [2, 4, 6, 10]) if (unit * factor >= most) return unit * factor
  }
}
