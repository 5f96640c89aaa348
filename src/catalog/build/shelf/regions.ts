import { readTsv, sourcesFolder } from '../read/read-tsv.ts'

/** Regions that stand behind a town in place of the country, by the codes of the post. */
const byCode = new Map(
  readTsv(`${sourcesFolder}/regions.tsv`).map(({ code = '', name = '' }) => [code, name]),
)
const byName = new Map([...byCode.values()].map((name) => [name.toLowerCase(), name]))

/** The region that an address names by its code or in full, if it is one of the two countries'. */
export function regionIn(line: string): string | null {
  const code = /\b([A-Z]{2})\b(?=[^A-Za-z]*$|\s+[A-Z]\d)/.exec(line)?.[1]
  if (code !== undefined && byCode.has(code)) return byCode.get(code) ?? null
  const lower = line.toLowerCase()
  for (const [name, region] of byName) if (lower.includes(` ${name}`)) return region
  return null
}

/** GeoNames has the states' codes for the United States. */
export function stateOf(code: string): string | null {
  return byCode.get(code) ?? null
}
