import { z } from 'zod'
import { type Remote, understood } from '../client/remote.ts'
import type { Cli } from '../command.ts'
import { counted, dollars, shown } from '../figures.ts'
import { framed, visibleOnly } from '../terminal.ts'
import type { JobUpload } from './job-upload.ts'

const column = z.string().nullable()

const previewSchema = z.looseObject({
  format: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  header_row: z.number().nullable(),
  columns: z.looseObject({
    description: z.array(z.string()).nullable(),
    amount: column,
    debit: column,
    credit: column,
    date: column,
    id: column,
  }),
  rows: z.number(),
  bad_rows: z.number(),
  errors: z.array(z.object({ row: z.number(), message: z.string() })),
  sample: z.array(
    z.looseObject({
      row: z.number(),
      description: z.string().nullable().optional(),
      amount: z.union([z.number(), z.string()]).nullable().optional(),
      date: column.optional(),
    }),
  ),
  price_cents: z.number(),
  free_calls: z.number(),
})

type Preview = Readonly<z.infer<typeof previewSchema>>

/** How the service reads a file: nothing is begun and nothing charged. */
export async function askPreview(remote: Remote, upload: JobUpload): Promise<Preview> {
  const { query, headers, source } = upload
  try {
    const { body } = await remote.ask({
      method: 'POST',
      path: '/jobs',
      query: { ...query, dry_run: 'true' },
      headers,
      upload: source.open,
    })
    return understood(remote, previewSchema, body)
  } finally {
    source.close()
  }
}

/** On the standard error, because the result is the job; with --dry-run the preview is it. */
export function tellPreview(cli: Cli, file: string, preview: Preview): void {
  cli.terminal.tell(previewText(file, preview, cli.terminal.width))
}

const usualWidth = 80
/** Cells of a row number, a day and an amount, with their frames. */
const widthBesides = 42
const errorsShown = 5

export function previewText(file: string, preview: Preview, width = usualWidth): string {
  const { rows, bad_rows: bad, errors, sample } = preview
  const longest = Math.max(10, width - widthBesides)
  const table = sample.map(({ row, date, amount, description }) => ({
    row,
    date: date ?? '',
    amount: amount ?? '',
    description: cut(description ?? '', longest),
  }))
  const more = bad - Math.min(errors.length, errorsShown)
  return [
    `${file}: ${formText(preview)}.`,
    ...columnLines(preview),
    ...(table.length > 0 ? [framed(table)] : []),
    `${counted(rows, 'row')}${bad > 0 ? `, ${shown(bad)} of them bad: answered in their place, free` : ''}.`,
    ...errors
      .slice(0, errorsShown)
      .map(({ row, message }) => `  row ${row} ${visibleOnly(message)}`),
    ...(more > 0 && errors.length > 0 ? [`  and ${shown(more)} more`] : []),
    `Price: ${priceText(preview)}.`,
  ].join('\n')
}

export function priceText({ price_cents: cents, free_calls: free }: Preview): string {
  return `${dollars(cents)}${free > 0 ? ` and ${counted(free, 'free call')}` : ''}`
}

const delimiters: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}

function formText({ format, encoding, delimiter, header_row: header }: Preview): string {
  const isTable = format === 'csv' || format === 'xlsx'
  const parts = [
    format.toUpperCase(),
    ...(encoding === null ? [] : [encoding]),
    ...(delimiter === null ? [] : [delimiters[delimiter] ?? `delimiter ${delimiter}`]),
    ...(isTable ? [header === null ? 'no header' : `header in line ${header}`] : []),
  ]
  return visibleOnly(parts.join(', '))
}

/** A line each: headers may be long. */
function columnLines({ columns }: Preview): string[] {
  const { description, amount, debit, credit, date, id } = columns
  const named = Object.entries({ description, amount, debit, credit, date, id })
  return named.flatMap(([name, headers]) => {
    const texts = headers === null ? [] : [headers].flat().map((header) => `"${header}"`)
    return texts.length === 0 ? [] : [visibleOnly(`  ${name}: ${texts.join(' and ')}`)]
  })
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
