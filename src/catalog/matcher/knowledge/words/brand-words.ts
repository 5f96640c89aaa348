import type { BrandWord } from '../knowledge.ts'

export function readBrandWords(lines: readonly string[]): ReadonlyMap<string, BrandWord> {
  return new Map(
    lines.map((line) => {
      const [word = '', kind] = line.split('\t')
      return [word, kind === 'coined' ? 'coined' : 'borne']
    }),
  )
}
