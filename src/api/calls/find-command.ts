import type { Pool } from '../../db/pool.ts'
import { commandIdOfRequest } from '../../ids.ts'

/**
 * The command behind what a caller may have kept of a call: the id of `Location`, the
 * `Ledger-Entry` of its answer (`SEQ;HASH`), or its Request-Id. Callers may choose that one
 * themselves, also twice: then it stands for the latest call.
 */
export async function findCommand(
  pool: Pool,
  accountId: string,
  id: string,
): Promise<string | null> {
  const [, seq, hash] = /^([1-9]\d{0,14});([0-9a-f]{64})$/.exec(id) ?? []
  if (seq && hash) return commandOfReceipt(pool, { accountId, seq, hash })
  const { rows } = await pool.query<{ command_id: string }>({
    name: 'find-command',
    text: `select command_id from accepted where command_id = $2 and account_id = $1
      union all select command_id from entries where command_id = $2 and account_id = $1
      union all select command_id from results where command_id = $2 and account_id = $1
      union all (select command_id from accepted where account_id = $1 and request_id = $2
        order by accepted_at desc limit 1)
      union all (select command_id from results where account_id = $1 and request_id = $2
          and request_id <> 'req_' || substr(command_id, 5)
        order by stored_at desc limit 1)
      union all select command_id from entries where command_id = $3 and account_id = $1
      limit 1`,
    values: [accountId, id, commandIdOfRequest(id)],
  })
  return rows[0]?.command_id ?? null
}

async function commandOfReceipt(
  pool: Pool,
  receipt: { readonly accountId: string; readonly seq: string; readonly hash: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ command_id: string }>({
    name: 'find-command-of-receipt',
    text: `select command_id from entries where account_id = $1 and seq = $2
      and entry::json ->> 'hash' = $3`,
    values: [receipt.accountId, receipt.seq, receipt.hash],
  })
  return rows[0]?.command_id ?? null
}
