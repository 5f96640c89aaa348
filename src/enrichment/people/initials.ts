import type { PersonWords } from '../../catalog/person-words.ts'

/** One letter, or two without a vowel: JP and TJ. Ng and Ly are names that somebody listed. */
export function areInitials(words: PersonWords, key: string): boolean {
  if (key.length === 1) return true
  if (key.length !== 2 || /[^b-df-hj-np-tv-xz]/.test(key) || words.particles.has(key)) return false
  return !words.isGiven(key) && !words.isFamily(key)
}
