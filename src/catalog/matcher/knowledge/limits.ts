/**
 * From which probability on the matcher believes what. Measured on labelled lines, which nothing was
 * trained on; `sources/limits.tsv` says what each means.
 */
const names = [
  'sure',
  'brandSlope',
  'brandShift',
  'sureBrandSlope',
  'sureBrandShift',
  'brand',
  'brandOverName',
  'spelledBrand',
  'nameSlope',
  'nameDoubtedShift',
  'namePlausibleShift',
  'townInName',
  'nobody',
  'nobodyByBank',
  'nobodyOverBankWord',
  'nobodyOverName',
  'namedOverBank',
  'tellingCategory',
  'hintedCategory',
] as const

export type Limits = Readonly<Record<(typeof names)[number], number>>

export function readLimits(lines: readonly string[]): Limits {
  const values = new Map(
    lines.map((line) => {
      const [name = '', value] = line.split('\t')
      return [name, Number(value)]
    }),
  )
  const limit = (name: string): number => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`limits.tsv has no ${name}`)
    return value
  }
  return Object.fromEntries(names.map((name) => [name, limit(name)])) as Limits
}
