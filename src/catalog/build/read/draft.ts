/** A brand or company as one source describes it, before the sources are joined. */
export const networks = ['twitter', 'linkedin', 'facebook', 'instagram', 'youtube'] as const
type Network = (typeof networks)[number]

export interface BrandDraft {
  name: string
  domain: string | null
  otherDomains: string[]
  category: string | null
  mcc: string | null
  countries: string[]
  kind: string
  rank: number
  otherNames: string[]
  /** Forms that only statements use: WHOLEFDS, MSFT, AMZN MKTP. */
  aliases: string[]
  industry: string | null
  foundedYear: string | null
  hq: string | null
  employees: string | null
  description: string | null
  social: Partial<Record<Network, string>>
  icon: string | null
  ticker: string | null
}

export function emptyDraft(name: string): BrandDraft {
  return {
    name,
    domain: null,
    otherDomains: [],
    category: null,
    mcc: null,
    countries: [],
    kind: '',
    rank: 0,
    otherNames: [],
    aliases: [],
    industry: null,
    foundedYear: null,
    hq: null,
    employees: null,
    description: null,
    social: {},
    icon: null,
    ticker: null,
  }
}

/** Counts why records were left out, for the report at the end of the build. */
export class Tally {
  readonly counts = new Map<string, number>()

  add(reason: string, amount = 1): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + amount)
  }
}
