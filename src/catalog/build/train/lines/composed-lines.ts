import type { Catalog } from '../../../catalog.ts'
import { foldWords } from '../../../fold.ts'
import { companyOf as companyOfClaim } from '../../../matcher/knowledge/line-index.ts'
import { readTsv, sourcesFolder } from '../../read/read-tsv.ts'
import type { MadeLine } from './made-lines.ts'

/** With all lines that name nobody the reader names fewer shops, and takes more for others. */
const everyNobodys = 2

/**
 * Lines that were composed one by one for this project, as people of many countries have them: what
 * the wordings do not hold, and shops that nobody could make up by rule. No bank wrote them.
 */
export function readComposedLines(catalog: Catalog): MadeLine[] {
  const positions = new Map([...catalog.companies].map(({ id }, position) => [id, position]))
  const lines = readTsv(`${sourcesFolder}/composed-lines.tsv`)
  const nobodys = readTsv(`${sourcesFolder}/composed-bank-lines.tsv`)
  return [...lines, ...nobodys.filter((_, at) => at % everyNobodys === 0)].map((row): MadeLine => {
    const { line = '', name = '', whole = '', domain = '', amount = '' } = row
    return {
      line,
      roles: rolesOf(line, name),
      name: name || null,
      whole: whole || null,
      company: companyOf(catalog, positions, whole, domain),
      hidden: null,
      amount: amount === '' ? null : Number(amount),
    }
  })
}

function rolesOf(line: string, name: string): string {
  const at = name === '' ? -1 : line.indexOf(name)
  if (at === -1) return 'X'.repeat(line.length)
  return 'X'.repeat(at) + 'N'.repeat(name.length) + 'X'.repeat(line.length - at - name.length)
}

/** Position of the brand that is meant, where the catalog has it; its namesakes are as right. */
function companyOf(
  { companyByDomain, lineIndex }: Catalog,
  positions: ReadonlyMap<string, number>,
  whole: string,
  domain: string,
): number | null {
  const byDomain = domain === '' ? null : companyByDomain(domain)
  if (byDomain !== null) return positions.get(byDomain.id) ?? null
  const claims = lineIndex.claims.get(foldWords(whole).join(''))
  const claim = typeof claims === 'number' ? claims : claims?.[0]
  return claim === undefined ? null : companyOfClaim(claim)
}
