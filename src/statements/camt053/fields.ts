/** The fields of an entry and of its details that make a row, by their paths under either. */
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

/** Of amounts the currency, too. */
export type Currencies = { [F in FieldName]?: string }

export const entryPaths: ReadonlyMap<string, FieldName> = new Map([
  ['/Amt', 'amount'],
  ['/CdtDbtInd', 'side'],
  ['/RvslInd', 'reversal'],
  ['/BookgDt/Dt', 'booked'],
  ['/BookgDt/DtTm', 'booked'],
  ['/ValDt/Dt', 'valued'],
  ['/ValDt/DtTm', 'valued'],
  ['/AcctSvcrRef', 'servicer'],
  ['/NtryRef', 'reference'],
  ['/AddtlNtryInf', 'note'],
  ['/BkTxCd/Prtry/Cd', 'proprietary'],
  ['/BkTxCd/Domn/Cd', 'domain'],
  ['/BkTxCd/Domn/Fmly/Cd', 'family'],
  ['/BkTxCd/Domn/Fmly/SubFmlyCd', 'subfamily'],
])

/** A party is `Cdtr/Nm`; since version 8 `Cdtr/Pty/Nm`, or a bank, `Cdtr/Agt/FinInstnId/Nm`. */
const parties = [
  ['Cdtr', 'creditor'],
  ['Dbtr', 'debtor'],
  ['UltmtCdtr', 'lastCreditor'],
  ['UltmtDbtr', 'lastDebtor'],
] as const

export const detailPaths: ReadonlyMap<string, FieldName> = new Map([
  ['/Amt', 'amount'],
  ['/CdtDbtInd', 'side'],
  ['/AmtDtls/TxAmt/Amt', 'transactionAmount'],
  ['/AmtDtls/InstdAmt/Amt', 'instructedAmount'],
  ['/AmtDtls/CntrValAmt/Amt', 'counterAmount'],
  ['/Refs/AcctSvcrRef', 'servicer'],
  ['/Refs/EndToEndId', 'endToEnd'],
  ['/Refs/TxId', 'transaction'],
  ['/RmtInf/Ustrd', 'purpose'],
  ['/RmtInf/Strd/AddtlRmtInf', 'remittance'],
  ['/AddtlTxInf', 'detail'],
  ['/BkTxCd/Prtry/Cd', 'proprietary'],
  ['/BkTxCd/Domn/Cd', 'domain'],
  ['/BkTxCd/Domn/Fmly/Cd', 'family'],
  ['/BkTxCd/Domn/Fmly/SubFmlyCd', 'subfamily'],
  ...parties.flatMap(([tag, field]): [string, FieldName][] => [
    [`/RltdPties/${tag}/Nm`, field],
    [`/RltdPties/${tag}/Pty/Nm`, field],
    [`/RltdPties/${tag}/Agt/FinInstnId/Nm`, field],
  ]),
])

/** A long text comes in several; banks part it where 140 characters are full. */
export const purposeWidth = 140

/** No field of the standard is longer; whatever goes on is cut. */
export const fieldLengthMax = 4_096
