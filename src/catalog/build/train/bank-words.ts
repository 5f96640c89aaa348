import { tokenise } from '../../matcher/tokens.ts'
import type { MadeLine } from './lines/made-lines.ts'
import { placesOfTokens } from './positions.ts'

/** Words that stand around names oftener than in them, with how much oftener: 1 to 9. */
export function learnBankWords(lines: readonly MadeLine[]): ReadonlyMap<string, number> {
  const bank = new Map<string, number>()
  const others = new Map<string, number>()
  for (const { line, roles } of lines) {
    const tokens = tokenise(line)
    const places = placesOfTokens(line, tokens)
    tokens.forEach(({ key, kind }, at) => {
      if (kind === 'number' || key.length < 2) return
      const counts = roles.charAt(places[at] ?? 0) === 'R' ? bank : others
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  }
  const levels = new Map<string, number>()
  for (const [key, count] of [...bank].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (count < seenMin) continue
    const odds = Math.log2((count + 0.5) / ((others.get(key) ?? 0) + 0.5))
    const level = Math.max(1, Math.min(9, Math.round(5 + odds)))
    if (odds > oddsMin) levels.set(key, level)
  }
  return levels
}

const seenMin = 4
const oddsMin = -4
