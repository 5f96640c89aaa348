import { readAmount } from './amounts.ts'
import type { AmountPlan, DescriptionPlan } from './column-plan.ts'
import { plainHeader } from './header-names.ts'
import type { TableColumns } from './table-columns.ts'

/** Headers of cards whose charges are positive: Amex, Discover, Apple, and those of Japan. */
const cardHeaders =
  /^(card member|appears on your statement as|extended details|purchased by|clearing date|利用金額|ご利用金額|利用店名.*|ご利用店名.*|支払総額|利用者|karteninhaber|kortinnehavare|ご利用先.*)$/
const paid =
  /thank you|payment received|autopay|auto ?pay|automatic payment|internet payment|online payment|directpay|e-payment|paiement re[cç]u|merci|zahlung.{0,20}(erhalten|dank)|gutschrift|betalning mottagen|innbetaling|indbetaling|pago recibido|gracias|pagamento recebido|refund|return|credit|erstattung/i
const japanese = /[\u3040-\u30ff\u4e00-\u9fff\uff66-\uff9f]{2}/

/**
 * Whether a single column of amounts, without a word about the direction, lists a card's charges as
 * positive numbers. In a file of an account its owner's payments would be the positive ones.
 */
export function isCardOfCharges(
  table: TableColumns,
  amounts: AmountPlan,
  description: DescriptionPlan,
): boolean {
  if (amounts.amount === null || amounts.direction !== null) return false
  const headers = table.names.map((name) => plainHeader(name.replace(/_\d+$/, '')))
  const hasBalance = table.meanings.some((meanings) => meanings[0]?.kind === 'balance')
  const profile = table.profiles[amounts.amount]
  if (!profile || hasBalance) return false
  const read = profile.cells.map((cell) => readAmount(cell, amounts.decimal))
  const out = read.flatMap((value, row) => (value?.isNegative ? [row] : []))
  const rows = read.filter(Boolean).length
  if (out.length * 2 > rows) return false
  const texts = [...description.party, ...description.texts]
  const textIn = (row: number) => texts.map((at) => table.profiles[at]?.cells[row] ?? '').join(' ')
  if (!table.hasHeader) return out.length === 0 && rows > 0 && japanese.test(textIn(0))
  const isDiscover =
    headers.some((header) => /^trans date$/.test(header)) && headers.includes('post date')
  if (isDiscover || headers.some((header) => cardHeaders.test(header))) return true
  const kinds = new Set(table.meanings.flatMap(([first]) => (first ? [first.kind] : [])))
  const isPlain = !['type', 'currency', 'own', 'note', 'reference'].some((kind) =>
    [...kinds].some((each) => each === kind),
  )
  const hasDate = table.profiles.some(({ dates }) => dates >= 0.5)
  return isPlain && hasDate && out.length > 0 && out.every((row) => paid.test(textIn(row)))
}
