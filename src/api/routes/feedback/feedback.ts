import { z } from 'zod'
import { parseDomain } from '../../../catalog/domain-name.ts'
import { codeOfNames } from '../../../catalog/taxonomy.ts'
import { timestamp } from '../../../clock.ts'
import type { Pool } from '../../../db/pool.ts'
import type { FeedbackRow } from '../../../enrichment/feedback/stored-feedback.ts'
import { feedbackColumns, feedbackMax } from '../../../enrichment/feedback/stored-feedback.ts'
import { newId } from '../../../ids.ts'
import { domainText, transactionSchema, visible } from '../../../messages/items.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { type Corrected, findFeedback, recordFeedback, shownFeedback } from './record-correction.ts'

const merchantLength = 200

const correctionSchema = named(
  'Correction',
  z.object({
    id: z.string(),
    description: z.string(),
    merchant: z.string().nullable().optional(),
    category: z.string().optional(),
    subcategory: z.string().optional(),
    website: z.string().nullable().optional(),
    created_at: z.string(),
  }),
)

const example = {
  description: 'SQ *JOES 0412 AUSTIN TX',
  merchant: "Joe's Coffee",
  category: 'Food and Drink',
  subcategory: 'Coffee',
  website: 'joes.coffee',
}
const recorded = {
  id: 'cor_3kQ7pWz1vBx9nTd5yHcM2e',
  ...example,
  created_at: '2026-01-02T03:04:05.678Z',
}

const feedbackSchema = named(
  'NewCorrection',
  z
    .object({
      description: transactionSchema.shape.description,
      merchant: z
        .string()
        .max(merchantLength)
        .regex(visible, 'must not be blank')
        .nullable()
        .optional()
        .meta({ description: 'Who it really was; null: the line has no merchant.' }),
      category: z.string().optional().meta({ description: 'A name of /enrich/categories.' }),
      subcategory: z.string().optional().meta({ description: 'A name within that category.' }),
      website: domainText.nullable().optional(),
    })
    .refine(({ merchant, category, website }) => [merchant, category, website].some(isGiven), {
      message: 'must correct something: merchant, category and subcategory, or website',
    }),
)

type Feedback = z.infer<typeof feedbackSchema>

export const giveFeedbackRoute = defineRoute({
  method: 'POST',
  path: '/feedback',
  operationId: 'giveFeedback',
  tag: 'Feedback',
  summary: 'Correct what is answered for a line',
  description:
    'From then on, within a second, your calls and jobs answer so for this line and for lines ' +
    'with the same cleaned name; `?expand=reasons` says `feedback:<id>`. The newest correction ' +
    'counts. What is left out stays as it is. Other accounts see nothing of it.',
  auth: 'account',
  scope: 'enrich',
  body: { schema: feedbackSchema, examples: [example] },
  answers: {
    201: {
      description: 'Recorded.',
      schema: correctionSchema,
      example: recorded,
    },
  },
  problems: ['limit_reached'],
  async handle(context, exchange, input) {
    const feedback = input.body
    const { accountId } = input.caller
    const corrected = correctedBy(feedback)
    await requireRoom(context.runtime().pool, accountId)
    const id = newId('correction')
    const at = timestamp()
    const description = storable(feedback.description)
    await recordFeedback(context, {
      ...{ type: 'CorrectionMade', version: 1, correction_id: id, account_id: accountId, at },
      ...{ description, ...corrected },
    })
    exchange.json(201, shownFeedback(id, description, at, corrected))
  },
})

const listQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: cursorParameter,
})

export const listFeedbackRoute = defineRoute({
  method: 'GET',
  path: '/feedback',
  operationId: 'listFeedback',
  tag: 'Feedback',
  summary: 'The corrections in force, newest first',
  auth: 'account',
  scope: 'enrich',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('CorrectionPage', correctionSchema),
      example: pageExample(recorded),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 50, cursor } = input.query
    const after = readCursor(['time', 'id'], cursor)
    const { rows } = await context.runtime().pool.query<FeedbackRow>(
      `select ${feedbackColumns} from corrections
        where account_id = $1 and revoked_at is null
          and ($2::timestamptz is null or (at, id) < ($2, $3))
        order by at desc, id desc limit $4`,
      [input.caller.accountId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    )
    exchange.json(
      200,
      pageOfRows(rows.map(shownRow), limit, ({ created_at, id }) => [created_at, id]),
    )
  },
})

export const revokeFeedbackRoute = defineRoute({
  method: 'DELETE',
  path: '/feedback/:id',
  operationId: 'revokeFeedback',
  tag: 'Feedback',
  summary: 'Take a correction back: an earlier one, or the catalog, answers again',
  auth: 'account',
  scope: 'enrich',
  answers: { 204: { description: 'Taken back. Repeating it changes nothing.' } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    const id = input.params.id
    const row = await findFeedback(context.runtime().pool, accountId, id)
    if (!row) throw new ProblemSignal('not_found', 'This account has made no such correction.')
    if (row.revoked_at === null) {
      await recordFeedback(context, {
        ...{ type: 'CorrectionRevoked', version: 1, correction_id: id },
        ...{ account_id: accountId, at: timestamp() },
      })
    }
    exchange.empty(204)
  },
})

function isGiven(value: unknown): boolean {
  return value !== undefined
}

/** Checked against the taxonomy and the list of public suffixes, and brought into one form. */
function correctedBy({ merchant, category, subcategory, website }: Feedback): Corrected {
  const code =
    category === undefined && subcategory === undefined ? undefined : codeOf(category, subcategory)
  return {
    ...(merchant === undefined ? {} : { merchant: merchant && storable(merchant).trim() }),
    ...(code === undefined ? {} : { category: code }),
    ...(website === undefined ? {} : { website: website === null ? null : domainOf(website) }),
  }
}

function codeOf(category = '', subcategory = ''): string {
  const code = codeOfNames(category, subcategory)
  if (code !== null) return code
  throw invalid('/subcategory', 'must be, with its category, a pair of /enrich/categories')
}

function domainOf(website: string): string {
  const domain = parseDomain(website)
  if (domain !== null) return domain
  throw invalid('/website', 'must be a public domain such as example.com')
}

function invalid(pointer: string, message: string): ProblemSignal {
  const detail = `The body is not valid: ${pointer} ${message}.`
  return new ProblemSignal('invalid_request', { detail, errors: [{ pointer, message }] })
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

async function requireRoom(pool: Pool, accountId: string): Promise<void> {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from corrections where account_id = $1 and revoked_at is null',
    [accountId],
  )
  if (Number(rows[0]?.count ?? 0) < feedbackMax) return
  const detail = `An account may have ${feedbackMax} corrections in force. Take one back first.`
  throw new ProblemSignal('limit_reached', detail)
}

function shownRow(row: FeedbackRow) {
  return shownFeedback(row.id, row.description, row.at.toISOString(), {
    ...(row.corrects_merchant ? { merchant: row.merchant } : {}),
    ...(row.category === null ? {} : { category: row.category }),
    ...(row.corrects_website ? { website: row.website } : {}),
  })
}
