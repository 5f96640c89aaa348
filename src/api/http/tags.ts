/** The groups of endpoints, in the order in which the description shows them. */
export const tags = {
  Enrichment: 'Paid calls, each answered with its receipt, and what became of them.',
  Logos: 'Images for pages: free, without a key.',
  Credits: 'The balance, orders of credits, and where they went.',
  Ledger: 'Every charge as an entry of a hash-chained ledger, to be read, checked and exported.',
  Jobs: 'Up to a million rows at once, from a list or a file.',
  Agents: 'The same endpoints as tools of the Model Context Protocol.',
  Service: 'Prices, categories, and the pages of the service itself.',
  'Sign-in': 'Registration, sessions, passwords and the second factor.',
  Keys: 'Keys of the account with their scopes, caps and ends.',
  Account: 'Settings, the security log and deletion.',
  Feedback: 'Corrections that stick for the account.',
  Webhooks: 'Signed events, and every attempt to deliver them.',
  Sandbox: 'A checkout where credits cost nothing, while no payment provider is configured.',
  Privacy: 'For persons who want not to be looked up.',
  Operation: 'Health and figures, for whoever runs the service.',
} as const

export type ApiTag = keyof typeof tags
