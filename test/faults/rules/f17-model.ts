/**
 * The effect of the rules, written a second time and as plainly as possible: it shares no code with
 * the rules. It is told which commands were settled, in the order of the log, and says what each
 * must have moved and what must stand after it.
 */
export type ModelCommand =
  | { readonly id: string; readonly account: string; readonly buys: number }
  | {
      readonly id: string
      readonly account: string
      readonly items: number
      readonly price: number
    }

export interface ModelEntry {
  readonly type: string
  readonly cents: number
  readonly free: number
  readonly balance: number
  readonly freeLeft: number
}

export function openModel() {
  const accounts = new Map<string, { balance: number; free: number }>()
  return {
    open(account: string): ModelEntry {
      accounts.set(account, { balance: 0, free: 20 })
      return { type: 'AccountOpened', cents: 0, free: 20, balance: 0, freeLeft: 20 }
    },
    settle(command: ModelCommand): ModelEntry {
      const state = accounts.get(command.account)
      if (!state) throw new Error('settled before it was opened')
      let type = 'CreditsPurchased'
      let cents = 0
      let free = 0
      if ('buys' in command) {
        cents = command.buys
      } else {
        free = -Math.min(state.free, command.items)
        cents = -(command.items + free) * command.price
        type = command.items === 0 ? 'CallNotCharged' : 'CallCharged'
        if (state.balance + cents < 0) [type, cents, free] = ['ChargeRefused', 0, 0]
      }
      state.balance += cents
      state.free += free
      // "+ 0" turns −0 into 0.
      return {
        type,
        cents: cents + 0,
        free: free + 0,
        balance: state.balance,
        freeLeft: state.free,
      }
    },
  }
}
