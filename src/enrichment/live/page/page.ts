/** A node of structured data: JSON-LD, or microdata brought to the same form. */
export type DataNode = Readonly<Record<string, unknown>>

export interface LinkTag {
  readonly rel: string
  readonly href: string
  readonly sizes: string
  readonly type: string
}

export interface Anchor {
  readonly href: string
  /** Whether it stands in the head or foot of the page, where sites name their own accounts. */
  readonly isFrame: boolean
  readonly rel: string
}

/** Everything of a page that its reading looks at, with a bound on each. */
export interface SitePage {
  readonly language: string | null
  readonly title: string | null
  readonly headings: readonly string[]
  /** The contents by name or property, in lower case. */
  readonly metas: ReadonlyMap<string, readonly string[]>
  readonly links: readonly LinkTag[]
  /** Links that leave the site or carry an absolute address. */
  readonly anchors: readonly Anchor[]
  readonly jsonLd: readonly string[]
  readonly items: readonly DataNode[]
  readonly base: string | null
  readonly refresh: string | null
  /** The alternative texts of pictures that are called a logo. */
  readonly logoTexts: readonly string[]
  /** The beginning of the visible text, and how much of it there is. */
  readonly text: string
  readonly textLength: number
  /** The end of it, where the owner stands. */
  readonly lastText: string
  readonly hasPassword: boolean
  readonly scripts: readonly string[]
}
