import type { Token } from '../../tokens.ts'
import type { Spelling } from './spelling.ts'
import type { Word } from './word.ts'
import {
  addSeparator,
  partsCount,
  partsOf,
  RoleSheet,
  vectorOf,
  type WordRoles,
  width,
} from './word-roles.ts'
import { separatorSign, WordSigns } from './word-signs.ts'

/** Filled anew for every word. */
const signs = new WordSigns()
const vector = new Float32Array(width)
/** Filled anew for every line. */
const sheet = new RoleSheet()

/** Nearly all words stand behind one. */
const usual = ' '

/**
 * The network as lines ask it. A word behind a space says the same of itself and of its neighbours
 * in all lines, so it keeps that (the words that are remembered take eight megabytes more), and
 * numbers of one length share it.
 */
export class RoleBook {
  readonly model: WordRoles
  readonly #numbers = new Map<number, Float32Array>()
  readonly #separators = new Map<string, Float32Array>()

  constructor(model: WordRoles) {
    this.model = model
  }

  /** The sheet is the next line's as soon as that is weighed. */
  weigh(tokens: readonly Pick<Token, 'word' | 'before'>[]): RoleSheet {
    sheet.begin(tokens.length)
    tokens.forEach(({ word, before }, at) => {
      sheet.add(at, word.kind === 'number' ? this.#ofNumber(word) : this.#ofWord(word))
      if (before !== usual) sheet.add(at, this.#insteadOfSpace(before))
    })
    sheet.weigh(this.model)
    return sheet
  }

  #ofWord(word: Word): Float32Array {
    if (word.parts?.of !== this.model) word.parts = { of: this.model, all: this.#ask(word) }
    return word.parts.all
  }

  #ofNumber(word: Spelling): Float32Array {
    const known = this.#numbers.get(word.key.length)
    if (known !== undefined) return known
    const parts = this.#ask(word)
    this.#numbers.set(word.key.length, parts)
    return parts
  }

  #insteadOfSpace(before: string): Float32Array {
    const known = this.#separators.get(before)
    if (known !== undefined) return known
    vector.fill(0)
    addSeparator(this.model, separatorSign(before), vector)
    addSeparator(this.model, separatorSign(usual), vector, -1)
    const parts = this.#parts()
    this.#separators.set(before, parts)
    return parts
  }

  #ask(word: Spelling): Float32Array {
    vectorOf(this.model, signs.find(word), vector)
    addSeparator(this.model, separatorSign(usual), vector)
    return this.#parts()
  }

  #parts(): Float32Array {
    const parts = new Float32Array(partsCount)
    partsOf(this.model, vector, parts)
    return parts
  }
}
