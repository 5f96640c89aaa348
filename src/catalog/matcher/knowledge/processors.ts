import { foldWords } from '../../fold.ts'
import { type Counterparty, type CounterpartyRole, counterpartyRoles } from '../line-match.ts'
import type { Token } from '../tokens.ts'
import { joinKeys } from './joined-keys.ts'
import { joinHash, type KeyFilter, mayHold, openKeyFilter } from './key-filter.ts'
import { wordsByKey } from './tables/word-pairs.ts'

/** Payment processors, wallets and marketplaces that stand before the merchant of a line. */
export interface Processor {
  readonly name: string | null
  readonly domain: string | null
  readonly role: CounterpartyRole
  readonly category: string | null
  /** Only before a star: "SQ" alone may begin a shop's name. */
  readonly needsStar: boolean
}

export interface Processors {
  readonly byKey: ReadonlyMap<string, Processor>
  readonly filter: KeyFilter
  /** Whether a word begins the spelling of one. */
  readonly begun: ReadonlySet<string>
}

export interface Prefix {
  readonly processor: Processor
  readonly end: number
}

const wordsMax = 4

export function readProcessors(lines: readonly string[]): Processors {
  const found = new Map<string, Processor>()
  for (const line of lines.slice(1)) {
    const [pattern = '', name = '', domain = '', role = '', category = ''] = line.split('\t')
    const key = foldWords(pattern).join('')
    const processor: Processor = {
      name: name || null,
      domain: domain || null,
      role: readRole(role),
      category: category || null,
      needsStar: /[*_/]\s*$/.test(pattern),
    }
    if (key !== '' && !found.has(key)) found.set(key, processor)
  }
  return { byKey: found, filter: openKeyFilter([...found.keys()]), begun: beginningsOf(found) }
}

function beginningsOf(found: ReadonlyMap<string, Processor>): ReadonlySet<string> {
  const begun = new Set<string>()
  for (const key of found.keys()) {
    for (let to = 1; to <= key.length; to += 1) begun.add(key.slice(0, to))
  }
  return begun
}

function readRole(text: string): CounterpartyRole {
  return counterpartyRoles.find((role) => role === text) ?? 'processor'
}

/** Tills that are sold in a few countries only. */
const countriesServed = wordsByKey('tills')

/** An Australian chain takes no money through an American till. */
export function isElsewhere(
  processors: readonly Processor[],
  countries: readonly string[],
): boolean {
  if (countries.length === 0) return false
  return processors.some(({ domain }) => {
    const served = countriesServed.get(domain ?? '')
    return served !== undefined && !countries.some((country) => served.includes(country))
  })
}

/** The longest known prefix that begins at this word. */
export function prefixAt(
  processors: Processors,
  tokens: readonly Token[],
  at: number,
): Prefix | null {
  if (tokens[at]?.word.beginsProcessor !== true) return null
  let hash = 0
  let found: Prefix | null = null
  for (let end = at; end < tokens.length && end < at + wordsMax; end += 1) {
    const token = tokens[end]
    if (token === undefined || (end > at && token.before === '  ')) break
    hash = joinHash(hash, token.word)
    if (!mayHold(processors.filter, hash)) continue
    const processor = processors.byKey.get(joinKeys(tokens, at, end + 1))
    if (processor === undefined) continue
    const starred = isDivider(tokens[end + 1]?.before)
    if (starred || !processor.needsStar) found = { processor, end: end + 1 }
  }
  return found
}

function isDivider(before: string | undefined): boolean {
  return before === '*' || before === '/' || before === '.' || before === ':'
}

export function counterpartyOf(processor: Processor): Counterparty[] {
  if (processor.name === null) return []
  return [{ name: processor.name, role: processor.role, website: processor.domain }]
}
