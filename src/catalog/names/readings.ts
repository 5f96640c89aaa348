import { nameWords } from '../name-key.ts'
import { companyWordPairs, companyWords } from './company-words.ts'
import { countryOfPlace } from './country-of.ts'
import { withoutFormsBefore, withoutFormsBehind, withoutGrouping } from './legal-forms.ts'

/**
 * The spellings that one text stands for, likeliest first: lists write "Coca-Cola Company (The)",
 * "Lilly (Eli)" and "Alphabet Inc. (Class A)" for what everybody else calls by its plain name.
 */
export function spellingsOf(name: string): string[] {
  const plain = name.replace(shareClass, '').replace(stateOfRegister, '').trim()
  const renamed = formerly.exec(plain)
  const found = renamed
    ? [renamed[1] ?? '', renamed[2] ?? '']
    : [plain, ...unbracketed(plain), ...uninverted(plain)]
  return [...new Set(found.filter((spelling) => spelling !== ''))].slice(0, spellingsMax)
}

function unbracketed(plain: string): string[] {
  const found = /^([^(（]*[^\s(（])\s*[(（]([^()（）]+)[)）]\s*(.*)$/u.exec(plain)
  if (found === null) return []
  const [, head = '', inner = '', tail = ''] = found
  const rest = `${head} ${tail}`.trim()
  const isAside = isForm(inner) || countryOfPlace(inner) !== null
  return isAside ? [rest] : [`${inner} ${rest}`, rest, inner]
}

/** "Woolworths Group (Australia)" says which of several is meant. */
export function countryIn(name: string): string | null {
  const inner = /[(,]\s*([^(),]+?)\s*\)?$/.exec(name)?.[1]
  return inner === undefined ? null : countryOfPlace(inner)
}

/** "Lauder, Estée" is inverted; in "Acme, Inc." the comma only parts the legal form. */
function uninverted(plain: string): string[] {
  const found = /^([^,]+),\s*([^,]+)$/.exec(plain)
  if (found === null) return []
  return [isForm(found[2] ?? '') ? (found[1] ?? '') : `${found[2]} ${found[1]}`]
}

/** The countries that the legal form of a name tells; none where many have it. */
export function countriesOfForm(spelling: string): readonly string[] {
  const words = wordsOf(spelling)
  for (const [form, countries] of formCountries) {
    const length = form.split(' ').length
    if (words.length > length && words.slice(-length).join(' ') === form)
      return countries.split(' ')
  }
  return []
}

const formCountries = companyWordPairs('form_countries')

function isForm(text: string): boolean {
  const words = nameWords(text)
  if (/^(?:[A-Z]\.\s?){1,3}$/.test(text)) return false
  const rest = withoutGrouping(withoutFormsBehind(['x', ...wordsOf(text)]))
  return words.join() === 'the' || rest.length === 1
}

const formerly =
  /^(.+?)[,;(\s]+(?:f\.?k\.?a\.?|formerly(?: known as)?|d\.?b\.?a\.?|a\.?k\.?a\.?|trading as|t\/a)[:\s]+(.+?)\)?$/iu
const spellingsMax = 6
/** American filings tell companies of one name apart by their state: "MARRIOTT INTL INC /MD/". */
const stateOfRegister = /\s*[/\\][A-Z]{2,3}[/\\]?$/
const shareClass =
  /[\s,–-]*\(?\b(?:class|series|cl\.?) [a-c]\b\)?.*$|\s+(?:common stock|ordinary shares|adr|ads|reit)$/iu

/** One key for all spellings of a name; the shorter one leaves "Group" and its like out. */
export interface LooseKeys {
  readonly core: string
  readonly short: string
}

export function looseKeys(spelling: string): LooseKeys {
  return keysOf(withoutFormsBehind(wordsOf(spelling)))
}

/** With what stands before the name gone: "PT Astra", which is not safe for "AO Smith". */
export function looseKeysInside(spelling: string): LooseKeys {
  return keysOf(withoutFormsBehind(withoutFormsBefore(wordsOf(spelling))))
}

/** The words of a name without its legal form, and a key of some of them. */
export function coreWords(spelling: string): readonly string[] {
  return withoutFormsBehind(wordsOf(spelling))
}

export function keyOfWords(words: readonly string[]): string {
  return joined(words)
}

function keysOf(core: readonly string[]): LooseKeys {
  return { core: joined(core), short: joined(withoutFormsBehind(withoutGrouping(core))) }
}

/** Words with initials joined, "J. M. Smucker", and without the article that opens a name. */
function wordsOf(spelling: string): readonly string[] {
  const words: string[] = []
  let initials = ''
  for (const word of nameWords(glued(spelling))) {
    if (/^[a-z]$/.test(word)) {
      initials += word
      continue
    }
    if (initials !== '') words.push(initials)
    initials = ''
    words.push(word)
  }
  if (initials !== '') words.push(initials)
  return words.length > 1 && words[0] === 'the' ? words.slice(1) : words
}

/** Chinese, Japanese and Korean names bear their form without a space. */
function glued(spelling: string): string {
  return spelling
    .normalize('NFKC')
    .replace(/^(株式会社|有限会社|合同会社|주식회사|\(株\)|\(주\))/u, '$1 ')
    .replace(
      /(股份有限公司|有限责任公司|有限責任公司|有限公司|集团|集團|株式会社|有限会社|合同会社|주식회사|\(株\)|\(주\))$/u,
      ' $1',
    )
    .replace(/(?<=\S)(集团|集團) /u, ' $1 ')
}

function joined(words: readonly string[]): string {
  const said = words.filter((word, at) => at === 0 || !conjunctions.has(word))
  return said.map(looseWord).join('')
}

const conjunctions = companyWords('unsaid')

function looseWord(word: string): string {
  const whole = abbreviations.get(word) ?? romanised(word)
  // Huel is no Hul: only in longer words is such a pair likelier an umlaut than not.
  const umlauts = whole.length > 4 ? whole.replace(/ae|oe|ue/g, (pair) => pair.slice(0, 1)) : whole
  return umlauts.length > 4 && /[^s]s$/.test(umlauts) ? umlauts.slice(0, -1) : umlauts
}

const abbreviations = companyWordPairs('abbreviations')

/** Letter by letter, as passports do it; enough to find Газпром under Gazprom. */
const latin = companyWordPairs('letters')

function romanised(word: string): string {
  return /[\u0370-\u03ff\u0400-\u04ff]/.test(word)
    ? word.replace(/[\u0370-\u03ff\u0400-\u04ff]/g, (letter) => latin.get(letter) ?? letter)
    : word
}
