import { byShare, one, type Random } from '../random.ts'
import { coinedWord } from './coined.ts'
import type { Filling } from './fill-slot.ts'
import { titled } from './payees.ts'

/** Some banks keep a column's blanks, and some run columns together. */
export function columned(random: Random, text: string, width: number): string {
  return random() < 0.5 ? text.slice(0, width) : text.slice(0, width).padEnd(width)
}

const strangeWordShare = 0.45

/** Words that nobody knows, or that are known from names and say nothing here. */
export function estranged({ world, random }: Filling, text: string): string {
  return text.replace(/\p{L}{4,}/gu, (word) => {
    if (random() >= strangeWordShare) return word
    const other = random() < 0.5 ? coinedWord(random) : one(random, world.shopWords)
    return startsUpper.test(word) ? titled(other) : other
  })
}

const startsUpper = /^\p{Lu}/u

/**
 * Most statements write in capitals; the rest as people do, or without any. Some write what the
 * terminal sent in capitals, and the bank's words as people do.
 */
export function caseOf(random: Random): (text: string, role: string) => string {
  const upper = (text: string) => text.toUpperCase()
  return byShare<(text: string, role: string) => string>(random, [
    [0.52, upper],
    [0.16, (text, role) => (role === 'R' ? text : upper(text))],
    [0.16, (text) => text],
    [0.09, (text) => text.replace(/\p{L}+/gu, (w) => w.charAt(0).toUpperCase() + w.slice(1))],
    [0.07, (text) => text.toLowerCase()],
  ])
}
