import { priceOf } from '../../../../ledger/prices.ts'
import type { EnrichedAnswer } from '../../state/answers.ts'
import type { Called } from '../../state/call.ts'

interface AttemptInput {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly optional?: true
  readonly inputMode?: 'decimal' | 'email' | 'url'
}

export interface TriedCall {
  readonly name: string
  readonly path: string
  readonly label: string
  readonly cents: number
  readonly inputs: readonly AttemptInput[]
}

const domain: AttemptInput = {
  name: 'domain',
  label: 'Domain',
  value: 'airbnb.com',
  inputMode: 'url',
}

export const attempts: readonly [TriedCall, ...TriedCall[]] = [
  {
    name: 'transaction',
    path: '/enrich',
    label: 'Transaction',
    cents: priceOf('enrich'),
    inputs: [
      { name: 'description', label: 'Description', value: 'STARBUCKS STORE 00512 SEATTLE WA' },
      { name: 'amount', label: 'Amount', value: '-5.75', optional: true, inputMode: 'decimal' },
    ],
  },
  {
    name: 'company',
    path: '/enrich/company',
    label: 'Company',
    cents: priceOf('company'),
    inputs: [
      { name: 'name', label: 'Company name', value: '', optional: true },
      { ...domain, optional: true },
    ],
  },
  {
    name: 'domain',
    path: '/enrich/domain',
    label: 'Domain',
    cents: priceOf('domain'),
    inputs: [domain],
  },
  {
    name: 'social',
    path: '/enrich/social',
    label: 'Social',
    cents: priceOf('social'),
    inputs: [domain],
  },
  {
    name: 'person',
    path: '/enrich/person',
    label: 'Person',
    cents: priceOf('person'),
    inputs: [
      { name: 'email', label: 'E-mail address', value: 'jane.doe@airbnb.com', inputMode: 'email' },
    ],
  },
]

export interface Tried {
  readonly answer: Called<EnrichedAnswer>
  readonly tookMs: number
}
