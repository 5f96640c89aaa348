import { prices } from '../../ledger/prices.ts'
import type { Html } from '../html.ts'
import { html, nothing } from '../html.ts'
import type { Content, DocumentedAnswer, Endpoint, Operation, Parameter } from './document.ts'
import { accessOf, anchorOf, exampleOf, exampleText } from './document.ts'
import { fieldsOf, fieldsTable, meaningOf } from './fields.ts'
import { alternativesOf } from './json-schema.ts'
import { inline, prose } from './prose.ts'
import { sampleOf } from './sample.ts'
import { samplesOf, sampleTabs } from './samples/samples.ts'

/** One endpoint: what to know on one side, what to copy on the other. */
export function endpointSection(endpoint: Endpoint, baseUrl: string): Html {
  const { operation } = endpoint
  const price = priceOf(endpoint)
  const samples = samplesOf(endpoint, { baseUrl, isPaid: price !== null })
  const anchor = anchorOf(endpoint)
  return html`<section class="endpoint" id="${anchor}" aria-labelledby="${anchor}-title">
<div class="endpoint-text">
<h1 id="${anchor}-title"><a class="anchor" href="#${anchor}">${inline(operation.summary)}</a></h1>
<p class="route">${methodMark(endpoint.method)} <code>${endpoint.path}</code></p>
<p class="facts">${accessChip(operation)} ${price && html`<span class="chip chip-good">${price}</span>`}</p>
${prose(operation.description)}
${parametersTable(operation.parameters)}
${bodyTables(operation)}
${answerTables(operation)}
${problemTable(operation)}
</div>
<div class="endpoint-code">
${sampleTabs(samples, 'request')}
${examples(operation)}
</div>
</section>
`
}

export function methodMark(method: string): Html {
  return html`<span class="method method-${method.toLowerCase()}">${method}</span>`
}

function panel(title: string, text: string): Html {
  return html`<figure class="panel"><figcaption>${title}</figcaption>
<div class="copyable"><pre tabindex="0"><code>${text}</code></pre></div></figure>`
}

/** The price list names endpoints as this page does; what it does not name is free. */
function priceOf({ method, path }: Endpoint): string | null {
  const price = Object.values(prices).find(({ endpoint }) => endpoint === `${method} ${path}`)
  if (!price) return null
  const { priceCents: cents, unit } = price
  return `${cents} ${cents === 1 ? 'cent' : 'cents'}${unit === 'call' ? '' : ` per ${unit}`}`
}

function accessChip(operation: Operation): Html {
  const schemes = accessOf(operation)
  if (schemes.length === 0) return html`<span class="chip">No key needed</span>`
  const session = schemes.includes('session')
  const key = schemes.includes('apiKey')
  const text = session ? (key ? 'API key or session token' : 'Session token') : 'API key'
  return html`<span class="chip">${text}</span>`
}

function parametersTable(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return nothing
  const rows = parameters.map(
    (one) => html`<tr><th scope="row"><code class="path">${one.name}</code>
<span class="where">in ${one.in}</span>${one.required && html` <span class="mark-required">required</span>`}</th>
<td>${meaningOf(one.schema, one.description)}</td></tr>
`,
  )
  return html`<table class="fields"><caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type and meaning</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

function bodyTables({ requestBody }: Operation): Html {
  return html`${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    const fields = fieldsOf(schema)
    const caption = `Body (${type})`
    return html`${fieldsTable(fields, { caption, presence: 'sent' })}${eitherNote(schema.anyOf)}`
  })}`
}

/** A choice beside the fields only says which of them must be there. */
function eitherNote(choices: Content['schema']['anyOf'] = []): Html {
  const names = choices.map(({ required = [] }) =>
    required.map((name) => html`<code>${name}</code>`),
  )
  if (names.length === 0 || names.some((some) => some.length === 0)) return nothing
  const list = names.map((some, index) => html`${index > 0 && ' or '}${joined(some, ' with ')}`)
  return html`<p class="note">Needed: ${list}.</p>`
}

function joined(parts: readonly Html[], glue: string): Html {
  return html`${parts.map((part, index) => html`${index > 0 && glue}${part}`)}`
}

function succeeds([status]: readonly [string, DocumentedAnswer]): boolean {
  return Number(status) < 400
}

function answerTables({ responses }: Operation): Html {
  return html`${Object.entries(responses).filter(succeeds).map(answerTable)}`
}

function answerTable([status, { description, headers, content }]: readonly [
  string,
  DocumentedAnswer,
]): Html {
  const types = Object.keys(content)
  const schema = Object.values(content)[0]?.schema
  const fields = schema && types[0]?.includes('json') ? fieldsOf(schema) : []
  const about = Object.entries(headers)
  return html`<div class="answer"><h2>${statusMark(status)} ${inline(description)}</h2>
${types.length > 0 && html`<p class="hint">${types.join(', ')}</p>`}
${about.length > 0 && headerList(about)}
${folded(fieldsTable(fields, { caption: 'Fields of the answer', presence: 'received' }), fields.length)}</div>`
}

const openFields = 9

/** A long table would part an endpoint from the next one; it opens on demand. */
function folded(table: Html, count: number): Html {
  if (count <= openFields) return table
  return html`<details><summary>${count} fields</summary>${table}</details>`
}

function headerList(
  headers: readonly (readonly [string, { readonly description: string }])[],
): Html {
  const lines = headers.map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${inline(description)}</dd>`,
  )
  const count = headers.length === 1 ? '1 header' : `${headers.length} headers`
  return html`<details><summary>${count}</summary><dl class="headers">${lines}</dl></details>`
}

function problemTable({ responses }: Operation): Html {
  const problems = Object.entries(responses).filter((response) => !succeeds(response))
  if (problems.length === 0) return nothing
  const lines = problems.map(
    ([status, { description }]) =>
      html`<dt>${statusMark(status)}</dt><dd>${inline(description)}</dd>`,
  )
  return html`<details><summary>Problems: ${problems.map(([status]) => status).join(', ')}</summary>
<dl class="headers problems">${lines}</dl></details>`
}

function statusMark(status: string): Html {
  return html`<span class="status status-${status.slice(0, 1)}">${status}</span>`
}

/** An example of the answer: the description's own, or at least one of its shape. */
function examples({ responses }: Operation): Html {
  const panels = Object.entries(responses)
    .filter(succeeds)
    .flatMap(([status, { content }]) =>
      Object.entries(content)
        .filter(([type, body]) => type.includes('json') && isDescribed(body))
        .map(([, body]) => examplePanel(status, body)),
    )
  return html`${panels}`
}

function isDescribed(content: Content): boolean {
  if (exampleOf(content) !== undefined) return true
  return alternativesOf(content.schema).some(({ properties }) => properties)
}

function examplePanel(status: string, content: Content): Html {
  const example = exampleOf(content)
  const title = `${status} ${example === undefined ? 'Shape of the answer' : 'Answer'}`
  return panel(title, exampleText(example ?? sampleOf(content.schema)))
}
