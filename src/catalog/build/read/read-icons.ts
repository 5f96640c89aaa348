import { readdirSync, readFileSync } from 'node:fs'
import { labelOf, parseDomain } from '../../domain-name.ts'
import { wordClass } from '../../matcher/knowledge/tables/word-classes.ts'
import { nameWords } from '../../name-key.ts'
import { type BrandDraft, emptyDraft, type Tally } from './draft.ts'
import { packageFile } from './package-json.ts'
import { readTsv, sourcesFolder } from './read-tsv.ts'

const table = readTsv(`${sourcesFolder}/icon-kinds.tsv`).map(({ fact, kind = '', value = '' }) => ({
  fact,
  kind,
  value,
}))
const projects = kindsOf('project')

function kindsOf(fact: string): ReadonlySet<string> {
  return new Set(table.flatMap((row) => (row.fact === fact ? [row.kind] : [])))
}

/** Licences that allow showing and scaling; ND, NC and GPL ones do not, "brand-use" is nobody's. */
const licences = kindsOf('licence')

/** Sites that host other people's projects or pictures: an address there names no company. */
const hosts = wordClass('icon_hosts')

const sizeMax = 40_000

interface Icon {
  readonly slug: string
  readonly title: string
  readonly url: string
  readonly licence: string
  readonly categories: readonly string[]
  readonly aliases: readonly string[]
  readonly svg: string
}

/** @thesvg/icons: coloured logos and the online half of the companies. */
export interface IconSource {
  readonly companies: readonly BrandDraft[]
  /** Drawings whose address is a style guide or an encyclopedia: they need a known brand. */
  readonly homeless: readonly BrandDraft[]
}

export function readIcons(tally: Tally): IconSource {
  const homeless: BrandDraft[] = []
  const best = new Map<string, { draft: BrandDraft; score: number }>()
  for (const file of readdirSync(packageFile('@thesvg', 'icons', 'dist'))) {
    if (!file.endsWith('.js') || file === 'index.js') continue
    const icon = readIcon(file)
    const refusal = refusalOf(icon)
    const domain = parseDomain(icon.url)
    if (isHomeless(icon, refusal, domain)) homeless.push(draftOf(icon, null))
    if (refusal !== null || domain === null) {
      tally.add(`icons: ${refusal ?? 'no address'}`)
      continue
    }
    const score = agreement(icon, domain)
    const rival = best.get(domain)
    if (score === 0) tally.add('icons: title and domain disagree')
    else if (rival !== undefined && rival.score >= score) tally.add('icons: another of the domain')
    else best.set(domain, { draft: draftOf(icon, domain), score })
  }
  return { companies: [...best.values()].map(({ draft }) => draft), homeless }
}

function readIcon(file: string): Icon {
  const text = readFileSync(packageFile('@thesvg', 'icons', 'dist', file), 'utf8')
  const field = (name: string) =>
    new RegExp(`^export const ${name} = "((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(text)?.[1] ?? ''
  const list = (name: string) =>
    [
      ...(new RegExp(`^export const ${name} = \\[(.*)\\]`, 'm').exec(text)?.[1] ?? '').matchAll(
        /"((?:[^"\\]|\\.)*)"/g,
      ),
    ].map((match) => match[1] ?? '')
  return {
    slug: file.replace(/\.js$/, ''),
    title: field('title').replace(/\\(.)/g, '$1'),
    url: field('url'),
    licence: field('license'),
    categories: list('categories'),
    aliases: list('aliases'),
    svg: /^export const svg = `([\s\S]*?)`;/m.exec(text)?.[1] ?? '',
  }
}

function refusalOf(icon: Icon): string | null {
  if (!licences.has(icon.licence)) return `licence ${icon.licence.slice(0, 20)}`
  if (icon.slug.includes('badge') || /badge/i.test(icon.title)) return 'badge'
  const domain = parseDomain(icon.url)
  if (domain === null) return 'no address'
  if (hosts.has(domain) && !isRoot(icon.url)) return 'address of a host'
  if (icon.svg === '' || icon.svg.length > sizeMax) return 'no or huge drawing'
  if (!icon.svg.includes('<svg') || /<script|<foreignObject|\$\{/i.test(icon.svg)) return 'unsafe'
  return null
}

/** 0 where the domain does not carry the title; a root address of the same label is best. */
function agreement(icon: Icon, domain: string): number {
  const title = nameWords(icon.title).join('')
  const label = labelOf(domain)
  const whole = domain.replaceAll(/[.-]/g, '')
  const root = isRoot(icon.url) ? 2 : 0
  if (title === '') return 0
  if (title === label || title === whole) return 10 + root
  const first = nameWords(icon.title)[0] ?? ''
  if (title.startsWith(label) && first === label) return root === 0 ? 0 : 5 + root
  if (label.startsWith(title) && title.length >= 3) return root === 0 ? 0 : 3 + root
  return 0
}

function isRoot(url: string): boolean {
  return /^https?:\/\/(www\.)?[^/]+\/?$/.test(url)
}

/** A project's name alone says nothing: CSS is a language and an insurer. */
function isHomeless(icon: Icon, refusal: string | null, domain: string | null): boolean {
  if (icon.categories.some((name) => projects.has(name))) return false
  if (refusal === 'no address' || refusal === 'address of a host') return true
  if (refusal !== null || domain === null) return false
  const title = nameWords(icon.title).join('')
  return title.length >= 3 && domain.replaceAll(/[.-]/g, '').includes(title)
}

function draftOf(icon: Icon, domain: string | null): BrandDraft {
  const [category, mcc] = categoryOf(icon.categories)
  return {
    ...emptyDraft(icon.title),
    domain,
    category,
    mcc,
    kind: icon.categories.some((name) => projects.has(name)) ? 'project' : 'online',
    rank: 2,
    otherNames: icon.aliases.filter((alias) => alias.length > 2),
    industry: valueOfKind('industry', icon.categories),
    icon: icon.slug,
  }
}

/** The first kind of the table counts that the icon is of; `*` is any. */
function valueOfKind(fact: string, kinds: readonly string[]): string | null {
  const row = table.find(
    (row) => row.fact === fact && (row.kind === '*' || kinds.includes(row.kind)),
  )
  return row?.value ?? null
}

function categoryOf(kinds: readonly string[]): readonly [code: string, mcc: string | null] {
  const [code, mcc] = valueOfKind('category', kinds)?.split(' ') ?? []
  if (code === undefined) throw new Error('icon-kinds.tsv has no category of any kind')
  return [code, mcc ?? null]
}
