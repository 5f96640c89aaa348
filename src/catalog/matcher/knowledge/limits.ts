import { readDataLines } from '../../data-files.ts'

/**
 * The matcher's limits and weights, measured on labelled lines that nothing was trained on.
 * `sources/limits.tsv` says what each means.
 */
const names = [
  'sure',
  'brandSlope',
  'brandShift',
  'sureBrandSlope',
  'sureBrandShift',
  'brand',
  'brandOverName',
  'brandBesideBank',
  'brandBesideOthers',
  'spelledBrand',
  'nameSlope',
  'nameShift',
  'townInName',
  'nobody',
  'nobodyByBank',
  'nobodyOverBankWord',
  'nobodyOverName',
  'namedOverBank',
  'tellingCategory',
  'hintedCategory',
] as const

export type Thresholds = Readonly<Record<(typeof names)[number], number>>

export function readLimits(lines: readonly string[]): Thresholds {
  const values = valuesOf(lines)
  return Object.fromEntries(names.map((name) => [name, numberOf(values, name)])) as Thresholds
}

function valuesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lines.map((line) => {
      const [name = '', value] = line.split('\t')
      return [name, Number(value)]
    }),
  )
}

function numberOf(values: ReadonlyMap<string, number>, name: string): number {
  const value = values.get(name)
  if (value === undefined) throw new Error(`limits.tsv has no ${name}`)
  return value
}

const known = valuesOf(readDataLines('limits.tsv'))

/** One of the table's other numbers, which a module keeps as a constant. */
export function limit(name: string): number {
  return numberOf(known, name)
}
