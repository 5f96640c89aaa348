import { readScript, readStyle } from './assets.ts'
import { brand } from './brand.ts'
import type { ApiDocument, Section } from './docs/document.ts'
import { anchorOf, readDocument } from './docs/document.ts'
import { endpointSection, methodMark } from './docs/endpoint-section.ts'
import type { Chapter } from './docs/introduction.ts'
import { introduction } from './docs/introduction.ts'
import { prose } from './docs/prose.ts'
import type { Html } from './html.ts'
import { html, nothing } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand, sandboxWords } from './sandbox-band.ts'

const style = readStyle([
  'base.css',
  'controls.css',
  'sandbox.css',
  'docs.css',
  'docs-endpoint.css',
])
const script = readScript(['copy.js', 'docs.js'])

/** The API documentation. It needs no script; with one, code can be copied. */
export function docsPage(openapi: unknown, { sandbox }: { readonly sandbox: boolean }): HtmlPage {
  const document = readDocument(openapi)
  const chapters = introduction(document.baseUrl)
  return pageOf({
    title: `${document.title} · API documentation`,
    description: document.description,
    style,
    script,
    body: html`${sandbox ? sandboxBand(sandboxWords) : nothing}<header class="bar">${brand('API')}
<div class="bar-end"><a href="/openapi.json">OpenAPI</a><a href="/console">Console</a></div></header>
<div class="docs">
${contents(document, chapters)}
<main id="main" tabindex="-1">
<header class="opening"><h1>${document.title}</h1>
<p class="chip">Version ${document.version}</p>
<div class="lead">${prose(document.description)}</div>
<p>Base address: <code>${document.baseUrl}</code></p></header>
${chapters.map(chapter)}
${document.sections.map((section) => endpoints(section, document.baseUrl))}
</main>
</div>`,
  })
}

/** Twice the same list would be read twice; one that folds on small screens serves both. */
function contents({ sections }: ApiDocument, chapters: readonly Chapter[]): Html {
  return html`<nav class="contents" aria-label="Contents"><details open id="contents">
<summary>Contents</summary>
<p class="contents-title">Introduction</p>
<ul>${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${sections.map(contentsOfSection)}
</details></nav>`
}

function contentsOfSection(section: Section): Html {
  const lines = section.endpoints.map(
    (endpoint) => html`<li><a class="contents-endpoint" href="#${anchorOf(endpoint)}">
${methodMark(endpoint.method)}<span>${breakable(endpoint.path)}</span></a></li>`,
  )
  return html`<p class="contents-title"><a href="#${sectionId(section)}">${section.name}</a></p>
<ul>${lines}</ul>`
}

/** A long path may break before a slash rather than inside a word. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((step) => html`<wbr>${step}`)}`
}

function chapter({ id, title, body }: Chapter): Html {
  return html`<section class="chapter" id="${id}"><h2><a class="anchor" href="#${id}">${title}</a></h2>
${body}</section>
`
}

function endpoints(section: Section, baseUrl: string): Html {
  const id = sectionId(section)
  return html`<section class="group"><h2 id="${id}"><a class="anchor" href="#${id}">${section.name}</a></h2>
${prose(section.description)}
${section.endpoints.map((endpoint) => endpointSection(endpoint, baseUrl))}</section>
`
}

function sectionId({ name }: Section): string {
  return `section-${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`
}
