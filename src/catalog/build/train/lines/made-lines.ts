import type { Catalog } from '../../../catalog.ts'
import { byShare, one, type Random } from '../random.ts'
import { type Filling, fillSlot, settingOf } from './fill-slot.ts'
import { type Format, paidToBusiness } from './formats.ts'
import { brandPayee, hiddenPayee, type Payee, shopPayee } from './payees.ts'
import { type Brand, type World, wordOf } from './world.ts'
import { caseOf, columned, estranged } from './writing.ts'

/**
 * Lines made up to learn from, in the wordings of banks of the world. None was ever written by a
 * bank, so all answers are known and nobody's statement is used.
 */
export interface MadeLine {
  readonly line: string
  /** One letter for each of the line: N the name, R the bank's words, B a branch, X all else. */
  readonly roles: string
  /** Null where nobody is named. */
  readonly name: string | null
  /** Position in the catalog, where the catalog knows it. */
  readonly company: number | null
  /** Taken out of the catalog for this line, so that real names are met as unknown ones. */
  readonly hidden: number | null
  readonly amount: number | null
  /** As people write it, before a column cut it; null where it is written too short to tell. */
  readonly whole: string | null
}

export interface Maker {
  readonly catalog: Catalog
  readonly world: World
  readonly random: Random
  readonly formats: Readonly<Record<Format['names'], ReadonlyMap<string, readonly Format[]>>>
  readonly countries: readonly string[]
}

export function openMaker(
  catalog: Catalog,
  world: World,
  random: Random,
  formats: readonly Format[],
): Maker {
  const group = (names: Format['names']) => {
    const groups = new Map<string, Format[]>()
    for (const format of formats.filter((one) => one.names === names)) {
      const known = groups.get(format.country) ?? []
      // A wording of weight 3 is three times as frequent.
      for (let times = 0; times < format.weight; times += 1) known.push(format)
      groups.set(format.country, known)
    }
    return groups
  }
  const merchant = group('merchant')
  return {
    catalog,
    world,
    random,
    formats: { merchant, bank: group('bank'), nobody: group('nobody') },
    // A country of few wordings is drawn less often, so that its few are not learned by heart.
    countries: [...merchant].flatMap(([country, { length }]) =>
      Array<string>(Math.min(drawnMax, Math.ceil(length / drawnPer))).fill(country),
    ),
  }
}

const drawnMax = 5
const drawnPer = 8

const noneShare = 0.16
const bankShare = 0.03
const shopShare = 0.22
const hiddenShare = 0.12
const majorShare = 0.55

export function makeLine(maker: Maker): MadeLine {
  const { random, world, countries } = maker
  const country = random() < majorShare ? wordOf(world, random, 'majors') : one(random, countries)
  const amount = random() < 0.5 ? -Math.round(Math.exp(3.3 + random() * 2) * 100) / 100 : null
  return byShare<() => MadeLine>(random, [
    [noneShare, () => namelessLine(maker, country, amount)],
    [bankShare, () => bankLine(maker, country, amount)],
    [
      shopShare,
      () => {
        const payee = shopPayee(world, random, country)
        return namedLine(maker, country, payee, { company: null, hidden: null, amount })
      },
    ],
    [
      hiddenShare,
      () => {
        const brand = one(random, world.hidden)
        const payee = hiddenPayee(world, random, brand, country)
        return namedLine(maker, country, payee, { company: null, hidden: brand.position, amount })
      },
    ],
    [
      1,
      () => {
        const brand = brandOf(world, random, country)
        const payee = brandPayee(world, random, brand, country)
        const { position } = brand
        return namedLine(maker, country, payee, { company: position, hidden: null, amount })
      },
    ],
  ])()
}

function brandOf({ brands, famousIn }: World, random: Random, country: string): Brand {
  const home = famousIn.get(country) ?? []
  return byShare<() => Brand>(random, [
    [0.48, () => one(random, home.length > 0 ? home : (famousIn.get('*') ?? []))],
    [0.22, () => one(random, famousIn.get('*') ?? [])],
    [0.12, () => one(random, famousIn.get('US') ?? [])],
    [0.18, () => one(random, brands)],
  ])()
}

/** A wording that names nobody; one that names a person may have a business in its place. */
function namelessLine(maker: Maker, country: string, amount: number | null): MadeLine {
  const { random, world, formats } = maker
  const shop = shopPayee(world, random, country)
  const brand = random() < 0.5 ? null : brandOf(world, random, country)
  const other = brand === null ? shop : brandPayee(world, random, brand, country)
  const format = one(random, formats.nobody.get(country) ?? formats.nobody.get('US') ?? [])
  const setting = settingOf(world, random, country, other)
  const business = random() < businessShare ? paidToBusiness(format) : null
  if (business !== null) {
    return lineOf(setting, business, other, {
      company: brand?.position ?? null,
      hidden: null,
      amount,
    })
  }
  const { line, roles } = written(setting, format)
  const purpose = random() < 0.12 ? ` ${wordOf(world, random, 'purpose')}` : ''
  return {
    line: line + purpose,
    roles: roles + 'X'.repeat(purpose.length),
    name: null,
    company: null,
    hidden: null,
    amount,
    whole: null,
  }
}

/** The name, and not a wording that sends money to people, tells whether somebody was paid. */
const businessShare = 0.3

/** Cash and loans of a named bank: it is who was paid. */
function bankLine(maker: Maker, country: string, amount: number | null): MadeLine {
  const { random, world, formats } = maker
  const home = formats.bank.has(country) && world.banksIn.has(country) ? country : 'US'
  const brand = one(random, world.banksIn.get(home) ?? [])
  const format = one(random, formats.bank.get(home) ?? [])
  const payee = brandPayee(world, random, brand, home)
  const facts = { company: brand.position, hidden: null, amount }
  return lineOf(settingOf(world, random, home, payee), format, payee, facts)
}

type MadeFacts = Pick<MadeLine, 'company' | 'hidden' | 'amount'>

function namedLine(maker: Maker, country: string, payee: Payee, facts: MadeFacts): MadeLine {
  const { random, world, formats } = maker
  const format = one(random, formats.merchant.get(country) ?? [])
  return lineOf(settingOf(world, random, country, payee), format, payee, facts)
}

function lineOf(setting: Filling, format: Format, payee: Payee, facts: MadeFacts): MadeLine {
  const { line, roles } = written(setting, format)
  const from = roles.indexOf('N')
  const to = from + (/N+/.exec(roles)?.[0].length ?? 0)
  const name = from === -1 ? payee.text : line.slice(from, to)
  return { line, roles, name, whole: payee.short ? null : payee.text, ...facts }
}

interface Written {
  readonly line: string
  readonly roles: string
}

/** Share of lines whose bank words were never seen, so that the reader does not rest on them. */
const strangeBankShare = 0.16

function written(setting: Filling, { names, parts }: Format): Written {
  const { random } = setting
  const cased = caseOf(random)
  const strange = random() < strangeBankShare * (names === 'nobody' ? 2.5 : 1)
  let line = ''
  let roles = ''
  const put = (text: string, role: string) => {
    const shown = cased(text, role)
    line += shown
    roles += role.repeat(shown.length)
  }
  for (const [at, { text, slot, width }] of parts.entries()) {
    if (slot === null) put(strange ? estranged(setting, text) : text, 'R')
    else if (slot === 'M' || slot === 'm' || slot === 'K')
      putName(setting, slot, width, put, parts[at + 1]?.slot === 'T')
    else if (slot === 'x') put(setting.payee?.text ?? '', 'X')
    else if (slot === 'dom') put(setting.payee?.domain ?? '', 'N')
    else {
      const filled = fillSlot(setting, slot)
      put(width === null ? filled : columned(random, filled, width), slot === 'B' ? 'B' : 'X')
    }
  }
  return { line, roles }
}

/** A branch that is called by its town, which stands in the next column again. */
const twiceShare = 0.06
const columns = [18, 20, 22, 23, 24, 25]
const nameMin = 8

/** The column of the merchant: cut off where it is full, filled up where the wording says so. */
function putName(
  { payee, random, town }: Filling,
  slot: string,
  width: number | null,
  put: (text: string, role: string) => void,
  townNext: boolean,
): void {
  if (payee === null) throw new Error('a wording names somebody, and nobody is given')
  const cut = width ?? (random() < 0.14 ? one(random, columns) : Number.POSITIVE_INFINITY)
  // Where so little of the column were left that nobody could tell the name, it comes first.
  const before = slot === 'M' && payee.before.length + nameMin <= cut ? payee.before : ''
  const name = payee.text.slice(0, cut - before.length)
  const branch = townNext && random() < twiceShare ? ` ${town}` : payee.beside
  const taken = before.length + name.length
  const beside = slot !== 'M' ? '' : branch.slice(0, Math.max(0, cut - taken))
  put(before, 'B')
  put(name, 'N')
  put(beside, 'B')
  const left = width === null ? 0 : width - taken - beside.length
  if (left > 0 && (townNext || random() < 0.4)) put(' '.repeat(random() < 0.5 ? left : 1), 'X')
}
