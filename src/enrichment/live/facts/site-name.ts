import { fold } from '../../../catalog/fold.ts'
import { companyWords } from '../../../catalog/names/company-words.ts'
import type { Hung } from '../page/data-nodes.ts'
import { textAt, typesOf } from '../page/data-nodes.ts'
import type { SitePage } from '../page/page.ts'
import { plainText } from '../page/plain-text.ts'
import type { OwnOrganization } from './organization.ts'
import { lettersOf, likeness, type OwnDomains, spellings } from './own-domains.ts'

const nameLength = 120
/** Longer ones are slogans, unless the page calls them its name. */
const wordsMax = 5

interface Candidate {
  readonly name: string
  readonly points: number
}

interface NamedPage {
  readonly page: SitePage
  readonly hung: readonly Hung[]
  readonly organization: OwnOrganization | null
  readonly own: OwnDomains
}

/**
 * The organisation's name, not the slogan of its page: of everything that the page calls itself,
 * the one that its structured data, its domain and the others agree on. Null where it says none.
 */
export function siteName(named: NamedPage): string | null {
  const { own } = named
  const spelled = spelledOut(named)
  const candidates = [...candidatesOf(named), ...(spelled ? [{ name: spelled, points: 0 }] : [])]
  const letters = candidates.map(({ name }) => lettersOf(name))
  const [best] = candidates
    .map(({ name, points }, index) => {
      const agreeing = letters.filter((other) => other === letters[index]).length - 1
      const long = Math.max(0, name.split(' ').length - wordsMax)
      const alike = [0, 3, 4, 6][likeness(name, own.labels)] ?? 0
      return { name, points: points + alike + Math.min(agreeing, 3) - long * 2 }
    })
    .sort((a, b) => b.points - a.points)
  return best && best.points >= pointsMin ? best.name : null
}

const pointsMin = 4

function candidatesOf({ page, hung, organization, own }: NamedPage): readonly Candidate[] {
  const candidates: Candidate[] = []
  const add = (text: string | null | undefined, points: number): void => {
    const plain = text ? plainText(text, nameLength * 3) : null
    if (plain === null) return
    for (const { part, less } of partsOf(plain, own)) {
      const name = plainText(part, nameLength)
      if (name === null || isGeneric(name)) continue
      const sure = points - less
      // In small letters it is an address; one that is a name, as Booking.com, has a capital.
      candidates.push({ name, points: own.domains.includes(name) ? Math.min(sure, 1) : sure })
    }
  }
  const meta = (name: string) => page.metas.get(name)?.[0]
  for (const [index, node] of (organization?.nodes ?? []).entries()) {
    const trust = (organization?.isSure ? 14 : 9) - Math.min(index, 3) * 3
    add(textAt(node, 'name'), trust)
  }
  for (const { node, under } of hung) {
    if (under === '' && typesOf(node).includes('WebSite')) add(textAt(node, 'name'), 5)
  }
  add(meta('og:site_name'), 6)
  add(meta('application-name'), 5)
  add(meta('apple-mobile-web-app-title'), 4)
  add(page.title, 4)
  add(meta('og:title'), 2)
  add(meta('twitter:title'), 1)
  for (const text of page.logoTexts) add(text.replace(/\blogo\b/gi, ' '), 3)
  for (const text of page.headings.slice(0, 1)) add(text, 0)
  add(ownerIn(page.lastText), 4)
  return candidates
}

/** The closing mark of «a name» parts nothing; scripts without spaces need none around a dash. */
const separators =
  /\s+[-–—|:·•›~/*]+\s+|\s*[|｜·•›]+\s*|\s*(?<!«[^»]{0,80})»+\s*|\s+[–—]|[–—]\s+|:\s+|(?<=[\p{sc=Han}\p{sc=Hangul}\p{sc=Katakana}])[-_－—]+/u

/**
 * A name with a slogan behind or before it is cut where its parts meet. Which of them it is, is
 * less sure, unless it bears a legal form; of letters that no domain has, the first one is it.
 */
function partsOf(text: string, { labels }: OwnDomains) {
  const whole = text
    .replace(greeting, '')
    .replace(/[®™©]+/g, '')
    .trim()
  const [lead = '', ...rest] = whole.split(', ')
  if (/\s/.test(rest.join()) && likeness(lead, labels) === 3) return [{ part: lead, less: 0 }]
  const parts = whole.split(separators).map((part) => part.trim())
  const useful = parts.filter((part) => part !== '' && !isGeneric(part))
  if (useful.length <= 1) return useful.map((part) => ({ part, less: 0 }))
  const alike = useful.find((part) => likeness(part, labels) === 3)
  if (alike !== undefined) return [{ part: alike, less: 0 }]
  return useful.map((part, index) => {
    if (legalForm.test(part)) return { part, less: -1 }
    return { part, less: index === 0 && !/\p{sc=Latin}/u.test(part) ? 0 : 2 }
  })
}

/** Written as they are, since "as" and "ab" are words. */
const legalForm =
  /(?:有限公司|责任公司|責任公司|株式会社|有限会社|合同会社|주식회사)$|^(?:株式会社|有限会社|合同会社|주식회사|(?:ООО|АО|ПАО|ЗАО)\s)|[\s,](?:GmbH|mbH|AG|KG|OHG|Inc|Ltd|LLC|LLP|plc|PLC|Corp|Co|SA|SAS|S\.A|SARL|Sàrl|S\.?r\.?l|S\.?p\.?A|S\.?L|B\.?V|N\.?V|AB|AS|A\/S|ApS|Oy|Oyj|Ltda|sp\. z o\. ?o|s\. ?r\. ?o|Kft|d\.o\.o|Pty|Pte|A\.Ş)\.?$/u

const greeting =
  /^(?:welcome to|willkommen (?:bei|auf)|bienvenue (?:chez|sur|à|aux?|dans)|bienvenid[oa]s? al?|benvenut[oi] (?:in|su|da|al|alla|nel|nella)|bem-vind[oa]s? (?:à|ao?)|welkom bij|v[eä]lkommen till?|tervetuloa|witamy w|home of|(?:the )?official (?:web)?site of|about)\s+(?:the\s+(?=\S+\s+\S))?/i

const generic = companyWords('site_titles')

function isGeneric(name: string): boolean {
  const plain = fold(name)
    .replace(/[.!…]+$/, '')
    .trim()
  return (
    generic.has(plain) ||
    generic.has(name.toLowerCase().replaceAll('|', '/')) ||
    !/\p{L}|\p{N}/u.test(name)
  )
}

/** "© 2019–2026 Acme GmbH. All rights reserved." */
function ownerIn(text: string): string | null {
  const line = /(?:©|\(c\)|copyright|版权所有|版權所有)[\s\S]{0,160}/i.exec(text)?.[0] ?? ''
  const rest = line.replace(/^(?:©|\(c\)|copyright|版权所有|版權所有|\s|by|[\d,:：–—-])+/i, '')
  const owner = rest.split(
    /\s{2,}|[|•·\n]|\.\s|\ball rights|\balle rechte|\btous droits|\btodos los|\bpowered|\bdesigned/i,
  )[0]
  const name = owner?.replace(/[\s,.–—-]*(?:\d{4}[\s,.–—-]*)*$/, '').trim() ?? ''
  if (name === '' || name.split(/\s+/).length > wordsMax + 2) return null
  return shortForm.test(name) && rest.startsWith(`${name}.`) ? `${name}.` : name
}

/** Their last point is theirs, and not the end of a sentence. */
const shortForm = /(?:^|[\s,])(?:Inc|Ltd|Co|Corp|Bros|(?:\p{L}{1,2}\.)+\p{L}{1,2})$/u

const windowMax = 4
/** Names that may be spelled in several ways; a page of people has few. */
const spelledMax = 200

/** Words of the page that are written like the domain, one after the other: its own spelling. */
function spelledOut({ page, own }: NamedPage): string | null {
  const said = [page.title, ...page.headings, ...(page.metas.get('description') ?? [])]
  const words = `${said.join(' ')} ${page.lastText} ${page.text}`
    .slice(0, 8_000)
    .split(/[\s|,;:()"“”]+/)
    .map((word) => word.replace(/[.!?'’]+$/, ''))
  let left = spelledMax
  const isOwn = (name: string): boolean => {
    if (own.labels.includes(lettersOf(name))) return true
    if (!/[&+äöüøå]/i.test(name) || left === 0) return false
    left -= 1
    return spellings(name).some((letters) => own.labels.includes(letters))
  }
  for (let from = 0; from < words.length; from += 1) {
    if (lettersOf(words[from] ?? '') === '') continue
    for (let count = 1; count <= windowMax; count += 1) {
      const name = words.slice(from, from + count).join(' ')
      if (name !== name.toLowerCase() && isOwn(name)) return plainText(name, nameLength)
    }
  }
  return null
}
