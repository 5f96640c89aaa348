import type { GuidePage } from './guide.ts'
import { plainText } from './guide.ts'
import { type Heading, renderMarkdown } from './markdown.ts'

/** A place that the search of the documentation finds. */
export interface SearchPlace {
  readonly url: string
  readonly title: string
  readonly text: string
}

const textMax = 600

/** A page's chapters, each a place of its own. */
export function placesOf({ slug, title, markdown }: GuidePage): readonly SearchPlace[] {
  const { headings } = renderMarkdown(markdown)
  const chapters = markdown.split(/^#{1,3} .*$/m).slice(1)
  return headings
    .filter(({ depth }) => depth <= 3)
    .map((heading, at) => ({
      url: urlOf(slug, heading),
      title: heading.depth === 1 ? title : `${title}: ${heading.text}`,
      text: plainText((chapters[at] ?? '').replace(/```[a-z]*/g, ' ')).slice(0, textMax),
    }))
}

function urlOf(slug: string, { id, depth }: Heading): string {
  return depth === 1 ? `/docs/${slug}` : `/docs/${slug}#${id}`
}
