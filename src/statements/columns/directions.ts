import { plainHeader } from './header-names.ts'

/** Money out or in, as a word or a letter in a column of its own. */
export type Direction = 'out' | 'in'

const words: { readonly [D in Direction]: string } = {
  out: `d dr db dbit debit debet debito soll s af afschrijving out money out withdrawal sortie dare addebito cargo adeudo
    uscita saida gider borc obciazenie wydatek vydaj odchozi terheles t ut uttag belastung ausgang charge expense uit depense
    veloitus otto 出金 支払 支払い 出 debe gasto outgoing sent wn md borclu ausgabe`,
  in: `c cr crdt credit kredit haben h bij bijschrijving in money in deposit entree avere accredito abono entrada
    alacak gelir uznanie wplyw prijem prichozi jovairas j inn insattning gutschrift eingang income recette ingreso
    hyvitys pano 入金 預入 預り 入 haber received incoming ma dal alacakli einnahme credito`,
}

const directions = new Map<string, Direction>()
for (const direction of ['out', 'in'] as const) {
  const joined = words[direction].replace(/money (in|out)/g, 'money_$1')
  for (const word of joined.split(/\s+/)) directions.set(word.replace('_', ' ').trim(), direction)
}
directions.set('+', 'in')
directions.set('-', 'out')

const known = new Map<string, Direction | null>()
const knownMax = 1_000

export function directionOf(cell: string): Direction | null {
  const before = known.get(cell)
  if (before !== undefined) return before
  const text = cell.trim()
  const found =
    text.length > 20 ? null : (directions.get(text) ?? directions.get(plainHeader(text)))
  if (known.size >= knownMax) known.clear()
  known.set(cell, found ?? null)
  return found ?? null
}
