import type { Written } from '../../matcher/tokens.ts'

/** Where each word begins in its line; the words are found one behind the other. */
export function placesOfTokens(line: string, tokens: readonly Written[]): number[] {
  let from = 0
  return tokens.map(({ raw }) => {
    const at = line.indexOf(raw, from)
    if (at === -1) return from
    from = at + raw.length
    return at
  })
}

/** First and last word of the name that was written into a line, as positions of words. */
export function nameWords(
  line: string,
  roles: string,
  tokens: readonly Written[],
): { readonly from: number; readonly to: number } | null {
  const begin = roles.indexOf('N')
  if (begin === -1) return null
  const end = begin + (/N+/.exec(roles)?.[0].length ?? 0)
  const places = placesOfTokens(line, tokens)
  const inside = places.flatMap((place, at) => (place >= begin && place < end ? [at] : []))
  const from = inside[0]
  const last = inside.at(-1)
  return from === undefined || last === undefined ? null : { from, to: last + 1 }
}
