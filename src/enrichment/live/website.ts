import type { Handles } from './facts/handles.ts'

/** Everything that an organisation's own website says of it, as plain text. */
export interface WebsiteFacts {
  readonly name: string
  readonly description: string | null
  readonly industry: string | null
  readonly foundedYear: number | null
  readonly hq: string | null
  readonly employees: string | null
  readonly social: Handles
  /** Addresses of pictures, absolute, the best first; some may be data. */
  readonly icons: readonly string[]
  readonly manifest: string | null
}

/**
 * The end of a visit. `nobody`: a page, but no company's; `no_page`: an error or no HTML;
 * `refused`: by its robots.txt; `forbidden`: a redirect to where nothing may be fetched, or one too
 * many; `unreachable`: no answer in time.
 */
export type SiteOutcome =
  | { readonly type: 'found'; readonly facts: WebsiteFacts; readonly url: string }
  | { readonly type: 'nobody' | 'no_page' | 'refused' | 'forbidden' | 'unreachable' }
