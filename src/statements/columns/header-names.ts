import type { HeaderKind } from './header-words.ts'
import { headerWords } from './header-words.ts'

/** A meaning that a header may have, and how far down the list of its words it stands. */
export interface HeaderMeaning {
  readonly kind: HeaderKind
  readonly rank: number
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** A header without marks, case and signs: "Libellé (EUR)" is `libelle`, "dateOp" `date op`. */
export function plainHeader(header: string): string {
  const text = header
    .replace(/(\p{Ll})(\p{Lu}\p{Ll}|\p{Lu}$)/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđıæœþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return text.replace(currencyBehind, '') || text
}

/** German's marks where a program had none: Empfaenger, Begruendung, Waehrung. */
const spelledOut = /([aou])e(?![aeiou])/g

const currencyBehind =
  /(?: (?:in|en|w|i|v|na|em))?(?: (?:eur|euros?|euroa|usd|gbp|chf|cad|aud|nzd|inr|jpy|sek|nok|dkk|pln|zl|czk|kc|huf|ft|ron|lei|try|tl|brl|円))$/u

const meaningsOf = new Map<string, readonly HeaderMeaning[]>()
for (const [kind, text] of Object.entries(headerWords)) {
  for (const [rank, word] of text.split(/\||\n/).entries()) {
    const plain = plainHeader(word)
    // as: the keys of headerWords are the kinds.
    const meaning: HeaderMeaning = { kind: kind as HeaderKind, rank }
    meaningsOf.set(plain, [...(meaningsOf.get(plain) ?? []), meaning])
  }
}
/** A header that goes on behind a known word says less than one that is the word. */
export const prefixRank = 1_000

const longWords = [...meaningsOf.keys()].filter((word) => word.length >= 4 || /[^ -~]/.test(word))

/** Nothing for a header that says nothing to us. */
export function headerMeanings(header: string): readonly HeaderMeaning[] {
  const plain = plainHeader(header)
  if (plain === '') return []
  const known =
    meaningsOf.get(plain) ??
    meaningsOf.get(plainHeader(header.replace(/\(.*|\[.*/, ''))) ??
    meaningsOf.get(plain.replace(spelledOut, '$1'))
  if (known) return known
  const begins = longestOf(longWords.filter((word) => plain.startsWith(`${word} `)))
  return (begins === null ? [] : (meaningsOf.get(begins) ?? [])).map(({ kind, rank }) => ({
    kind,
    rank: rank + prefixRank,
  }))
}

function longestOf(words: readonly string[]): string | null {
  return words.reduce<string | null>(
    (best, word) => (word.length > (best?.length ?? 0) ? word : best),
    null,
  )
}

/** A name of its own for every column: a second "Note" is "Note_2", one without is "column_4". */
export function uniqueNames(header: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return header.map((name, at) => {
    const base = name.trim() === '' ? `column_${at + 1}` : name.trim()
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    return times === 1 ? base : `${base}_${times}`
  })
}
