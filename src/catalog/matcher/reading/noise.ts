import type { Noise } from '../knowledge/knowledge.ts'
import { openPhraseBook, type PhraseBook } from '../knowledge/phrases.ts'

export function readNoise(lines: readonly string[]): PhraseBook<Noise> {
  return openPhraseBook(
    lines.slice(1).map((line) => {
      const [phrase = '', country = ''] = line.split('\t')
      const words = phrase.split(' ')
      return { words, value: { country: country || null, words: words.length } }
    }),
  )
}
