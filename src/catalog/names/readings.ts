import { nameWords } from '../name-key.ts'
import {
  withoutFormsBefore,
  withoutFormsBehind,
  withoutGrouping,
  withoutTrade,
} from './legal-forms.ts'

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
  return isForm(inner) ? [rest] : [`${inner} ${rest}`, rest, inner]
}

/** "Lauder, Estée" is inverted; in "Acme, Inc." the comma only parts the legal form. */
function uninverted(plain: string): string[] {
  const found = /^([^,]+),\s*([^,]+)$/.exec(plain)
  if (found === null) return []
  return [isForm(found[2] ?? '') ? (found[1] ?? '') : `${found[2]} ${found[1]}`]
}

function isForm(text: string): boolean {
  const words = nameWords(text)
  if (/^(?:[A-Z]\.\s?){1,3}$/.test(text)) return false
  return words.join() === 'the' || withoutFormsBehind(['x', ...wordsOf(text)]).length === 1
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

/** The key of a name without the words for its trade: "Coterra Energy" is Coterra to most. */
export function stemKey(spelling: string): string {
  return joined(withoutTrade(withoutFormsBehind(wordsOf(spelling))))
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

const conjunctions = new Set(['and', 'und', 'et', 'y', 'og', 'och', 'plus', 'the', 'of'])

function looseWord(word: string): string {
  const whole = abbreviations.get(word) ?? romanised(word)
  // Huel is no Hul: only in longer words is such a pair likelier an umlaut than not.
  const umlauts = whole.length > 4 ? whole.replace(/ae|oe|ue/g, (pair) => pair.slice(0, 1)) : whole
  return umlauts.length > 4 && /[^s]s$/.test(umlauts) ? umlauts.slice(0, -1) : umlauts
}

const abbreviations = new Map(
  (
    'assoc=associates bros=brothers centre=center elec=electric fin=financial finl=financial ' +
    'grp=group hldg=holding hldgs=holdings ind=industries inds=industries intl=international ' +
    'labs=laboratories mfg=manufacturing mgmt=management natl=national saint=st svcs=services ' +
    'pharma=pharmaceuticals sys=systems tech=technologies technology=technologies ' +
    'techs=technologies theatre=theater one=1 two=2 three=3 four=4 five=5 six=6 seven=7 ' +
    'eight=8 nine=9 ten=10'
  )
    .split(' ')
    .map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? ''] as const),
)

/** Letter by letter, as passports do it; enough to find Газпром under Gazprom. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'аa бb вv гg дd еe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь ' +
    'эe юyu яya іi їi єye ґg αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf ' +
    'χch ψps ωo'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

function romanised(word: string): string {
  return /[\u0370-\u03ff\u0400-\u04ff]/.test(word)
    ? word.replace(/[\u0370-\u03ff\u0400-\u04ff]/g, (letter) => latin[letter] ?? letter)
    : word
}
