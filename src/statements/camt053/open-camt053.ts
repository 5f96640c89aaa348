import type { NamedFields } from '../records/named-fields.ts'
import { openRecords } from '../records/open-records.ts'
import type { AskedColumns, OpenStatement, StatementRow } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import { openXmlPass } from '../xml/xml-pass.ts'
import { openEntries } from './entries.ts'
import { textNames } from './entry-rows.ts'

const fields: NamedFields = {
  format: 'CAMT',
  usual: {
    description: ['Nm', 'Ustrd'],
    amount: 'Amt',
    debit: null,
    credit: null,
    date: 'BookgDt',
    id: 'AcctSvcrRef',
  },
  description: textNames,
  amount: ['Amt'],
  date: ['BookgDt', 'ValDt'],
  id: ['AcctSvcrRef', 'EndToEndId', 'NtryRef'],
}

/** Statements, and the reports and notices that have the same entries (camt.052, camt.054). */
const roots = /BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)|camt\.05[234]/

export function looksLikeCamt053(start: string): boolean {
  return /<(\w+:)?Document\b/.test(start) && roots.test(start)
}

/**
 * Entries as rows while the document is read: a batch is one row for each of its transactions.
 */
export async function openCamt053(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
): Promise<OpenStatement> {
  return openRecords(bytes, asked, { format: 'camt053', fields, declared: declaredIn }, rowsOf)
}

async function* rowsOf(
  text: AsyncIterable<string>,
  asked: Parameters<typeof openEntries>[0],
): AsyncGenerator<StatementRow> {
  const entries = openEntries(asked)
  const pass = openXmlPass('CAMT file', entries)
  let row = 0
  const numbered = (some: ReturnType<typeof entries.take>): StatementRow[] =>
    some.map((bare) => {
      row += 1
      return { row, ...bare }
    })
  for await (const piece of text) {
    pass.write(piece)
    yield* numbered(entries.take())
  }
  pass.end()
  yield* numbered(entries.take())
  if (!entries.isStatement()) {
    throw new StatementRefused(
      'The file is XML, but no statement of an account (CAMT.052, .053 or .054). ' +
        'Choose CAMT.053, or CSV, where the bank offers downloads.',
    )
  }
}

function declaredIn(start: string): string | null {
  return /^\s*(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start)?.[1] ?? null
}
