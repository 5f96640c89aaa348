/** The fields of an entry and of its details that make a row. */
export type FieldName =
  | 'amount'
  | 'side'
  | 'reversal'
  | 'booked'
  | 'valued'
  | 'servicer'
  | 'reference'
  | 'endToEnd'
  | 'transaction'
  | 'creditor'
  | 'debtor'
  | 'lastCreditor'
  | 'lastDebtor'
  | 'purpose'
  | 'remittance'
  | 'detail'
  | 'note'
  | 'proprietary'
  | 'domain'
  | 'family'
  | 'subfamily'
  | 'transactionAmount'
  | 'instructedAmount'
  | 'counterAmount'

export type Fields = { [F in FieldName]?: string }

/** Amounts have a currency, too. */
export type Currencies = { [F in FieldName]?: string }

/** An element that matters, or that leads to one. */
export interface CamtPlace {
  readonly field?: FieldName
  readonly mark?: 'statement' | 'owner' | 'entry' | 'detail'
  readonly inside: ReadonlyMap<string, CamtPlace>
}

type Paths = readonly (readonly [path: string, field: FieldName])[]

const codes: Paths = [
  ['BkTxCd/Prtry/Cd', 'proprietary'],
  ['BkTxCd/Domn/Cd', 'domain'],
  ['BkTxCd/Domn/Fmly/Cd', 'family'],
  ['BkTxCd/Domn/Fmly/SubFmlyCd', 'subfamily'],
]

const entryPaths: Paths = [
  ['Amt', 'amount'],
  ['CdtDbtInd', 'side'],
  ['RvslInd', 'reversal'],
  ['BookgDt/Dt', 'booked'],
  ['BookgDt/DtTm', 'booked'],
  ['ValDt/Dt', 'valued'],
  ['ValDt/DtTm', 'valued'],
  ['AcctSvcrRef', 'servicer'],
  ['NtryRef', 'reference'],
  ['AddtlNtryInf', 'note'],
  ...codes,
]

const parties = [
  ['Cdtr', 'creditor'],
  ['Dbtr', 'debtor'],
  ['UltmtCdtr', 'lastCreditor'],
  ['UltmtDbtr', 'lastDebtor'],
] as const

const detailPaths: Paths = [
  ['Amt', 'amount'],
  ['CdtDbtInd', 'side'],
  ['AmtDtls/TxAmt/Amt', 'transactionAmount'],
  ['AmtDtls/InstdAmt/Amt', 'instructedAmount'],
  ['AmtDtls/CntrValAmt/Amt', 'counterAmount'],
  ['Refs/AcctSvcrRef', 'servicer'],
  ['Refs/EndToEndId', 'endToEnd'],
  ['Refs/TxId', 'transaction'],
  ['RmtInf/Ustrd', 'purpose'],
  ['RmtInf/Strd/AddtlRmtInf', 'remittance'],
  ['AddtlTxInf', 'detail'],
  ...codes,
  // A party has its name below `Pty` since version 8; a bank has it below `Agt`.
  ...parties.flatMap(
    ([tag, field]): Paths => [
      [`RltdPties/${tag}/Nm`, field],
      [`RltdPties/${tag}/Pty/Nm`, field],
      [`RltdPties/${tag}/Agt/FinInstnId/Nm`, field],
    ],
  ),
]

interface OpenPlace extends CamtPlace {
  field?: FieldName
  mark?: NonNullable<CamtPlace['mark']>
  readonly inside: Map<string, OpenPlace>
}

function placeAt(from: OpenPlace, path: string): OpenPlace {
  return path.split('/').reduce((place, name) => {
    const known = place.inside.get(name)
    const next: OpenPlace = known ?? { inside: new Map() }
    place.inside.set(name, next)
    return next
  }, from)
}

/** Below `Document`: what a statement, a report or a notice of an account has in common. */
export const documentPlace: CamtPlace = documentOf([
  'BkToCstmrStmt/Stmt',
  'BkToCstmrAcctRpt/Rpt',
  'BkToCstmrDbtCdtNtfctn/Ntfctn',
])

function documentOf(statements: readonly string[]): CamtPlace {
  const document: OpenPlace = { inside: new Map() }
  for (const path of statements) {
    const statement = placeAt(document, path)
    statement.mark = 'statement'
    for (const owner of ['Acct/Ownr/Nm', 'Acct/Ownr/Pty/Nm'])
      placeAt(statement, owner).mark = 'owner'
    const entry = placeAt(statement, 'Ntry')
    entry.mark = 'entry'
    for (const [at, field] of entryPaths) placeAt(entry, at).field = field
    const detail = placeAt(entry, 'NtryDtls/TxDtls')
    detail.mark = 'detail'
    for (const [at, field] of detailPaths) placeAt(detail, at).field = field
  }
  return document
}

/** A long text comes in several; banks part it where 140 characters are full. */
export const purposeWidth = 140

/** No field of the standard is longer; whatever goes on is cut. */
export const fieldLengthMax = 4_096
