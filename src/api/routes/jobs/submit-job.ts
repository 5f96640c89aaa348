import { z } from 'zod'
import { jobSchema } from '../../../jobs/job.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { previewSchema } from '../../uploads/dry-run.ts'
import { submitJob } from '../../uploads/submit.ts'
import { jobMembers, submitQuery } from '../../uploads/submit-query.ts'
import { acceptedJobExample, csvExample, previewExample } from './examples.ts'

const jobBody = named(
  'NewJob',
  jobMembers.extend({
    items: z.array(z.unknown()).meta({ description: 'Each as the body of a single call.' }),
  }),
)

export const submitJobRoute = defineRoute({
  method: 'POST',
  path: '/jobs',
  operationId: 'submitJob',
  tag: 'Jobs',
  summary: 'Enrich up to a million rows, from a list or a file',
  description:
    'The price of the calls, one a row, set aside as a whole before any work, or 402 with nothing ' +
    'moved. Files are statements as banks export them: CSV in every layout, XLSX, OFX, QFX, QIF, ' +
    'CAMT.053 and MT940; or NDJSON; gzip too, at most 512 MiB unpacked. Format, encoding and columns ' +
    'are told by the content, whatever the content type says; `dry_run=true` shows how a file is ' +
    'read, with its price, and makes no job. A bad row is answered in its place with its error, free.',
  auth: 'account',
  scope: 'jobs',
  paid: true,
  query: submitQuery,
  body: {
    schema: jobBody,
    examples: [{ type: 'transaction', items: [{ description: 'NETFLIX.COM', id: 'row-1' }] }],
    streamed: {
      'text/csv': csvExample,
      'application/x-ndjson': '{"description":"NETFLIX.COM","amount":-15.49}\n',
    },
  },
  answers: {
    200: {
      description: 'With `dry_run=true`: how it would be read.',
      schema: named('JobPreview', previewSchema),
      example: previewExample,
    },
    202: {
      description: 'Accepted and paid for: watch it at Location.',
      schema: jobSchema,
      example: acceptedJobExample,
      headers: ['Location', 'Ledger-Entry', 'Idempotent-Replayed'],
    },
  },
  problems: ['limit_reached', 'storage_full'],
  handle: (context, exchange, input) =>
    submitJob({
      context,
      exchange,
      caller: input.caller,
      query: input.query,
    }),
})
