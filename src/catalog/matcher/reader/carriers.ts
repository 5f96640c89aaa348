import { limit } from '../knowledge/limits.ts'
import { isGeneric } from '../knowledge/line-index.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import {
  type Counterparty,
  type CounterpartyRole,
  counterpartyRoles,
  type LineMatch,
} from '../line-match.ts'
import type { TokenSpan } from '../reading/clean-name.ts'
import type { Hit } from './hits.ts'

/** Banks and wallets that the line names beside the merchant carried the payment. */
export function carriedBy(answer: LineMatch, hits: readonly Hit[], merchant: TokenSpan): LineMatch {
  const carriers = hits.flatMap(({ from, to, way, claim, company }): Counterparty[] => {
    if (company.rank < carrierRank) return []
    const apart = to <= merchant.from || from >= merchant.to
    const named = way === 'whole' && !isGeneric(claim)
    const role = apart && named ? carrierRoles.get(company.kind) : undefined
    return role === undefined ? [] : [{ name: company.name, role, website: company.domain }]
  })
  if (carriers.length === 0) return answer
  const told = new Set([answer.merchant, ...answer.counterparties.map(({ name }) => name)])
  const more = carriers.filter(({ name }) => !told.has(name) && told.add(name))
  return more.length === 0
    ? answer
    : { ...answer, counterparties: [...answer.counterparties, ...more] }
}

const carrierRank = limit('famousRank')
const kinds = wordClass('carrier_kinds')
const carrierRoles: ReadonlyMap<string, CounterpartyRole> = new Map(
  counterpartyRoles.filter((role) => kinds.has(role)).map((role) => [role, role]),
)
