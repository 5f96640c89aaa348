import { z } from 'zod'
import { lookUpExpansions } from '../../enrichment/answer-sources.ts'
import { expansions } from '../../enrichment/transaction.ts'
import { jobTypes } from '../../jobs/reading.ts'
import { metadataSchema } from '../../messages/items.ts'
import { transactionQuerySchema } from '../http/schemas.ts'

const header = z.string().max(200).optional()
const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .meta({ description: 'Is told when the job has ended.' })

/** The parameters beside an upload: a file has no place for them. */
export const submitQuery = transactionQuerySchema.extend({
  type: z.enum(jobTypes).optional().meta({ description: 'Of a file; transaction if left out.' }),
  dry_run: z.boolean().optional().meta({
    description: 'Only reads the file and tells how, with the first rows and the price: no job.',
  }),
  description: z
    .array(z.string().max(200))
    .max(20)
    .optional()
    .meta({
      description:
        'The column with the description, by its header. Given several times, their cells are joined ' +
        'by a space in this order. A comma is part of the name. In JSON and NDJSON these names are ' +
        'those of members.',
      'x-repeated': true,
    }),
  amount: header.meta({ description: 'The column with the amounts.' }),
  debit: header.meta({ description: 'The column with money out.' }),
  credit: header.meta({ description: 'The column with money in.' }),
  date: header.meta({ description: 'The column with the day.' }),
  id: header.meta({ description: 'The column with your own id of the row.' }),
  name: header.meta({ description: 'The column with the name of a company.' }),
  domain: header.meta({ description: 'The column with the domain.' }),
  email: header.meta({ description: 'The column with the e-mail address.' }),
  webhook_url: webhookUrl.optional(),
  expand: z
    .array(z.enum([...expansions, ...lookUpExpansions]))
    .optional()
    .meta({ description: 'Optional fields to add, as with the calls of the type.' }),
})

export type SubmitQuery = z.infer<typeof submitQuery>

/** The members beside the items of a JSON body. */
export const jobMembers = z.object({
  type: z.enum(jobTypes).optional(),
  webhook_url: webhookUrl.nullable().optional(),
  metadata: metadataSchema.nullable().optional(),
})
