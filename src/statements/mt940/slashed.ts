import type { Field86 } from './parts-86.ts'

/**
 * Dutch banks, and others for SEPA, write words between slashes: `/NAME/Bol.com/REMI/Order 12`.
 * A text may have slashes of its own; only these words part it.
 */
const words =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|CNTP|ORDP|BENM|ID|ADDR|ISDT|PREF|RTRN|RREF|BUSP|PURP|ULTD|ULTB|ULTC|ACCW|NRTX|SVCL|IREF|CREF|KREF|INIT|OCMT|EXCH|CHGS|BO|BNF|PY|SUB|TXT)\//g

export function readSlashed(text: string): Field86 | null {
  const found = [...text.matchAll(words)]
  if (found.length === 0 || (found[0]?.index ?? 0) > 40) return null
  const values = new Map<string, string>()
  for (const [index, match] of found.entries()) {
    const name = match[1] ?? ''
    const from = match.index + match[0].length
    const value = text.slice(from, found[index + 1]?.index ?? text.length)
    if (!values.has(name) || values.get(name) === '') values.set(name, value.trim())
  }
  const of = (name: string) => values.get(name) ?? ''
  const payee = withoutSlashes(of('NAME') || partyOf(of('CNTP')) || of('BNF') || of('BO'))
  const last = withoutSlashes(of('ULTB') || of('ULTC') || of('ULTD'))
  const purpose = remittance(of('REMI')) || withoutSlashes(of('TXT') || of('PY') || of('OCMT'))
  if (payee === '' && purpose === '' && of('TRTP') === '') return null
  const payees = last === '' || payee.includes(last) ? [payee] : [payee, last]
  return { payee: payees.join(' ').trim(), purpose, type: withoutSlashes(of('TRTP')) }
}

/** Account, bank, name and town: `/CNTP/NL32INGB0000012345/INGBNL2A/Albert Heijn/Zaandam`. */
function partyOf(party: string): string {
  return party.split('/')[2] ?? ''
}

/** `USTD//text` is text, `STRD/CUR/90011234` a reference for the payee's computer. */
function remittance(value: string): string {
  const plain = value.replace(/^\/?USTD\/\//, '')
  return withoutSlashes(plain.replace(/^\/?STRD\/(CUR|SCOR|RF)?\/?/, ''))
}

function withoutSlashes(text: string): string {
  return text.replace(/^\/+|\/+$/g, '').trim()
}
