import { hashOn, type KeyFilter, mayHold, openKeyFilter } from './key-filter.ts'

/** Finds known phrases in the words of a line in one pass, by their first word. */
export interface Phrase<Value> {
  readonly words: readonly string[]
  readonly value: Value
}

export interface PhraseBook<Value> {
  readonly exact: ReadonlyMap<string, readonly ReadPhrase<Value>[]>
  /** Phrases whose first word is only a beginning, by its first three letters. */
  readonly begun: ReadonlyMap<string, readonly ReadPhrase<Value>[]>
  readonly beginnings: KeyFilter
}

/** A phrase whose words were looked at once, as lines ask for them by the thousand. */
interface ReadPhrase<Value> {
  readonly parts: readonly Part[]
  readonly value: Value
}

interface Part {
  readonly text: string
  readonly fit: 'whole' | 'beginning' | 'gap'
}

const lettersBegun = 3
/** Words that may stand where a phrase has its `~`. */
const gapMax = 3

export function openPhraseBook<Value>(phrases: readonly Phrase<Value>[]): PhraseBook<Value> {
  const exact = new Map<string, ReadPhrase<Value>[]>()
  const begun = new Map<string, ReadPhrase<Value>[]>()
  for (const { words, value } of phrases) {
    const phrase = { parts: words.map(partOf), value }
    const first = words[0] ?? ''
    if (first.endsWith('*')) put(begun, first.slice(0, lettersBegun), phrase)
    else put(exact, first, phrase)
  }
  return { exact, begun, beginnings: openKeyFilter([...begun.keys()]) }
}

function partOf(word: string): Part {
  if (word === '~') return { text: '', fit: 'gap' }
  return word.endsWith('*')
    ? { text: word.slice(0, -1), fit: 'beginning' }
    : { text: word, fit: 'whole' }
}

/** Whether a phrase begins with this word. */
export function mayBegin({ exact, beginnings }: PhraseBook<unknown>, word: string): boolean {
  return (
    mayHold(beginnings, hashOn(0, word, 0, Math.min(lettersBegun, word.length))) || exact.has(word)
  )
}

/** Every phrase that begins at this word, with the index after its last word. */
export function phrasesAt<Value>(
  book: PhraseBook<Value>,
  words: readonly string[],
  at: number,
  found: (value: Value, end: number) => void,
): void {
  const first = words[at] ?? ''
  tryAll(book.exact.get(first), words, at, found)
  if (first.length < lettersBegun) return
  if (!mayHold(book.beginnings, hashOn(0, first, 0, lettersBegun))) return
  tryAll(book.begun.get(first.slice(0, lettersBegun)), words, at, found)
}

function tryAll<Value>(
  phrases: readonly ReadPhrase<Value>[] | undefined,
  words: readonly string[],
  at: number,
  found: (value: Value, end: number) => void,
): void {
  if (phrases === undefined) return
  for (const { parts, value } of phrases) {
    const end = endOf(parts, 0, words, at)
    if (end !== -1) found(value, end)
  }
}

function endOf(parts: readonly Part[], from: number, words: readonly string[], at: number): number {
  let position = at
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index]
    if (part === undefined) break
    if (part.fit === 'gap') return afterGap(parts, index + 1, words, position)
    const word = words[position]
    if (word === undefined) return -1
    if (part.fit === 'whole' ? word !== part.text : !word.startsWith(part.text)) return -1
    position += 1
  }
  return position
}

function afterGap(
  parts: readonly Part[],
  from: number,
  words: readonly string[],
  at: number,
): number {
  for (let gap = 0; gap <= gapMax && at + gap <= words.length; gap += 1) {
    const end = endOf(parts, from, words, at + gap)
    if (end !== -1) return end
  }
  return -1
}

function put<Value>(
  map: Map<string, ReadPhrase<Value>[]>,
  key: string,
  phrase: ReadPhrase<Value>,
): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [phrase])
  else list.push(phrase)
}
