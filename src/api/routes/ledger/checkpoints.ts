import { z } from 'zod'
import { latestInclusion } from '../../../audit/checkpoints/inclusion.ts'
import type { Checkpoint } from '../../../audit/checkpoints/store.ts'
import { knownKeys, listCheckpoints } from '../../../audit/checkpoints/store.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { checkpointExample, keysExample, ownCheckpointExample } from './examples.ts'

const checkpointSchema = named(
  'Checkpoint',
  z.object({
    number: z.int().nonnegative().meta({ description: 'Index of its leaf in the log.' }),
    at: z.string(),
    accounts: z.int().positive(),
    statement: z.string().meta({ description: 'The leaf itself; it names the one before.' }),
    note: z.string().meta({ description: 'C2SP signed note of a tlog-checkpoint over the log.' }),
  }),
)

const hashes = z.array(z.string()).meta({ description: 'Base64, the nearest first.' })

const ownCheckpointSchema = named(
  'ProvenCheckpoint',
  checkpointSchema.extend({
    key: z.string().meta({ description: 'C2SP verifier key; also at /.well-known/ledger-key.' }),
    log_path: hashes,
    head: z
      .object({
        account_id: z.string(),
        seq: z.int().positive(),
        hash: z.string(),
        index: z.int().nonnegative(),
        path: hashes,
      })
      .nullable()
      .meta({ description: 'Null while no checkpoint has seen the account.' }),
  }),
)

export const ownCheckpointRoute = defineRoute({
  method: 'GET',
  path: '/ledger/checkpoint',
  operationId: 'getCheckpoint',
  tag: 'Ledger',
  summary: 'The latest signed checkpoint, with the proof that your ledger’s head is in it',
  description:
    'Keep it: `enrich ledger verify FILE --checkpoint THIS` then detects every rewriting of ' +
    'what it signs. infra/LEDGER.md describes how anyone can check it.',
  auth: 'account',
  scope: 'read',
  answers: {
    200: {
      description: 'Checkpoint and proof.',
      schema: ownCheckpointSchema,
      example: ownCheckpointExample,
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    const found = await latestInclusion(context.runtime().pool, accountId)
    if (!found) throw new ProblemSignal('not_found', 'Nothing has been signed yet; ask again soon.')
    const { checkpoint, key, logPath, head } = found
    const text = (path: readonly Buffer[]) => path.map((hash) => hash.toString('base64'))
    const proven = head && {
      account_id: head.accountId,
      seq: head.seq,
      hash: head.hash,
      index: head.index,
      path: text(head.path),
    }
    exchange.json(200, { ...shown(checkpoint), key, log_path: text(logPath), head: proven })
  },
})

const listQuery = z.object({
  limit: z.int().min(1).max(1_000).optional().meta({ description: 'Default 100.' }),
  cursor: cursorParameter,
})

export const checkpointsRoute = defineRoute({
  method: 'GET',
  path: '/ledger/checkpoints',
  operationId: 'listCheckpoints',
  tag: 'Ledger',
  summary: 'Every checkpoint since the first: the leaves of the signed log',
  auth: 'account',
  scope: 'read',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('CheckpointPage', checkpointSchema),
      example: pageExample(checkpointExample),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 100, cursor } = input.query
    const [after = -1] = readCursor(['seq'], cursor) ?? []
    const rows = await listCheckpoints(context.runtime().pool, after, limit + 1)
    exchange.json(
      200,
      pageOfRows(rows.map(shown), limit, ({ number }) => [number]),
    )
  },
})

export const ledgerKeyRoute = defineRoute({
  method: 'GET',
  path: '/.well-known/ledger-key',
  operationId: 'getLedgerKeys',
  tag: 'Ledger',
  summary: 'The public key that signs checkpoints, and former ones',
  auth: 'public',
  answers: {
    200: {
      description: 'C2SP verifier keys, the present one first.',
      example: keysExample,
      schema: named(
        'LedgerKeys',
        z.object({ keys: z.array(z.object({ key: z.string(), since: z.string() })) }),
      ),
    },
  },
  async handle(context, exchange) {
    exchange.json(200, { keys: await knownKeys(context.runtime().pool) })
  },
})

function shown({ number, at, accounts, statement, note }: Checkpoint) {
  return { number, at, accounts, statement, note }
}
