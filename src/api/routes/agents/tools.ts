import { z } from 'zod'
import { callOfType, jobTypes } from '../../../jobs/reading.ts'
import { transactionSchema } from '../../../messages/items.ts'
import { enrichRoute } from '../calls/enrich.ts'
import { enrichBatchRoute } from '../calls/enrich-batch.ts'
import { companyRoute, domainRoute, personRoute, socialRoute } from '../calls/look-ups.ts'
import { jobResultsRoute } from '../jobs/job-results.ts'
import { jobRoute } from '../jobs/jobs.ts'
import { submitJobRoute } from '../jobs/submit-job.ts'
import { ledgerEntryRoute, seqText } from '../ledger/ledger.ts'
import { ledgerVerifyRoute } from '../ledger/ledger-verify.ts'
import { balanceRoute } from '../money/balance.ts'
import { usageRoute } from '../money/usage.ts'
import type { Tool, ToolInput } from './tool.ts'
import { toolOf } from './tool.ts'

const jobRowsMax = 5_000
const resultRowsMax = 500
const free = 'Nothing found is free.'

/** Every tool, in the order in which agents are shown them. */
export const tools: readonly Tool[] = [
  toolOf({
    name: 'enrich_transaction',
    title: 'Recognise a bank line',
    description:
      'One line of a bank statement: its merchant, category, website, logo, MCC and confidence. ' +
      'Costs 1 cent. A line that tells nothing is free.',
    route: enrichRoute,
    price: () => ({ call: 'enrich', items: 1 }),
  }),
  toolOf({
    name: 'enrich_transactions',
    title: 'Recognise up to 100 bank lines',
    description:
      'Up to 100 lines at once, answered in their order. Costs 1 cent a line; an invalid one is ' +
      'answered in its place and free. For more lines use submit_job.',
    route: enrichBatchRoute,
    input: { transactions: z.array(transactionSchema).max(100) },
    output: z.looseObject({ results: z.array(z.looseObject({})) }),
    price: ({ transactions }) => ({ call: 'batch', items: countOf(transactions) }),
  }),
  toolOf({
    name: 'enrich_company',
    title: 'Look up a company',
    description: `A company by its name or domain. Costs 2 cents. ${free}`,
    route: companyRoute,
    price: () => ({ call: 'company', items: 1 }),
  }),
  toolOf({
    name: 'enrich_domain',
    title: 'Look up a domain',
    description: `The company behind a domain. Costs 1 cent. ${free}`,
    route: domainRoute,
    price: () => ({ call: 'domain', items: 1 }),
  }),
  toolOf({
    name: 'enrich_social',
    title: 'Find social profiles',
    description: `The social handles of a domain's company. Costs 1 cent. ${free}`,
    route: socialRoute,
    price: () => ({ call: 'social', items: 1 }),
  }),
  toolOf({
    name: 'enrich_person',
    title: 'Look up a person by e-mail',
    description: `The name that an e-mail address spells, and its company. Costs 2 cents. ${free}`,
    route: personRoute,
    price: () => ({ call: 'person', items: 1 }),
  }),
  toolOf({
    name: 'balance',
    title: 'Credits and free calls',
    description: 'What is left on the account, now or at a time of the past. Free.',
    route: balanceRoute,
  }),
  toolOf({
    name: 'usage',
    title: 'Usage and spending',
    description: 'Charged calls by type, key and time in a window. Free.',
    route: usageRoute,
    without: ['by'],
  }),
  toolOf({
    name: 'submit_job',
    title: 'Enrich many rows',
    description:
      `Up to ${jobRowsMax} rows as a job that runs by itself. The price of all rows is set aside at ` +
      'once and charged as they are done. Ask job_status until it has ended, then job_results.',
    route: submitJobRoute,
    input: {
      type: z.enum(jobTypes).default('transaction'),
      items: z
        .array(z.looseObject({}))
        .min(1)
        .max(jobRowsMax)
        .meta({ description: 'Each as the input of the single tool of that type.' }),
    },
    without: submittedAsFile(),
    output: z.looseObject({ id: z.string(), status: z.string() }),
    price: (input) => ({ call: callOfType[typeOf(input)], items: countOf(input.items) }),
  }),
  toolOf({
    name: 'job_status',
    title: 'How far a job is',
    description: 'State, rows done, matched and charged of a job. Free.',
    route: jobRoute,
    input: { id: z.string().meta({ description: 'As submit_job gave it.' }) },
  }),
  toolOf({
    name: 'job_results',
    title: 'Results of a job',
    description: 'Rows of a job that has ended, in their order: `after` goes on. Free.',
    route: jobResultsRoute,
    input: {
      id: z.string().meta({ description: 'As submit_job gave it.' }),
      limit: z.int().min(1).max(resultRowsMax).default(100),
    },
    query: { format: 'json' },
    output: z.object({ rows: z.array(z.looseObject({ row: z.int() })) }),
    shown: (rows) => ({ rows }),
  }),
  toolOf({
    name: 'ledger_entry',
    title: 'One entry of the ledger',
    description:
      'The entry that charged a call, to check a receipt: its seq is before the `;`. Free.',
    route: ledgerEntryRoute,
    input: {
      seq: z.union([z.int().positive(), seqText]).meta({ description: 'The number of the entry.' }),
    },
    output: z.looseObject({ seq: z.int(), type: z.string(), hash: z.string() }),
  }),
  toolOf({
    name: 'verify_ledger',
    title: 'Verify the ledger',
    description: 'Computes every hash, link and sum of the account’s ledger anew. Free.',
    route: ledgerVerifyRoute,
  }),
]

function countOf(items: unknown): number {
  return Array.isArray(items) ? items.length : 0
}

function typeOf({ type }: ToolInput) {
  return jobTypes.find((each) => each === type) ?? 'transaction'
}

/** An agent has rows; columns and files are for those who have a file. */
function submittedAsFile(): readonly string[] {
  const rows = ['type', 'expand', 'min_confidence', 'webhook_url']
  return Object.keys(submitJobRoute.query?.shape ?? {}).filter((name) => !rows.includes(name))
}
