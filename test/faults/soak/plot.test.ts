import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { Plot } from './plot.ts'
import { plot } from './plot.ts'

const hour: Plot = {
  title: 'A soak of <one> & the other',
  minutes: 60,
  note: 'A dotted line is a kill.',
  marks: [{ minute: 30, name: 'api & worker' }],
  panels: ['linear' as const, 'log' as const].map((scale) => ({
    title: 'Memory',
    unit: 'MB',
    scale,
    lines: ['service', 'postgres', 'silent'].map((name, line) => ({
      name,
      // Each peak is between two lower ones, and a thinned line must not lose it.
      points: Array.from({ length: 720 }, (_, index) => {
        const value = line === 2 ? null : index === 359 ? 4_000 : (index * 37) % 400
        return { minute: index / 12, value }
      }),
    })),
  })),
}
const empty: Plot = { ...hour, marks: [], panels: [{ ...panelOf(0), lines: [] }] }

function panelOf(index: number): Plot['panels'][number] {
  const panel = hour.panels[index]
  if (!panel) throw new Error('there is no such panel')
  return panel
}

/** Every element with its attributes, if it is XML at all. */
function elementsOf(svg: string) {
  const found: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] =
    []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes }))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(svg).close()
  return found
}

function pointsOf(path: string): readonly (readonly [number, number])[] {
  return [...path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

test('it is XML, whatever is written in it, and text stays text', () => {
  const svg = plot(hour)
  expect(elementsOf(svg)[0]).toMatchObject({ name: 'svg', attributes: { role: 'img' } })
  expect(svg).toContain('>A soak of &lt;one&gt; &amp; the other</text>')
  expect(svg).toContain('<title>30.0 min: api &amp; worker</title>')
  for (const word of ['Memory, MB', 'service', 'postgres', 'minutes', 'kill']) {
    expect(svg).toMatch(new RegExp(`<text [^>]*>[^<]*${word}`))
  }
})

test('every point lies within its panel, and the highest is kept', () => {
  const lines = elementsOf(plot(hour)).filter(({ name, attributes }) => {
    return name === 'path' && /^l\d$/.test(attributes.class ?? '') && !attributes.d?.endsWith('h14')
  })
  expect(lines).toHaveLength(6)
  for (const [index, { attributes }] of lines.entries()) {
    const points = pointsOf(attributes.d ?? '')
    const top = 84 + 176 * Math.floor(index / 3)
    expect(points.length).toBe(index % 3 === 2 ? 0 : 180)
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(64)
      expect(x).toBeLessThanOrEqual(944)
      expect(y).toBeGreaterThanOrEqual(top)
      expect(y).toBeLessThanOrEqual(top + 120)
    }
  }
  const [first] = lines
  const heights = pointsOf(first?.attributes.d ?? '').map(([, y]) => y)
  expect(Math.min(...heights)).toBe(84)
})

test('a gap stays one, and a point alone is a dot', () => {
  const points = [1, null, 3, 4].map((value, minute) => ({ minute, value }))
  const panel = { ...panelOf(0), lines: [{ name: 'service', points }] }
  const svg = plot({ ...hour, minutes: 3, marks: [], panels: [panel] })
  expect(svg).toMatch(/d="M64 174h0M650\.7 114h0L944 84"/)
})

test('nothing to show is said, in each panel', () => {
  const silent = panelOf(0).lines.slice(2)
  const panels = [{ ...panelOf(0), lines: silent }, ...empty.panels]
  const svg = plot({ ...empty, panels })
  expect(elementsOf(svg).length).toBeGreaterThan(0)
  expect(svg.match(/nothing was seen/g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
})

test('four panels of four lines and an hour of looks are less than 60 KB', () => {
  const [line] = panelOf(0).lines
  const lines = Array.from({ length: 4 }, (_, index) => ({
    name: `line ${index}`,
    points: line?.points ?? [],
  }))
  const svg = plot({ ...hour, panels: Array(4).fill({ ...panelOf(0), lines }) })
  expect(Buffer.byteLength(svg)).toBeLessThan(60 * 1_024)
})
