import { LRUCache } from 'lru-cache'
import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import { commandOrder } from '../../ids.ts'

/** Forgetting an epoch costs one look-up when it comes again. */
const epochsRemembered = 1_000

/**
 * Knows the commands that were settled before those that a partition's accounts remember. An API
 * process counts its commands within a random epoch, so one look-up per epoch tells the last one
 * that the views show: a younger one was never settled, or the accounts remember it. Older ones,
 * and ids that derive from an Idempotency-Key, an order or a job, are looked up one by one.
 */
export function openSettledBefore(db: Queryable) {
  const settledUpTo = new LRUCache<string, number>({ max: epochsRemembered })

  function raise(epoch: string, count: number): void {
    settledUpTo.set(epoch, Math.max(count, settledUpTo.get(epoch) ?? 0))
  }

  async function learnEpochs(commandIds: readonly string[]): Promise<void> {
    const epochs = new Set(commandIds.map((id) => commandOrder(id)?.epoch ?? ''))
    for (const epoch of epochs) {
      if (epoch === '' || settledUpTo.has(epoch)) continue
      const [last = ''] = await lastSettledOf(db, [epoch])
      raise(epoch, commandOrder(last)?.count ?? 0)
    }
  }

  /** Whether memory alone cannot tell. */
  function isDoubtful(commandId: string): boolean {
    const order = commandOrder(commandId)
    return order === null || order.count <= (settledUpTo.get(order.epoch) ?? order.count)
  }

  return {
    isDoubtful,
    /** The settled ones among these, as `account command`. */
    async find(commandIds: readonly string[]): Promise<ReadonlySet<string>> {
      await learnEpochs(commandIds)
      const doubtful = commandIds.filter(isDoubtful)
      return doubtful.length > 0 ? findSettled(db, doubtful) : new Set()
    },
    /** The views have moved on, and so has what only they know of. */
    async learnAgain(): Promise<void> {
      const epochs = [...settledUpTo.keys()]
      if (epochs.length === 0) return
      for (const id of await lastSettledOf(db, epochs)) {
        const order = commandOrder(id)
        if (order) raise(order.epoch, order.count)
      }
    },
    /** Only the views know from now on that these were settled. */
    forgot(commandIds: readonly string[]): void {
      for (const id of commandIds) {
        const order = commandOrder(id)
        if (order) raise(order.epoch, order.count)
      }
    },
  }
}

/** The youngest command that the views show of each epoch, if they show one. */
async function lastSettledOf(db: Queryable, epochs: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ last: string | null }>({
    name: 'last-settled',
    text: `select (select max(command_id) from entries
        where command_id > epoch and command_id < epoch || '~') as last
      from string_to_table($1, e'\\n') epoch`,
    values: [column(epochs)],
  })
  return rows.flatMap(({ last }) => last ?? [])
}

/** Which of these commands (of any account) have an entry in the view. */
async function findSettled(
  db: Queryable,
  commandIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ account_id: string; command_id: string }>({
    name: 'find-settled',
    text: `select account_id, command_id from entries
      where command_id in (select string_to_table($1, e'\n'))`,
    values: [column(commandIds)],
  })
  return new Set(rows.map((row) => `${row.account_id} ${row.command_id}`))
}
