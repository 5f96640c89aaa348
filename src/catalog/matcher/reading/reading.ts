import { decodeHTMLStrict } from 'entities'
import { inOneScript } from '../../one-script.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import { countriesOf } from '../knowledge/words/wordings.ts'
import { split, type Token, tokenOf } from '../tokens.ts'
import { endOfName } from './clean-name.ts'
import { unglued } from './glued-place.ts'
import { type Lead, readLead } from './lead.ts'
import { MoneyFlow } from './money-flow.ts'
import { countryNamed, readTail, readTailBeyond, type Tail, withoutCountry } from './places.ts'

/**
 * A line's content before anybody asks who was paid: its words, the lead before the merchant, the
 * end of the name and the place behind it.
 */
export interface LineReading {
  readonly knowledge: Knowledge
  readonly description: string
  readonly amount: number | null
  readonly flow: MoneyFlow
  readonly tokens: readonly Token[]
  readonly keys: readonly string[]
  readonly lead: Lead
  /** End of the words that may be the name, the place still in it. */
  readonly nameEnd: number
  readonly tail: Tail
  readonly country: string | null
  /** Where it may have been paid: the countries of a town's namesakes, or of the wording. */
  readonly possible: string | null
}

export function read(knowledge: Knowledge, given: string, amount: number | null): LineReading {
  const { words } = knowledge
  const description = decoded(given)
  const written = split(description, (raw, before) => tokenOf(words, raw, before))
  const tokens = unglued(knowledge, written)
  const keys = tokens.map(({ key }) => key)
  const lead = readLead(knowledge, tokens, keys)
  const nameEnd = endOfName(knowledge, tokens, keys, lead.start)
  const own = readTail(knowledge.places, tokens, lead.start, nameEnd)
  const beyond =
    own.location === null && nameEnd < tokens.length
      ? readTailBeyond(knowledge.places, tokens, nameEnd)
      : null
  const place = beyond ?? own
  return {
    knowledge,
    description,
    amount,
    flow: new MoneyFlow(knowledge.categoryModel, keys, amount),
    tokens,
    keys,
    lead,
    nameEnd,
    tail: {
      ...place,
      from: keepsTown(tokens, lead.start, own.from)
        ? withoutCountry(tokens, own.from, nameEnd)
        : own.from,
    },
    country: place.location?.country ?? countryNamed(tokens),
    possible: place.possible ?? lead.country ?? countriesOf(tokens) ?? storeCountries(tokens),
  }
}

/** Exports of web banks hold `&amp;` and `&quot;`. */
function decoded(text: string): string {
  return inOneScript(text.includes('&') && text.includes(';') ? decodeHTMLStrict(text) : text)
}

/** Store numbers behind a `#` are written in few countries. */
const numbering = [...wordClass('store_number_countries')].join(';')

function storeCountries(tokens: readonly Token[]): string | null {
  return tokens.some(({ before, kind }) => before === '#' && kind === 'number') ? numbering : null
}

/** "Cafe Royal" and "Koffie Utrecht": a common word needs its town to be a name. */
function keepsTown(tokens: readonly Token[], from: number, to: number): boolean {
  return to - from === 1 && tokens[from]?.word.ownTrade !== undefined
}
