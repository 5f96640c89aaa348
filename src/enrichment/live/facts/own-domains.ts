import { domainToUnicode } from 'node:url'
import { parseDomain } from '../../../catalog/domain-name.ts'
import { fold } from '../../../catalog/fold.ts'

/** The domain that was asked for, and the one where its website lies now. */
export interface OwnDomains {
  readonly domains: readonly string[]
  /** The domains' first labels as folded letters, which often spell the name. */
  readonly labels: readonly string[]
}

export function ownDomains(asked: string, host: string): OwnDomains {
  const domains = [...new Set([asked, parseDomain(host) ?? asked])]
  const labels = domains.map((domain) => lettersOf(domainToUnicode(domain).split('.')[0] ?? ''))
  return { domains, labels: labels.filter((label) => label !== '') }
}

/** The letters and digits alone, folded. */
export function lettersOf(text: string): string {
  return fold(text)
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

const joiners = ['and', '', 'und', 'et', 'y', 'e', 'og', 'och', 'en', 'n']
const oneJoined = /^[^&+]+[&+][^&+]+$/
const inLatin: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The letters of a name as domains may have them: Müller & Söhne is muellerundsoehne, too. */
export function spellings(name: string): readonly string[] {
  const plain = [name]
  if (/[äöüøå]/i.test(name)) {
    plain.push(name.toLowerCase().replace(/[äöüøå]/g, (letter) => inLatin[letter] ?? letter))
  }
  const joined = plain.flatMap((text) =>
    oneJoined.test(text) ? joiners.map((joiner) => text.replace(/\s*[&+]\s*/g, joiner)) : text,
  )
  return [...new Set(joined.map(lettersOf))]
}

/** How surely a name is the one that the domain spells: 3 exactly, 2 nearly, 1 by initials, 0. */
export function likeness(name: string, labels: readonly string[]): 0 | 1 | 2 | 3 {
  const found = spellings(name)
    .filter((letters) => letters.length >= 2)
    .flatMap((letters) => labels.map((label) => likenessTo(label, name, letters)))
  return found.includes(3) ? 3 : found.includes(2) ? 2 : found.includes(1) ? 1 : 0
}

const nearMin = 4

function likenessTo(label: string, name: string, letters: string): 0 | 1 | 2 | 3 {
  if (letters === label) return 3
  if (letters.length >= nearMin && label.includes(letters)) return 2
  if (label.length >= nearMin && letters.includes(label) && letters.length <= label.length * 3) {
    return 2
  }
  const words = fold(name).split(/[^\p{L}\p{N}]+/u)
  const first = words.find((word) => word.length >= nearMin) ?? ''
  if (first !== '' && label.startsWith(first)) return 2
  const initials = words.map((word) => word.charAt(0)).join('')
  return initials.length >= 2 && label.startsWith(initials) && label.length <= initials.length + 2
    ? 1
    : 0
}
