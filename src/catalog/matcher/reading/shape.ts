import { featuresOf } from '../knowledge/categories/category-model.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'

/**
 * A line without the digits that nobody knows: receipts, orders and terminals are numbered, and the
 * matcher sees of such a number how long it is, where it stands and whether it comes again.
 *
 * Lines of one shape have one answer, unless the number stands in the name that is answered.
 */
export type ShapeOf = (description: string) => string

export function openShapes(knowledge: Knowledge): ShapeOf {
  let known: ReadonlySet<string> | null = null
  return (description) => {
    known ??= numbersOf(knowledge)
    return withoutNumbers(description, known)
  }
}

/** Calls and jobs share them: they take a fifth of a second to gather. */
const gathered = new WeakMap<Knowledge, ReadonlySet<string>>()

function numbersOf(knowledge: Knowledge): ReadonlySet<string> {
  const known = gathered.get(knowledge) ?? knownNumbers(knowledge)
  gathered.set(knowledge, known)
  return known
}

/** Stands for a digit, and is no character; behind the first one stands which number it is. */
const digitMark = '\uffff'
const markOfFirst = 0x0100

function withoutNumbers(description: string, known: ReadonlySet<string>): string {
  // A mark that a line brings along must not be taken for a number.
  if (description.includes(digitMark)) return digitMark + digitMark + description
  let shape = ''
  let copied = 0
  let numbers: string[] | null = null
  for (let at = 0; at < description.length; at += 1) {
    if (!isDigit(description.charCodeAt(at))) continue
    const from = at
    while (at < description.length && isDigit(description.charCodeAt(at))) at += 1
    if (!stands(description, from - 1) || !stands(description, at)) continue
    const number = description.slice(from, at)
    if (known.has(number)) continue
    numbers ??= []
    let which = numbers.indexOf(number)
    if (which < 0) which = numbers.push(number) - 1
    shape += description.slice(copied, from) + digitMark
    shape += String.fromCharCode(markOfFirst + which) + digitMark.repeat(number.length - 1)
    copied = at
  }
  return copied === 0 ? description : shape + description.slice(copied)
}

/** Nothing that a word, a domain, an amount or a date might go on with. */
function stands(description: string, at: number): boolean {
  return at < 0 || at >= description.length || ' #*:/()'.includes(description.charAt(at))
}

/** All numbers in what the matcher looks up, and the parts of them: words may be cut or joined. */
function knownNumbers(knowledge: Knowledge): ReadonlySet<string> {
  const known = new Set<string>()
  const { lineIndex, places, processors, categoryWords, brandWords, noise, bankRules } = knowledge
  const { commonWords, givenNames, sharedWords, categoryModel, reader } = knowledge
  const words = [lineIndex.claims, places, processors.byKey, brandWords, categoryWords.whole]
  const others = [categoryWords.begun, commonWords, givenNames, sharedWords, reader.bankWords]
  for (const table of [...words, ...others]) {
    for (const key of table.keys()) addNumbers(key, known)
  }
  for (const feature of featuresOf(categoryModel)) addNumbers(feature, known)
  for (const book of [noise, bankRules]) {
    for (const phrases of [...book.exact.values(), ...book.begun.values()]) {
      for (const { parts } of phrases) for (const { text } of parts) addNumbers(text, known)
    }
  }
  return known
}

function addNumbers(key: string, known: Set<string>): void {
  for (let at = 0; at < key.length; at += 1) {
    for (let to = at; to < key.length && isDigit(key.charCodeAt(to)); to += 1) {
      known.add(key.slice(at, to + 1))
    }
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
