import { fold } from '../../fold.ts'
import { nameWords } from '../../name-key.ts'
import { taxonomy } from '../../taxonomy.ts'
import type { TsvRow } from '../read/read-tsv.ts'

/**
 * The lines of the tables of words, folded as the matcher folds a line. A fault ends the build: a
 * word that is written in vain would be missed by nobody.
 */
export function classLines(rows: readonly TsvRow[]): string[] {
  const known = new Set<string>()
  return rows.map(({ class: name = '', words = '', meaning = '' }) => {
    const place = `word-classes.tsv: ${name}`
    if (!/^[a-z][a-z_]*$/.test(name) || known.has(name))
      throw new Error(`${place}: twice, or no name`)
    if (meaning === '') throw new Error(`${place}: without a meaning`)
    known.add(name)
    const folded = foldedWords(words, place)
    if (name.endsWith('_trades')) for (const word of folded) checkTrade(word, place)
    return `${name}\t${folded.join(' ')}`
  })
}

/** The first row of a relation says what the relation is for. */
export function pairLines(rows: readonly TsvRow[]): string[] {
  const known = new Set<string>()
  return rows.map(({ relation = '', key = '', words = '', meaning = '' }) => {
    const place = `word-pairs.tsv: ${relation} ${key}`
    if (!/^[a-z][a-z_]*$/.test(relation)) throw new Error(`${place}: no name`)
    if (known.has(relation) === (meaning !== '')) throw new Error(`${place}: one meaning is needed`)
    if (known.has(`${relation}\t${key}`)) throw new Error(`${place}: twice`)
    known.add(relation).add(`${relation}\t${key}`)
    if (relation.endsWith('_variants')) checkTrade(key.split(' ')[0] ?? '', place)
    if (relation.endsWith('_categories')) {
      for (const one of [key, ...words.split(' ')]) checkTrade(one, place)
    }
    return `${relation}\t${key}\t${foldedWords(words, place).join(' ')}`
  })
}

export function limitLines(rows: readonly TsvRow[]): string[] {
  const known = new Set<string>()
  return rows.map(({ name = '', value = '', meaning = '' }) => {
    const place = `limits.tsv: ${name}`
    if (name === '' || known.has(name)) throw new Error(`${place}: twice, or no name`)
    if (value === '' || Number.isNaN(Number(value))) throw new Error(`${place}: no number`)
    if (meaning === '') throw new Error(`${place}: without a meaning`)
    known.add(name)
    return `${name}\t${value}`
  })
}

/** Phrases, parted by bars, in the words by which names are compared; pairs stay as written. */
export function companyWordLines(rows: readonly TsvRow[]): string[] {
  const classes = new Map<string, readonly string[]>()
  for (const { class: name = '', words = '', meaning = '' } of rows) {
    const place = `company-words.tsv: ${name}`
    if (meaning === '') throw new Error(`${place}: without a meaning`)
    const folded = words
      .split('|')
      .map((word) => (isOfNames.test(name) ? nameWords(word).join(' ') : word))
    if (folded.includes('')) throw new Error(`${place}: a gap, or no words`)
    const all = [...(classes.get(name) ?? []), ...folded]
    const double = all.find((word, at) => all.indexOf(word) < at)
    if (double !== undefined) throw new Error(`${place}: ${double} twice`)
    classes.set(name, all)
  }
  return [...classes].map(([name, words]) => `${name}\t${words.join('|')}`)
}

/** A line for each code of a category, whose rows hold codes and spans of them: `3501-3999`. */
export function codeLines(rows: readonly TsvRow[]): string[] {
  const known = new Map<string, string>()
  for (const { category = '', codes: written = '' } of rows) {
    checkTrade(category, 'merchant-codes.tsv')
    for (const span of written.split(' ')) {
      const [from = '', to = from] = span.split('-')
      const isSpan = /^\d{4}$/.test(from) && /^\d{4}$/.test(to) && from <= to
      if (!isSpan) throw new Error(`merchant-codes.tsv: ${category}: no code ${span}`)
      for (let code = Number(from); code <= Number(to); code += 1) {
        const digits = String(code).padStart(4, '0')
        if (known.has(digits)) throw new Error(`merchant-codes.tsv: ${digits} twice`)
        known.set(digits, category)
      }
    }
  }
  return [...known].map(([code, category]) => `${code}\t${category}`).sort()
}

const isOfNames =
  /^(forms_behind|forms_before|groupings|name_trades|name_endings|links|unsaid|places)$/

/** Codes are written in capitals and stay; most scripts have none. */
function foldedWords(words: string, place: string): readonly string[] {
  const folded = words.split(' ').map((word) => (isCode(word) ? word : fold(word)))
  if (folded.includes('')) throw new Error(`${place}: a gap, or no words`)
  const double = folded.find((word, at) => folded.indexOf(word) < at)
  if (double !== undefined) throw new Error(`${place}: ${double} twice`)
  return folded
}

function isCode(word: string): boolean {
  return word === word.toUpperCase() && word !== word.toLowerCase()
}

const codes = taxonomy.categories.flatMap(({ subcategories }) =>
  subcategories.map(({ code }) => code),
)

/** A star stands for any letters. */
function checkTrade(word: string, place: string): void {
  const wanted = new RegExp(`^${word.replaceAll('*', '.*')}$`)
  if (!codes.some((code) => wanted.test(code))) throw new Error(`${place}: no category ${word}`)
}
