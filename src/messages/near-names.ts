/** Names that were perhaps meant: for parameters and members that nobody knows. */

/** Longer names are no slip of a known one, and comparing them would cost the square of them. */
const nameLengthMax = 64
const namesShown = 30

/** Words about a name that is not known: the nearest that is, or else all that are. */
export function unknownText(
  kind: 'member' | 'parameter',
  name: string,
  known: readonly string[],
): string {
  const near = nearestName(name, known)
  if (near !== null) return `is not known: the nearest ${kind} is ${near}`
  if (known.length === 0) return `is not known: there are no ${kind}s`
  return `is not known: the ${kind}s are ${known.slice(0, namesShown).join(', ')}`
}

/** The known name that was probably meant, or null where none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > nameLengthMax) return null
  const plain = plainForm(name)
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const other of known) {
    const steps = distance(plain, plainForm(other))
    if (steps < least && isNear(plain, plainForm(other), steps)) [best, least] = [other, steps]
  }
  return best
}

/**
 * Whether a name is a known one but for a letter: one more, one less, another, or two that changed
 * places. Short names have neighbours that mean something else (`uid` and `_id` beside `id`), so of
 * those only the same letters count: in other case, doubled, or swapped.
 */
export function isMisspelt(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false
  const [one, other] = [name.toLowerCase(), known.toLowerCase()]
  if (distance(one, other) > 1) return false
  return known.length >= 4 || lettersOf(one) === lettersOf(other)
}

function lettersOf(name: string): string {
  return [...new Set(name)].sort().join('')
}

function plainForm(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function isNear(name: string, known: string, steps: number): boolean {
  const shorter = Math.min(name.length, known.length)
  if (steps <= Math.max(1, Math.floor(shorter / 3))) return shorter > 1
  return shorter >= 3 && (known.startsWith(name) || name.startsWith(known))
}

/** Letters put in, taken out, replaced or swapped with a neighbour (Damerau, Levenshtein). */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1]
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const steps = Math.min(at(row, j - 1) + 1, at(last, j) + 1, at(last, j - 1) + (same ? 0 : 1))
      row.push(swapped && i > 1 && j > 1 ? Math.min(steps, at(before, j - 2) + 1) : steps)
    }
    ;[before, last] = [last, row]
  }
  return at(last, other.length)
}

function index(_: unknown, position: number): number {
  return position
}

function at(row: readonly number[], position: number): number {
  return row[position] ?? Number.POSITIVE_INFINITY
}
