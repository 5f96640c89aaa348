import { wordClass } from '../../../matcher/knowledge/tables/word-classes.ts'
import { between, byShare, digits, one, type Random } from '../random.ts'
import { coinedTown } from './coined.ts'
import { code, type Payee, personName, plainWord, titled } from './payees.ts'
import { townOf, type World, wordOf } from './world.ts'

/** Everything but the merchant: towns, dates, cards and codes as statements write them. */
export interface Filling {
  readonly world: World
  readonly random: Random
  readonly country: string
  readonly payee: Payee | null
  readonly town: string
  readonly state: string
}

export function settingOf(
  world: World,
  random: Random,
  country: string,
  payee: Payee | null,
): Filling {
  const { name, state } = townOf(world, random, country)
  const states = world.words.get(`states-${country}`)
  return {
    world,
    random,
    country,
    payee,
    town: random() < coinedTownShare ? titled(coinedTown(random)) : name,
    state: states === undefined ? state : one(random, states),
  }
}

const coinedTownShare = 0.16

export function fillSlot(setting: Filling, slot: string): string {
  const { random, world, payee } = setting
  const fill = slots[slot]
  if (fill !== undefined) return fill(setting)
  const length = /^n(\d+)$/.exec(slot)?.[1]
  if (length !== undefined) return digits(random, Number(length))
  if (slot === 'vpa' && payee !== null) {
    const name = payee.text.replace(/\W/g, '').toLowerCase().slice(0, 14)
    return `${name}${one(random, ['', '.', '1', '.rzp', '.payu'])}@${wordOf(world, random, 'handle')}`
  }
  throw new Error(`no slot {${slot}} is known`)
}

const slots: Readonly<Record<string, (setting: Filling) => string>> = {
  T: ({ town }) => town,
  S: ({ state }) => state,
  S2: ({ world, random, country }) => {
    const short = world.words.get(`short-states-${country}`)
    return short === undefined ? '' : one(random, short)
  },
  B: ({ world, random }) => `${plainWord(world, random)} ${wordOf(world, random, 'street')}`,
  n: ({ random }) => digits(random, one(random, [2, 3, 4, 4, 5, 6, 7, 8, 10, 12])),
  d: ({ random }) => dateOf(random),
  t: ({ random }) => `${two(between(random, 0, 23))}:${two(between(random, 0, 59))}`,
  ref: ({ random }) => code(random),
  card: ({ random }) =>
    byShare(random, [
      [0.3, `XXXX${digits(random, 4)}`],
      [0.3, `${digits(random, 4)}XXXXXXXX${digits(random, 4)}`],
      [0.2, `****${digits(random, 4)}`],
      [0.2, `${digits(random, 4)}-****-****-${digits(random, 4)}`],
    ]),
  ph: ({ random }) =>
    byShare(random, [
      [0.4, `${digits(random, 3)}-${digits(random, 3)}-${digits(random, 4)}`],
      [0.3, `${digits(random, 3)}-${digits(random, 7)}`],
      [0.3, digits(random, 10)],
    ]),
  PAY: ({ world, random }) => wordOf(world, random, 'payment'),
  N: ({ world, random }) => personName(world, random),
  bank: ({ world, random, country }) => {
    const home = world.banksIn.get(country)
    return home === undefined || random() < 0.5
      ? wordOf(world, random, 'bank')
      : one(random, home).name
  },
  vpan: ({ world, random }) =>
    `${one(random, world.given)}${digits(random, 3)}@${wordOf(world, random, 'handle')}`,
  iban: ({ random }) => `NL${digits(random, 2)}INGB0${digits(random, 9)}`,
  amt: ({ random }) => `${between(random, 1, 300)}.${digits(random, 2)}`,
  cur: ({ random }) => one(random, currencies),
}

const months = [...wordClass('month_codes')]
const currencies = [...wordClass('currency_codes')]

function dateOf(random: Random): string {
  const day = two(between(random, 1, 28))
  const number = between(random, 1, 12)
  const month = two(number)
  const name = months[number - 1] ?? ''
  const year = `20${between(random, 19, 27)}`
  return one(random, [
    `${day}/${month}`,
    `${month}/${day}`,
    `${day}/${month}/${year}`,
    `${day}.${month}.${year.slice(2)}`,
    `${day}.${month}.`,
    `${day}${name}${year.slice(2)}`,
    `${day} ${name}`,
    `${day}${month}${year.slice(2)}`,
    `${year}-${month}-${day}`,
    `${month}-${day}-${year}`,
    `${day}${name}`,
  ])
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
