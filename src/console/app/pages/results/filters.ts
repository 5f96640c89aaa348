import type { ResultRow } from '../../state/job-answers.ts'

export const filterWords = {
  all: 'All',
  unmatched: 'Not recognised',
  low: 'Low confidence',
  error: 'Errors',
} as const

type ResultFilter = keyof typeof filterWords

const lowConfidence = 0.7

export interface WantedRows {
  readonly show: ResultFilter
  readonly category: string
  readonly text: string
}

export function wantedBy(query: URLSearchParams): WantedRows {
  const given = query.get('show') ?? ''
  const show = given === 'unmatched' || given === 'low' || given === 'error' ? given : 'all'
  return { show, category: query.get('category') ?? '', text: query.get('text') ?? '' }
}

export function matches(row: ResultRow, { show, category, text }: WantedRows): boolean {
  if (category !== '' && row.category !== category) return false
  if (text !== '' && !wordsOf(row).includes(text.toLowerCase())) return false
  switch (show) {
    case 'all':
      return true
    case 'error':
      return row.error !== undefined
    case 'low':
      return row.error === undefined && (row.confidence ?? 1) < lowConfidence
    case 'unmatched':
      return row.error === undefined && !isRecognised(row)
  }
}

/** As the service counts what is matched, where the row says it. */
export function isRecognised(row: ResultRow): boolean {
  if (row.confidence === 1) return true
  if (row.merchant === null) return Boolean(row.category)
  if (row.merchant_id !== undefined) return row.merchant_id !== null
  return Boolean(row.website ?? row.domain)
}

function wordsOf({ description, merchant, name, company_name: company }: ResultRow): string {
  return `${description ?? ''} ${merchant ?? name ?? company ?? ''}`.toLowerCase()
}
