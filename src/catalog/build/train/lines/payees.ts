import { wordClass } from '../../../matcher/knowledge/tables/word-classes.ts'
import { between, byShare, digits, one, type Random } from '../random.ts'
import { coinedTown, coinedWord } from './coined.ts'
import { type Brand, townOf, type World, wordOf } from './world.ts'

/** The text of a name in a line, and what stands beside it in the same column. */
export interface Payee {
  readonly text: string
  /** The town or street of the branch, where a bank writes it first. */
  readonly before: string
  readonly beside: string
  readonly domain: string
  /** Written short, so that nobody can tell the name in full. */
  readonly short: boolean
}

export function brandPayee(world: World, random: Random, brand: Brand, country: string): Payee {
  const text = brandText(random, brand)
  return {
    text,
    before: random() < beforeShare ? branchBefore(world, random, country) : '',
    beside: random() < besideShare ? crowd(world, random, country) : '',
    domain: brand.domain ?? siteOf(text),
    short: false,
  }
}

const beforeShare = 0.05
const besideShare = 0.62

function branchBefore(world: World, random: Random, country: string): string {
  const word = byShare<() => string>(random, [
    [0.6, () => townOf(world, random, country).name],
    [0.15, () => coinedTown(random)],
    [0.15, () => plainWord(world, random)],
    [0.1, () => `${plainWord(world, random)} ${wordOf(world, random, 'street')}`],
  ])()
  return word + one(random, [' ', ' ', ' ', ' - ', '-'])
}
const aliasShare = 0.42

function brandText(random: Random, { aliases, name }: Brand): string {
  const plain = name.replace(/\s*\([^)]*\)\s*$/, '')
  const text = aliases.length > 0 && random() < aliasShare ? one(random, aliases) : plain
  return worn(random, text)
}

/** As terminals write a name: without its marks, in one word, with a letter lost. */
function worn(random: Random, name: string): string {
  let text = name
  if (text.includes('&') && random() < 0.5) text = text.replace(/\s*&\s*/, one(random, ampersands))
  if (/['’]/.test(text) && random() < 0.85) {
    text = text.replace(/['’]/g, random() < 0.7 ? '' : ' ')
  }
  const lost = between(random, 2, Math.max(2, text.length - 2))
  return byShare(random, [
    [0.03, text.replaceAll(' ', '')],
    [0.01, text.replaceAll(' ', '-')],
    [0.01, text.length < 8 ? text : text.slice(0, lost) + text.slice(lost + 1)],
    [0.01, text.length < 9 ? text : text.slice(0, Math.max(6, lost))],
    [0.94, text],
  ])
}

const ampersands = [' AND ', ' ', '', '&', ' N ', '  ']

/** One thing beside the name, or two; some of their words written short. */
function crowd(world: World, random: Random, country: string): string {
  const first = beside(world, random, country)
  const text = random() < secondShare ? first + beside(world, random, country) : first
  return random() < shortBesideShare ? shortened(random, text) : text
}

const secondShare = 0.22
const shortBesideShare = 0.12

const numberMarks = [' #', ' ', ' ', '-', ' T-', ' F', ' STORE ', ' STORE #', '']

/** Branch numbers, streets, products, payments: a line names more than the brand. */
function beside(world: World, random: Random, country: string): string {
  const number = digits(random, between(random, 2, 5))
  const word = () => wordBeside(world, random, country)
  return byShare<() => string>(random, [
    [0.2, () => one(random, numberMarks) + number],
    [0.36, () => one(random, [' ', ' ', ' ', ' ', ' - ', '-', ', ', '/']) + word()],
    [0.1, () => ` ${number} ${word()}`],
    [0.06, () => ` ${word()} ${number}`],
    [0.06, () => one(random, ['*', ' *', '* ']) + (random() < 0.5 ? code(random) : word())],
    [0.07, () => ` ${wordOf(world, random, 'payment')}`],
    [0.05, () => ` ${wordOf(world, random, 'legal')}`],
    [0.1, () => ` ${strangeWords(world, random)}`],
  ])()
}

function wordBeside(world: World, random: Random, country: string): string {
  return byShare<() => string>(random, [
    [0.24, () => townOf(world, random, country).name],
    [0.1, () => coinedTown(random)],
    [0.04, () => `${wordOf(world, random, 'quarter')} ${townOf(world, random, country).name}`],
    [0.04, () => `${townOf(world, random, country).name} ${plainWord(world, random)}`],
    [0.16, () => `${plainWord(world, random)} ${wordOf(world, random, 'street')}`],
    [0.06, () => plainWord(world, random)],
    [0.36, () => wordOf(world, random, 'beside')],
  ])()
}

function strangeWords(world: World, random: Random): string {
  return Array.from({ length: between(random, 1, 3) }, () => plainWord(world, random)).join(' ')
}

export function plainWord(world: World, random: Random): string {
  return byShare<() => string>(random, [
    [0.4, () => one(random, world.shopWords)],
    [0.2, () => one(random, world.family)],
    [0.15, () => one(random, world.given)],
    [0.25, () => coinedWord(random)],
  ])()
}

export function code(random: Random): string {
  const length = between(random, 5, 13)
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  const text = Array.from({ length }, () => one(random, [...letters])).join('')
  return /\d/.test(text) ? text : `${text}7`
}

/** A shop that nobody knows, in some of them after a word that brands bear as well. */
export function shopPayee(world: World, random: Random, country: string): Payee {
  const short = random() < shortShare
  const name = shopName(world, random, country)
  const text = short ? shortened(random, name) : name
  return {
    text,
    short,
    before: '',
    beside: random() < 0.14 ? beside(world, random, country) : '',
    domain: siteOf(text),
  }
}

export function hiddenPayee(world: World, random: Random, brand: Brand, country: string): Payee {
  const text = worn(random, brand.name.replace(/\s*\([^)]*\)\s*$/, ''))
  const more = random() < 0.25 ? beside(world, random, country) : ''
  return { text, before: '', beside: more, domain: siteOf(text), short: false }
}

const shortShare = 0.07

/** "CTRY STR", "UNIV OF MONT": words without their vowels, or their beginnings. */
function shortened(random: Random, name: string): string {
  return name.replace(/\p{L}{5,}/gu, (word) =>
    byShare(random, [
      [0.35, word.charAt(0) + word.slice(1).replace(/[aeiou]/gi, '')],
      [0.35, word.slice(0, between(random, 3, 5))],
      [0.3, word],
    ]),
  )
}

function shopName(world: World, random: Random, country: string): string {
  const first = firstWord(world, random, country)
  const second = () => firstWord(world, random, country)
  const trade = tradeOf(world, random, country)
  const joint = () => one(random, joints)
  return byShare<() => string>(random, [
    [0.27, () => `${first} ${trade}`],
    [0.13, () => `${first} ${second()} ${trade}`],
    [0.05, () => `${first} ${second()} ${second()} ${trade}`],
    [0.08, () => `${trade} ${first}`],
    [0.06, () => `${trade} ${first} ${second()}`],
    [0.06, () => `${trade} ${joint()} ${first}`],
    [0.04, () => `${trade} ${first} ${joint()} ${second()}`],
    [0.03, () => `${first} of ${second()}`],
    [0.03, () => `the ${first} ${second()}`],
    [0.04, () => `${first}'s ${trade}`],
    [0.04, () => `${first} & ${second()}`],
    [0.03, () => `${first} & ${second()} ${trade}`],
    [0.05, () => `${first} ${trade} ${tradeOf(world, random, country)}`],
    [0.05, () => `${first} ${second()}`],
    [0.04, () => first],
  ])()
}

const joints = [...wordClass('name_joints')]

function firstWord(world: World, random: Random, country: string): string {
  return byShare<() => string>(random, [
    [0.07, () => one(random, world.borne)],
    [0.15, () => one(random, world.given)],
    [0.16, () => one(random, world.family)],
    [0.33, () => one(random, world.shopWords)],
    [0.23, () => coinedWord(random)],
    [0.06, () => townOf(world, random, country).name],
  ])()
}

function tradeOf({ trades, tradesIn }: World, random: Random, country: string): string {
  const home = tradesIn.get(country)
  return one(random, home !== undefined && random() < 0.5 ? home : trades)
}

function siteOf(text: string): string {
  return `${text.replace(/\W/g, '').toLowerCase()}.com`
}

export function personName({ given, family }: World, random: Random): string {
  const first = titled(one(random, given))
  const last = titled(random() < 0.7 ? one(random, family) : coinedWord(random))
  return byShare(random, [
    [0.5, `${first} ${last}`],
    [0.15, `${first.charAt(0)} ${last}`],
    [0.12, `${last}, ${first}`],
    [0.08, `${first} ${last.charAt(0)}`],
    [0.08, `Mr ${first.charAt(0)} ${last}`],
    [0.07, first],
  ])
}

export function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
