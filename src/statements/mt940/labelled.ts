import type { Field86 } from './parts-86.ts'

/**
 * Words with a colon part the text of ABN AMRO's fixed lines, of older Dutch files, and of Polish
 * ones: `SEPA INCASSO … NAAM: Vitens OMSCHRIJVING: Water IBAN: …`.
 */
const payees = 'NAAM|NAME|DLA|OD|NADAWCA|ODBIORCA|AUFTRAGGEBER|EMPFAENGER|BEGUENSTIGTER'
const purposes = 'OMSCHRIJVING|DESCRIPTION|REMITTANCE|TYT\\.?|TYTU[LŁ]|VERWENDUNGSZWECK'
const others =
  'IBAN|BIC|KENMERK|MACHTIGING|INCASSANT|VOOR|BETALINGSKENM\\.?|VALUTADATUM|VALUE DATE|' +
  'Z RACH\\.?|NA RACH\\.?|TNR|DATA|REFERENCE|PASVOLGNR|TRANSACTIE|TERM'
const label = new RegExp(`(?:^|[\\s;,])(${payees}|${purposes}|${others})\\s?:\\s*`, 'giu')
const isPayee = new RegExp(`^(?:${payees})$`, 'iu')
const isPurpose = new RegExp(`^(?:${purposes})$`, 'iu')

export function readLabelled(text: string): Field86 | null {
  const card = cardPayment(text)
  if (card) return card
  const found = [...text.matchAll(label)]
  const behind = (kind: RegExp) => {
    const at = found.findIndex((match) => kind.test(match[1] ?? ''))
    const match = found[at]
    if (!match) return ''
    const value = text.slice(match.index + match[0].length, found[at + 1]?.index ?? text.length)
    return value.replace(/[;,\s]+$/, '').trim()
  }
  const payee = behind(isPayee)
  const purpose = behind(isPurpose)
  if (payee === '' && purpose === '') return null
  return { payee, purpose, type: text.slice(0, found[0]?.index ?? 0).trim() }
}

/** `BEA   NR:12AB34   02.01.24/13.45 ALBERT HEIJN 1234,PAS012`: the shop stands between. */
const card =
  /^(?:BEA|GEA)\b(?:, [\p{L} ]+?\s{2,})?\s*(?:NR:\S+\s+)?(?:\d\d[.-]\d\d[.-]\d\d\s?\/\s?\d\d[.:]\d\d\s+)?(?<shop>.*?)(?:,\s?PAS\s?\d+.*)?$/su

function cardPayment(text: string): Field86 | null {
  const shop = card.exec(text)?.groups?.shop?.trim()
  return shop ? { payee: shop, purpose: '', type: text.slice(0, 3) } : null
}
