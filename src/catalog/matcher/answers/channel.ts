import type { Channel, Recurrence } from '../line-match.ts'

const channels: readonly (readonly [Channel, ReadonlySet<string>])[] = [
  ['atm', new Set('atm geldautomat dab cajero bankomat bancomat geldautomaat'.split(' '))],
  [
    'direct_debit',
    new Set('lastschrift prlv prelevement incasso addebito autogiro recibo sdd ach dd'.split(' ')),
  ],
  [
    'transfer',
    new Set(
      'transfer ueberweisung virement transferencia bonifico overboeking wire zelle'.split(' '),
    ),
  ],
  ['online', new Set('www com http https online internet web ecom ecommerce'.split(' '))],
  [
    'in_store',
    new Set(
      'pos contactless ctls chip kartenzahlung girocard eftpos store betaalautomaat'.split(' '),
    ),
  ],
]

/** The first channel of the table counts, whichever word comes first. */
const orderByWord: ReadonlyMap<string, number> = new Map(
  channels.flatMap(([, words], order) => [...words].map((word): [string, number] => [word, order])),
)

/** The channel of a payment and whether it recurs, where the words of the line say so. */
export function channelOf(keys: readonly string[], category: string | null): Channel | null {
  if (category === 'TRANSFER_OUT_WITHDRAWAL') return 'atm'
  let best: number | undefined
  for (const key of keys) {
    const order = orderByWord.get(key)
    if (order !== undefined && (best === undefined || order < best)) best = order
  }
  return best === undefined ? null : (channels[best]?.[0] ?? null)
}

const subscription = new Set(
  'recurring subscription subscr subscript abonnement membership monthly abo suscripcion'.split(
    ' ',
  ),
)
const instalment = new Set('emi installment instalment ratenzahlung parcela cuota rata'.split(' '))
const standingOrder = new Set('dauerauftrag sto'.split(' '))

export function recurrenceOf(keys: readonly string[]): Recurrence | null {
  if (keys.some((key) => subscription.has(key))) return 'subscription'
  if (keys.some((key) => instalment.has(key))) return 'instalment'
  const standing =
    keys.some((key) => standingOrder.has(key)) || keys.join(' ').includes('standing order')
  return standing ? 'standing_order' : null
}
