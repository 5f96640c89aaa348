/** Examples of /openapi.json. */
const id = 'job_9fJ2kLm4nPq6rSt8uVw0xY'
const none = { debit: null, credit: null, id: null }

const source = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ';',
  header_row: 1,
  columns: {
    description: ['Auftraggeber/Empfänger', 'Verwendungszweck'],
    amount: 'Betrag',
    date: 'Buchungstag',
    ...none,
  },
}

export const csvExample =
  'Buchungstag;Auftraggeber/Empfänger;Verwendungszweck;Betrag\r\n01.02.2026;NETFLIX.COM;Abo;-15,49\r\n'

export const previewExample = {
  ...source,
  header: ['Buchungstag', 'Auftraggeber/Empfänger', 'Verwendungszweck', 'Betrag'],
  rows: 1,
  bad_rows: 0,
  errors: [],
  sample: [{ row: 1, description: 'NETFLIX.COM Abo', amount: -15.49, date: '2026-02-01' }],
  price_cents: 1,
  free_calls: 0,
}

export const acceptedJobExample = {
  id,
  type: 'transaction',
  status: 'queued',
  total: 1,
  processed: 0,
  matched: 0,
  failed: 0,
  charged_cents: 0,
  free_calls_used: 0,
  reserved_cents: 1,
  created_at: '2026-01-02T03:04:05.678Z',
  started_at: null,
  finished_at: null,
  rows_per_second: null,
  estimated_finish_at: null,
  results_url: `http://127.0.0.1:3000/jobs/${id}/results`,
  metadata: null,
  source,
}

export const jobExample = {
  ...acceptedJobExample,
  status: 'succeeded',
  processed: 1,
  matched: 1,
  charged_cents: 1,
  reserved_cents: 0,
  started_at: '2026-01-02T03:04:05.712Z',
  finished_at: '2026-01-02T03:04:05.812Z',
  rows_per_second: 10,
}

export const ticketExample = {
  ticket: `tkt_${'4'.repeat(32)}`,
  expires_at: '2026-01-02T03:05:05.678Z',
  events_url: `http://127.0.0.1:3000/jobs/${id}/events?ticket=tkt_${'4'.repeat(32)}`,
}

const row = {
  amount: -15.49,
  category: 'Entertainment',
  confidence: 0.99,
  date: '2026-02-01',
  description: 'NETFLIX.COM Abo',
  logo_url: 'http://127.0.0.1:3000/logo/netflix.com',
  mcc_code: '4899',
  merchant: 'Netflix',
  row: 1,
  subcategory: 'TV and Movies',
  website: 'netflix.com',
}

export const resultsExample = `${JSON.stringify(row)}\n`
export const eventsExample = `data: ${JSON.stringify(jobExample)}\n\n`
export const resultsCsvExample =
  'row,Buchungstag,Betrag,merchant,category,subcategory,website,error\r\n' +
  '1,01.02.2026,"-15,49",Netflix,Entertainment,TV and Movies,netflix.com,\r\n'
