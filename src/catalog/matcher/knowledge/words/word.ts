import { type CategoryWords, tradeWord, wordCategory } from '../categories/category-words.ts'
import {
  type Hashed,
  hashOn,
  type KeyFilter,
  mayHold,
  openKeyFilter,
  shiftOf,
} from '../key-filter.ts'
import type { BrandClaim, LineIndex } from '../line-index.ts'
import { mayBegin, type PhraseBook } from '../phrases.ts'
import { isShort, remembered } from '../remembered.ts'
import { countryOf, regionWords, stateOf } from '../tables/regions.ts'
import { wordClass } from '../tables/word-classes.ts'
import type { Places } from '../towns.ts'
import type { BrandWord } from './brand-words.ts'
import {
  channelByWord,
  channels,
  mayBeStandingOrder,
  recurrenceByWord,
  recurrences,
} from './channel-words.ts'
import { type Spelling, spellingOf } from './spelling.ts'
import type { WordRoles } from './word-roles.ts'
import type { CountryShare, Wordings } from './wordings.ts'

/** The tables in which a word is looked up. */
export interface WordTables {
  readonly lineIndex: LineIndex
  readonly bankRules: PhraseBook<unknown>
  readonly noise: PhraseBook<unknown>
  readonly places: Places
  readonly categoryWords: CategoryWords
  readonly commonWords: ReadonlySet<string>
  readonly givenNames: ReadonlySet<string>
  readonly brandWords: ReadonlyMap<string, BrandWord>
  readonly wordings: Wordings
  readonly processors: { readonly begun: ReadonlySet<string> }
}

const legalForms = wordClass('legal_forms')
const fillers = wordClass('filler_words')
const silents = wordClass('silent_words')

/**
 * Everything that is known of a word by itself. Rules and models ask it dozens of times for every
 * word of a line, and lines share most of their words, so each word is looked up once.
 */
export class Word implements Spelling, Hashed {
  readonly raw: string
  readonly key: string
  readonly kind: Spelling['kind']
  readonly hash: number
  readonly shift: number
  readonly isUpper: boolean
  readonly isLower: boolean
  readonly isLegal: boolean
  readonly isFiller: boolean
  readonly isSilent: boolean
  readonly isCommon: boolean
  readonly isGiven: boolean
  /** A word of many names, or a person's: it makes another name; a strange word is a town. */
  readonly isOrdinary: boolean
  readonly place: string | undefined
  readonly country: string | undefined
  readonly state: string | undefined
  /** The trade of exactly this word. */
  readonly ownTrade: string | undefined
  readonly brandWord: BrandWord | undefined
  readonly claims: BrandClaim | readonly BrandClaim[] | undefined
  /** Places in the lists of channels and of ways to recur, or beyond their ends. */
  readonly channel: number
  readonly recurrence: number
  readonly mayBeStandingOrder: boolean
  /** The countries whose banks use it in their wording. */
  readonly wording: readonly CountryShare[] | undefined
  readonly beginsNoise: boolean
  readonly beginsBankLine: boolean
  readonly beginsProcessor: boolean
  /** Its marks for the models, filled in when the first of them asks. */
  marks: number | null = null
  /** Its parts of the sums of the network that was asked last. */
  parts: { readonly of: WordRoles; readonly all: Float32Array } | null = null
  /** As it is written in a name, at its beginning and later. */
  shownFirst: string | null = null
  shownLater: string | null = null
  readonly #categoryWords: CategoryWords
  #trade: string | null | undefined
  #begunTrade: string | null | undefined

  /** The filter holds the words of all smaller tables: references and the like are in none. */
  constructor(tables: WordTables, filter: KeyFilter, raw: string) {
    const { key, kind } = spellingOf(raw)
    this.raw = raw
    this.key = key
    this.kind = kind
    this.hash = hashOn(0, key)
    this.shift = shiftOf(key.length)
    this.isUpper = raw === raw.toUpperCase()
    this.isLower = raw === raw.toLowerCase()
    const { places, categoryWords, lineIndex } = tables
    this.place = mayHold(places.filter, this.hash) ? places.get(key) : undefined
    this.claims = mayHold(lineIndex.filter, this.hash) ? lineIndex.claims.get(key) : undefined
    this.ownTrade = mayHold(categoryWords.filter, this.hash)
      ? categoryWords.whole.get(key)
      : undefined
    const listed = mayHold(filter, this.hash)
    this.isLegal = listed && legalForms.has(key)
    this.isFiller = listed && fillers.has(key)
    this.isSilent = listed && silents.has(key)
    this.isCommon = listed && tables.commonWords.has(key)
    this.isGiven = listed && tables.givenNames.has(key)
    this.isOrdinary =
      this.isCommon ||
      this.isGiven ||
      (key.endsWith('s') && tables.givenNames.has(key.slice(0, -1)))
    this.country = listed ? countryOf(key) : undefined
    this.state = listed ? stateOf(key) : undefined
    this.brandWord = listed ? tables.brandWords.get(key) : undefined
    this.channel = (listed ? channelByWord.get(key) : undefined) ?? channels.length
    this.recurrence = (listed ? recurrenceByWord.get(key) : undefined) ?? recurrences.length
    this.wording = listed ? tables.wordings.get(key) : undefined
    this.mayBeStandingOrder = mayBeStandingOrder(key)
    this.beginsNoise = mayBegin(tables.noise, key)
    this.beginsBankLine = mayBegin(tables.bankRules, key)
    this.beginsProcessor = tables.processors.begun.has(key)
    this.#categoryWords = categoryWords
  }

  /** The trade of the word or of its ending. */
  get trade(): string | undefined {
    if (this.#trade === undefined) this.#trade = wordCategory(this.#categoryWords, this.key) ?? null
    return this.#trade ?? undefined
  }

  /** The trade of the word or of its beginning. */
  get begunTrade(): string | undefined {
    if (this.#begunTrade === undefined) {
      this.#begunTrade = tradeWord(this.#categoryWords, this.key) ?? null
    }
    return this.#begunTrade ?? undefined
  }
}

export type WordBook = (raw: string) => Word

export function openWords(tables: WordTables): WordBook {
  const { commonWords, givenNames, brandWords, wordings } = tables
  const filter = openKeyFilter([
    ...legalForms,
    ...fillers,
    ...silents,
    ...commonWords,
    ...givenNames,
    ...regionWords,
    ...brandWords.keys(),
    ...channelByWord.keys(),
    ...recurrenceByWord.keys(),
    ...wordings.keys(),
  ])
  return remembered((raw) => new Word(tables, filter, raw), comesAgain)
}

/** References and dates hardly do, and would push out the words that do. */
function comesAgain(raw: string): boolean {
  const last = raw.charCodeAt(raw.length - 1)
  return isShort(raw) && (raw.length <= referenceMin || last < 0x30 || last > 0x39)
}

const referenceMin = 4
