import { z } from 'zod'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { jobOf } from './jobs.ts'

const unmatchedQuery = z.object({
  limit: z.int().min(1).max(1_000).optional(),
  cursor: cursorParameter,
})

const unmatchedLine = named('UnmatchedLine', z.object({ line: z.string(), count: z.int() }))

export const jobUnmatchedRoute = defineRoute({
  method: 'GET',
  path: '/jobs/:id/unmatched',
  operationId: 'listUnmatchedLines',
  tag: 'Jobs',
  summary: 'The lines that were not recognised, the most frequent first',
  auth: 'account',
  scope: 'jobs',
  query: unmatchedQuery,
  answers: {
    200: {
      description: 'One page of distinct lines, of what is done so far.',
      schema: pageOf('UnmatchedLinePage', unmatchedLine),
      example: pageExample({ line: 'QWXZ 77 PLZ', count: 12 }),
    },
  },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { limit = 100, cursor } = input.query
    const after = readCursor(['count', 'text'], cursor)
    const job = await jobOf(context, input)
    const { rows } = await context.runtime().pool.query<{ line: string; count: number }>({
      name: 'unmatched-lines',
      text: `select e->>0 as line, sum((e->>1)::int)::int as count
        from job_settled s join job_results r using (job_id, chunk, result_sha256)
          cross join json_array_elements(r.unmatched::json) e
        where s.job_id = $1 and r.unmatched is not null group by 1
        having $2::int is null or (-sum((e->>1)::int), e->>0) > (-$2::int, $3)
        order by 2 desc, 1 limit $4`,
      values: [job.id, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    })
    exchange.json(
      200,
      pageOfRows(rows, limit, ({ line, count }) => [count, line]),
    )
  },
})
