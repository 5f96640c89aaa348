import { readScript, readStyle } from './assets.ts'
import { brand } from './brand.ts'
import type { ApiDocument, Endpoint, Section } from './docs/document.ts'
import { readDocument } from './docs/document.ts'
import { endpointSection, methodMark } from './docs/endpoint-section.ts'
import { type GuidePage, guidePages } from './docs/guide.ts'
import { renderMarkdown } from './docs/markdown.ts'
import { inline, prose } from './docs/prose.ts'
import { endpointMarkdown, endpointsOf, slugOf } from './docs/reference.ts'
import { placesOf, type SearchPlace } from './docs/search.ts'
import type { Html } from './html.ts'
import { html, nothing } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand, sandboxWords } from './sandbox-band.ts'

/** The documentation: pages by their path below /docs, and the same as Markdown. */
export interface Docs {
  readonly page: (path: string) => HtmlPage | null
  readonly markdown: (path: string) => DocsText | null
  /** Every place that the search of the pages finds. */
  readonly search: DocsText
  /** For agents: the pages with a line on each, and all of them in one. */
  readonly llms: DocsText
  readonly llmsFull: DocsText
  readonly paths: readonly string[]
}

interface DocsText {
  readonly text: string
}

const style = readStyle([
  'base.css',
  'controls.css',
  'sandbox.css',
  'docs.css',
  'docs-endpoint.css',
  'docs-guide.css',
  'print.css',
])
const script = readScript(['copy.js', 'docs.js', 'docs-search.js'])

interface Written {
  readonly title: string
  readonly description: string
  readonly markdown: () => string
  readonly body: () => Html
}

/** Pages are drawn when they are first asked for, as they are many and mostly read one by one. */
export function docsOf(openapi: unknown, { sandbox }: { readonly sandbox: boolean }): Docs {
  const document = readDocument(openapi)
  const guides = guidePages(document.baseUrl)
  const written = new Map<string, Written>([
    ...guides.map((guide): [string, Written] => [guide.slug, writtenGuide(guide)]),
    ['reference', writtenIndex(document)],
    ...endpointsOf(document).map((endpoint): [string, Written] => [
      referencePath(endpoint),
      writtenEndpoint(endpoint, document.baseUrl),
    ]),
  ])
  const pages = new Map<string, HtmlPage>()
  const texts = new Map<string, DocsText>()
  const nav = { document, guides }
  return {
    page: (path) => {
      const one = written.get(path === '' ? first : path)
      if (one === undefined) return null
      return kept(pages, path, () => draw(path === '' ? first : path, one, nav, sandbox))
    },
    markdown: (path) => {
      const one = written.get(path)
      return one === undefined ? null : kept(texts, path, () => ({ text: one.markdown() }))
    },
    search: { text: JSON.stringify(placesIn(document, guides)) },
    llms: { text: linesOf(document, written) },
    llmsFull: { text: [...written.values()].map(({ markdown }) => markdown()).join('\n\n') },
    paths: [...written.keys()],
  }
}

const first = 'quickstart'

function kept<One>(known: Map<string, One>, path: string, make: () => One): One {
  const before = known.get(path)
  if (before !== undefined) return before
  const made = make()
  known.set(path, made)
  return made
}

function referencePath(endpoint: Endpoint): string {
  return `reference/${slugOf(endpoint)}`
}

function writtenGuide({ title, description, markdown }: GuidePage): Written {
  return {
    title,
    description,
    markdown: () => markdown,
    body: () => html`<article class="guide">${renderMarkdown(markdown).body}</article>`,
  }
}

function writtenEndpoint(endpoint: Endpoint, baseUrl: string): Written {
  const { method, path, operation } = endpoint
  return {
    title: operation.summary,
    description: `${method} ${path}: ${operation.summary}`,
    markdown: () => endpointMarkdown(endpoint, baseUrl),
    body: () => endpointSection(endpoint, baseUrl),
  }
}

const indexTitle = 'Reference'
const indexText =
  'Every endpoint, a page each, made of the description that the API itself follows.'

function writtenIndex({ sections }: ApiDocument): Written {
  return {
    title: indexTitle,
    description: indexText,
    markdown: () =>
      `# ${indexTitle}\n\n${indexText}\n\n${sections.map(sectionMarkdown).join('\n\n')}\n`,
    body: () => html`<article class="guide"><h1>${indexTitle}</h1><p>${indexText} The same as
<a href="/openapi.json">OpenAPI 3.1</a>.</p>${sections.map(sectionList)}</article>`,
  }
}

function sectionMarkdown({ name, endpoints }: Section): string {
  const lines = endpoints.map(
    (endpoint) =>
      `- [\`${endpoint.method} ${endpoint.path}\`](/docs/${referencePath(endpoint)}): ${endpoint.operation.summary}`,
  )
  return `## ${name}\n\n${lines.join('\n')}`
}

function sectionList({ name, description, endpoints }: Section): Html {
  return html`<h2>${name}</h2>${prose(description)}<ul class="endpoints">${endpoints.map(
    (endpoint) => html`<li><a href="/docs/${referencePath(endpoint)}">${methodMark(endpoint.method)}
<code>${endpoint.path}</code></a> ${inline(endpoint.operation.summary)}</li>`,
  )}</ul>`
}

interface Nav {
  readonly document: ApiDocument
  readonly guides: readonly GuidePage[]
}

function draw(path: string, one: Written, nav: Nav, sandbox: boolean): HtmlPage {
  return pageOf({
    title: `${one.title} · ${nav.document.title}`,
    description: one.description,
    style,
    script,
    body: html`${sandbox ? sandboxBand(sandboxWords) : nothing}<header class="bar">${brand('Docs')}
<div class="bar-end" id="bar-end"><a href="/openapi.json">OpenAPI</a><a href="/console">Console</a></div></header>
<div class="docs">
${contents(path, nav)}
<main id="main" tabindex="-1">
<p class="page-tools" id="page-tools"><a href="/docs/${path}.md">This page as Markdown</a></p>
${one.body()}
</main>
</div>`,
  })
}

function contents(path: string, { document, guides }: Nav): Html {
  return html`<nav class="contents" aria-label="Contents"><details open id="contents">
<summary>Contents</summary>
<p class="contents-title">Guide</p>
<ul>${guides.map(({ slug, title }) => html`<li>${link(slug, title, path)}</li>`)}</ul>
<p class="contents-title"><a href="/docs/reference">Reference</a></p>
${document.sections.map((section) => contentsOfSection(section, path))}
</details></nav>`
}

function contentsOfSection(section: Section, path: string): Html {
  const here = section.endpoints.some((endpoint) => referencePath(endpoint) === path)
  const lines = section.endpoints.map(
    (endpoint) =>
      html`<li>${link(
        referencePath(endpoint),
        html`${methodMark(endpoint.method)}<span>${breakable(endpoint.path)}</span>`,
        path,
        'contents-endpoint',
      )}</li>`,
  )
  return html`<details class="contents-section"${here && html` open`}><summary>${section.name}</summary>
<ul>${lines}</ul></details>`
}

function link(to: string, words: Html | string, path: string, kind = ''): Html {
  const current = to === path && html` aria-current="page"`
  return html`<a${kind !== '' && html` class="${kind}"`} href="/docs/${to}"${current}>${words}</a>`
}

/** A long path may break before a slash rather than inside a word. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((step) => html`<wbr>${step}`)}`
}

function placesIn(document: ApiDocument, guides: readonly GuidePage[]): readonly SearchPlace[] {
  return [
    ...guides.flatMap(placesOf),
    ...endpointsOf(document).map((endpoint) => ({
      url: `/docs/${referencePath(endpoint)}`,
      title: `${endpoint.method} ${endpoint.path}`,
      text: `${endpoint.operation.summary}. ${endpoint.operation.description}`.slice(0, 400),
    })),
  ]
}

/** The form of https://llmstxt.org: a heading, a sentence, and links with a line on each. */
function linesOf(
  { title, description, baseUrl }: ApiDocument,
  written: ReadonlyMap<string, Written>,
): string {
  const lines = [...written].map(
    ([path, one]) => `- [${one.title}](${baseUrl}/docs/${path}.md): ${one.description}`,
  )
  return `# ${title}\n\n> ${description.split('\n')[0] ?? ''}\n\n## Documentation\n\n${lines.join('\n')}\n`
}
