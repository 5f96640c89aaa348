import type { ApiAnswer } from './answer.ts'
import type { LedgerEntry } from './data/operations.ts'
import { hashOfEntry } from './proof.ts'

/** The ledger contradicts a receipt, or the answer is not the one that was charged. */
export class ReceiptWrong extends Error {
  override readonly name = 'ReceiptWrong'
}

interface LedgerReader {
  getLedgerEntry(input: { readonly seq: string }): Promise<ApiAnswer<LedgerEntry>>
}

/** The entry is asked for and hashed here: nobody's word is taken for it. */
export async function checkReceipt(
  ledger: LedgerReader,
  { receipt, sha256 }: ApiAnswer<unknown>,
): Promise<void> {
  if (receipt === null) throw new ReceiptWrong('The answer has no receipt.')
  const { data: entry } = await ledger.getLedgerEntry({ seq: String(receipt.seq) })
  const wrong = (text: string) => new ReceiptWrong(`Ledger entry ${receipt.seq} ${text}.`)
  if (entry.seq !== receipt.seq || entry.hash !== receipt.hash) {
    throw wrong('is not the one of the receipt')
  }
  if ((await hashOfEntry(entry)) !== receipt.hash) throw wrong('was altered')
  const { details } = entry
  const stated = 'result_sha256' in details ? details.result_sha256 : undefined
  if (stated !== (await sha256())) throw wrong('is the charge of another answer')
}
