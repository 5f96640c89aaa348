import { wordClass } from '../knowledge/tables/word-classes.ts'
import { isPoint, type Written } from '../tokens.ts'

const currencies = wordClass('currency_codes')

/** "11.35 PLN GZIK": the currency of the amount before it, and no electricity works. */
export function isCurrency(tokens: readonly Written[], at: number): boolean {
  return isCode(tokens[at]) && isAmount(tokens, at - 2)
}

/** Words of an amount that begins here, "12.00 PEN" or "PEN 12.00"; 0 where none does. */
export function amountWords(tokens: readonly Written[], at: number): number {
  const behind = isAmount(tokens, at) && isCode(tokens[at + 2])
  return behind || (isCode(tokens[at]) && isAmount(tokens, at + 1)) ? wordsOfAmount : 0
}

/** A whole part, decimals and the currency. */
const wordsOfAmount = 3

/** A card's end or a store's number has no decimals: "4421 MAD MEX". */
function isAmount(tokens: readonly Written[], at: number): boolean {
  const decimals = tokens[at + 1]
  return (
    tokens[at]?.kind === 'number' &&
    decimals?.kind === 'number' &&
    decimals.key.length === 2 &&
    isPoint(decimals.before)
  )
}

function isCode(token: Written | undefined): boolean {
  return token !== undefined && currencies.has(token.raw)
}

/** "888" of a telephone, "11" of a date, "365" of an amount: no brand that is a number. */
export function isPartOfNumber(tokens: readonly Written[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (tokens[at]?.kind !== 'number') return false
  return isJoined(tokens, from) || isJoined(tokens, to) || isBeforeCurrency(tokens, from, to)
}

/** The number that begins here goes on with the one before it; a store's stands behind a `#`. */
function isJoined(tokens: readonly Written[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'number' || tokens[at - 1]?.kind !== 'number') return false
  if (token.before === ',') return token.key.length === 2 && !isPoint(tokens[at + 1]?.before)
  return token.before === '.' || token.before === '-' || token.before === '/'
}

/** "111.111 huf", where the currency is not that of another amount behind it. */
function isBeforeCurrency(tokens: readonly Written[], from: number, to: number): boolean {
  const next = tokens[to]
  if (next === undefined || tokens[to + 1]?.kind === 'number') return false
  return currencies.has(to - from > 1 ? next.raw.toUpperCase() : next.raw)
}
