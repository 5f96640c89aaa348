import { hashOn, type KeyFilter, mayHold, openKeyFilter } from './key-filter.ts'

/** Finds known phrases in the words of a line in one pass, by their first word. */
export interface Phrase<Value> {
  readonly words: readonly string[]
  readonly value: Value
}

export interface PhraseBook<Value> {
  readonly exact: ReadonlyMap<string, readonly Phrase<Value>[]>
  /** Phrases whose first word is only a beginning, by its first three letters. */
  readonly begun: ReadonlyMap<string, readonly Phrase<Value>[]>
  readonly beginnings: KeyFilter
}

const lettersBegun = 3
/** Words that may stand where a phrase has its `~`. */
const gapMax = 3

export function openPhraseBook<Value>(phrases: readonly Phrase<Value>[]): PhraseBook<Value> {
  const exact = new Map<string, Phrase<Value>[]>()
  const begun = new Map<string, Phrase<Value>[]>()
  for (const phrase of phrases) {
    const first = phrase.words[0] ?? ''
    if (first.endsWith('*')) put(begun, first.slice(0, lettersBegun), phrase)
    else put(exact, first, phrase)
  }
  return { exact, begun, beginnings: openKeyFilter([...begun.keys()]) }
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
  phrases: readonly Phrase<Value>[] | undefined,
  words: readonly string[],
  at: number,
  found: (value: Value, end: number) => void,
): void {
  if (phrases === undefined) return
  for (const phrase of phrases) {
    const end = endOf(phrase.words, 0, words, at)
    if (end !== -1) found(phrase.value, end)
  }
}

function endOf(
  phrase: readonly string[],
  from: number,
  words: readonly string[],
  at: number,
): number {
  let position = at
  for (let index = from; index < phrase.length; index += 1) {
    const wanted = phrase[index] ?? ''
    if (wanted === '~') return afterGap(phrase, index + 1, words, position)
    if (!fits(wanted, words[position])) return -1
    position += 1
  }
  return position
}

function afterGap(
  phrase: readonly string[],
  from: number,
  words: readonly string[],
  at: number,
): number {
  for (let gap = 0; gap <= gapMax && at + gap <= words.length; gap += 1) {
    const end = endOf(phrase, from, words, at + gap)
    if (end !== -1) return end
  }
  return -1
}

function fits(wanted: string, word: string | undefined): boolean {
  if (word === undefined) return false
  if (!wanted.endsWith('*')) return wanted === word
  return word.startsWith(wanted.slice(0, -1))
}

function put<Value>(map: Map<string, Phrase<Value>[]>, key: string, phrase: Phrase<Value>): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [phrase])
  else list.push(phrase)
}
