import { expect, test } from 'vitest'
import { readDataLines } from '../../../src/catalog/data-files.ts'
import { openSortedFile } from '../../../src/catalog/shelf/sorted-file.ts'

const lines = readDataLines('company-names.tsv')
const names = openSortedFile('company-names.tsv')

test('a key has the lines that reading the whole file finds, wherever it stands', () => {
  const step = Math.floor(lines.length / 997)
  for (let at = 0; at < lines.length; at += step) {
    const key = keyOf(lines[at])
    expect(names.linesOf(key, 24)).toEqual(around(at, key))
  }
  for (const at of [0, lines.length - 1]) {
    expect(names.linesOf(keyOf(lines[at]), 24)).toContain(lines[at])
  }
})

test('a key that is not there has no lines, before, between and behind all others', () => {
  for (const key of ['', '!', 'acmea-no-such-key', 'zzzzzzzz', '\u{10ffff}']) {
    expect(names.linesOf(key, 24)).toEqual([])
  }
})

test('both files are in the order of their bytes, and no line is longer than a search expects', () => {
  for (const file of ['company-names.tsv', 'shelf.tsv']) {
    const bytes = readDataLines(file).map((line) => Buffer.from(line))
    const wrong = bytes.filter((line, at) => {
      const before = bytes[at - 1]
      return line.length > 2_047 || (before !== undefined && Buffer.compare(before, line) >= 0)
    })
    expect(wrong).toEqual([])
  }
})

test('every place that a name points to is a company', () => {
  const shelf = openSortedFile('shelf.tsv')
  const known = new Set(readDataLines('companies.tsv').map(keyOf))
  const offsets = new Set<number>()
  let offset = 0
  for (const line of readDataLines('shelf.tsv')) {
    offsets.add(offset)
    offset += Buffer.byteLength(line) + 1
  }
  const places = lines.map((line) => line.slice(line.lastIndexOf('\t') + 1))
  const lost = places.filter((place) =>
    place.startsWith('@') ? !offsets.has(Number(place.slice(1))) : !known.has(place),
  )
  expect(lost).toEqual([])
  expect(shelf.lineAt(0)).toBe(readDataLines('shelf.tsv')[0])
})

function keyOf(line: string | undefined): string {
  return line?.slice(0, line.indexOf('\t')) ?? ''
}

function around(at: number, key: string): string[] {
  const near = lines.slice(Math.max(0, at - 200), at + 200)
  return near.filter((line) => keyOf(line) === key).slice(0, 24)
}
