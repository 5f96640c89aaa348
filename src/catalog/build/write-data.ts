import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../config/paths.ts'
import { companyColumns } from '../company-record.ts'
import { labelOf } from '../domain-name.ts'
import { nameKeys } from '../name-key.ts'
import type { LineKey } from './keys.ts'
import type { BrandDraft } from './read/draft.ts'

const dataFolder = join(packageRoot, 'src', 'catalog', 'data')

/** The generated files: sorted text, one record a line, so that a change shows as that change. */
export interface Compiled {
  readonly draft: BrandDraft
  readonly names: readonly string[]
  readonly keys: readonly LineKey[]
}

export function writeLines(file: string, lines: readonly string[]): void {
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, file), `${lines.join('\n')}\n`)
}

/**
 * The better known of two records with one name and one site stays. The best known come first, so
 * that the reader can let the first claim to a name or a domain win.
 */
export function companyLines(compiled: readonly Compiled[]): string[] {
  const rows = compiled.map((entry) => ({
    standing: standingOf(entry.draft),
    text: rowOf(entry).join('\t'),
  }))
  rows.sort((a, b) => b.standing - a.standing || byText(a.text, b.text))
  const ids = new Set<string>()
  const unique = rows.filter(({ text }) => {
    const id = text.slice(0, text.indexOf('\t'))
    return !ids.has(id) && ids.add(id)
  })
  return [companyColumns.join('\t'), ...unique.map(({ text }) => text)]
}

/** Facts first, then a name that is its domain, then fame. */
function standingOf(draft: BrandDraft): number {
  const facts = [draft.foundedYear, draft.hq, draft.employees].filter((fact) => fact !== null)
  const own = draft.domain !== null && labelOf(draft.domain) === nameKeys(draft.name).at(-1)
  return facts.length * 4 + (own ? 5 : 0) + draft.rank - (draft.kind === 'operator' ? 4 : 0)
}

/** By code unit, since a locale's order differs between machines. */
function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rowOf({ draft, names, keys }: Compiled): string[] {
  const { social } = draft
  return [
    idOf(draft),
    draft.name,
    draft.domain ?? '',
    draft.otherDomains.join(';'),
    draft.category ?? '',
    draft.mcc ?? '',
    draft.countries.join(';'),
    draft.kind,
    String(draft.rank),
    names.join(';'),
    keys
      .map(({ key, generic, curated }) => `${key}${generic ? '~' : ''}${curated ? '!' : ''}`)
      .join(';'),
    draft.industry ?? '',
    draft.foundedYear ?? '',
    draft.hq ?? '',
    draft.employees ?? '',
    social.twitter ?? '',
    social.linkedin ?? '',
    social.facebook ?? '',
    social.instagram ?? '',
    social.youtube ?? '',
    draft.icon ?? '',
    draft.description ?? '',
  ].map((cell) => cell.replace(/[\t\n\r]+/g, ' ').trim())
}

/** From name and domain only, so that an id outlives every other change of the record. */
export function idOf(draft: BrandDraft): string {
  const key = `${nameKeys(draft.name)[0] ?? ''}|${draft.domain ?? draft.countries.join()}`
  return `mer_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
}
