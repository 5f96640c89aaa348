import { signal } from '@preact/signals'
import type { BalanceAnswer } from './answers.ts'
import { call } from './call.ts'
import { session } from './session.ts'

/** The credits of now, for every page that shows them: ask again after spending or buying. */
export const balance = signal<BalanceAnswer | null>(null)

export async function readBalance(): Promise<BalanceAnswer> {
  const { json } = await call<BalanceAnswer>('GET', '/payments/balance')
  if (session.value) balance.value = json
  return json
}
