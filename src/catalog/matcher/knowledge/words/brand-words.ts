/**
 * Single words that are brands: `borne` by people, places and shops as well, or `coined`, so that
 * nobody else bears them.
 */
export type BrandWord = 'borne' | 'coined'

export function readBrandWords(lines: readonly string[]): ReadonlyMap<string, BrandWord> {
  return new Map(
    lines.map((line) => {
      const [word = '', kind] = line.split('\t')
      return [word, kind === 'coined' ? 'coined' : 'borne']
    }),
  )
}
