import { timestamp } from '../../clock.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import type { AccountEvent } from './account-events.ts'
import { recordAccountEvent } from './account-events.ts'

/** Into the account's security log, as of this request; nobody waits for it. */
export function tellAccount(
  { runtime }: ApiContext,
  { address }: Exchange,
  event: Omit<AccountEvent, 'at' | 'address'>,
): void {
  void recordAccountEvent(runtime().pool, { ...event, at: timestamp(), address })
}
