export interface ConsoleSection {
  readonly page: SectionName
  readonly title: string
  /** Words that find it beside its title. */
  readonly also: string
}

const listed = [
  { page: 'overview', title: 'Overview', also: 'home start balance' },
  { page: 'try', title: 'Try it', also: 'enrich playground call' },
  { page: 'requests', title: 'Requests', also: 'calls log trace' },
  { page: 'jobs', title: 'Jobs', also: 'file upload csv statement results' },
  { page: 'usage', title: 'Usage', also: 'spend calls chart statistics' },
  { page: 'ledger', title: 'Ledger', also: 'entries verify proof export' },
  { page: 'credits', title: 'Credits', also: 'buy pay top up order' },
  { page: 'keys', title: 'Keys', also: 'api secret' },
  { page: 'webhooks', title: 'Webhooks', also: 'events deliveries' },
  { page: 'feedback', title: 'Feedback', also: 'corrections' },
  {
    page: 'settings',
    title: 'Settings',
    also: 'account password sessions second factor security delete',
  },
] as const

/** Each has its icon under the same name. */
export type SectionName = (typeof listed)[number]['page']

export const sections: readonly ConsoleSection[] = listed

export function sectionOf(page: string): SectionName {
  return sections.find((section) => section.page === page)?.page ?? 'overview'
}
