import type { Html } from '../html.ts'
import { html, nothing } from '../html.ts'
import type { JsonSchema } from './json-schema.ts'
import { alternativesOf, merged } from './json-schema.ts'
import { prose } from './prose.ts'

/** One line of a table of fields. */
export interface DocumentedField {
  /** From the body on: `transactions[].description`. */
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

const deepest = 5
const longestPattern = 60

/** The fields of a body in reading order, nested ones behind their parent. */
export function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): readonly DocumentedField[] {
  const alternatives = alternativesOf(schema)
  const arrays = alternatives.flatMap(({ items }) => (items ? [items] : []))
  const objects = alternatives.filter(({ properties }) => properties)
  const inner = depth > deepest ? [] : arrays
  return [
    ...(depth > deepest ? [] : membersOf(merged(objects, 'any'), prefix, depth)),
    ...inner.flatMap((items) => fieldsOf(items, `${prefix}[]`, depth)),
  ]
}

function membersOf(object: JsonSchema, prefix: string, depth: number): readonly DocumentedField[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, schema]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const required = object.required?.includes(key) ?? false
    return [{ name, schema, required }, ...fieldsOf(schema, name, depth + 1)]
  })
}

/** `presence`: what to say of a field that need not be there, which differs by direction. */
export function fieldsTable(
  fields: readonly DocumentedField[],
  { caption, presence }: { readonly caption: string; readonly presence: 'sent' | 'received' },
): Html {
  if (fields.length === 0) return nothing
  return html`<table class="fields"><caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type and meaning</th></tr></thead>
<tbody>${fields.map((field) => fieldRow(field, presence))}</tbody></table>`
}

function fieldRow(
  { name, schema, required }: DocumentedField,
  presence: 'sent' | 'received',
): Html {
  const mark = presence === 'sent' ? required && 'required' : !required && 'optional'
  return html`<tr><th scope="row">${pathOf(name)}${mark && html` <span class="mark-${mark}">${mark}</span>`}</th>
<td>${meaningOf(schema)}</td></tr>
`
}

/** The values that a parameter or field may hold, in words. */
export function meaningOf(schema: JsonSchema, description?: string): Html {
  const text = description ?? schema.description ?? inChoice(schema, 'description')
  const examples = schema.examples ?? inChoice(schema, 'examples') ?? []
  const limits = limitsOf(schema)
  return html`<span class="type">${typeOf(schema)}</span>
${text && html`<div class="meaning">${prose(text)}</div>`}
${limits.length > 0 && html`<div class="limits">${limits.join(' · ')}</div>`}
${examples.length > 0 && html`<div class="limits">Example: ${examples.map(codeOf)}</div>`}`
}

/** Only the last step of a path is news; the rest says where it belongs. */
function pathOf(name: string): Html {
  const cut = name.lastIndexOf('.') + 1
  return html`<code class="path"><span class="parent">${name.slice(0, cut)}</span>${name.slice(cut)}</code>`
}

function codeOf(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code> `
}

/** zod writes a choice around what may be null; its words stand inside. */
function inChoice<K extends 'description' | 'examples'>(schema: JsonSchema, key: K) {
  return alternativesOf(schema).find((alternative) => alternative[key])?.[key]
}

function typeOf(schema: JsonSchema): Html {
  const alternatives = alternativesOf(schema)
  const values = alternatives.flatMap(
    ({ enum: listed, const: only }) => listed ?? (only === undefined ? [] : [only]),
  )
  const free = alternatives.filter((one) => !one.enum && one.const === undefined)
  const names = [...new Set(free.map(nameOf))]
  const choice = values.length > 0 && html`one of ${values.map(codeOf)}`
  const joint = choice && names.length > 0 && ' or '
  return html`${choice}${joint}${names.join(' or ')}${free.map(listOfChoices)}`
}

function listOfChoices({ items }: JsonSchema): Html | null {
  return items?.enum ? html`, each one of ${items.enum.map(codeOf)}` : null
}

function nameOf({ type, format, items, properties }: JsonSchema): string {
  if (items) return `array of ${[...new Set(alternativesOf(items).map(nameOf))].join(' or ')}`
  if (properties) return 'object'
  if (typeof type !== 'string') return 'anything'
  return format && format !== 'date-time' ? `${type} (${format})` : timed(type, format)
}

function timed(type: string, format: string | undefined): string {
  return format ? 'time (RFC 3339)' : type
}

function limitsOf(schema: JsonSchema): readonly string[] {
  return [...new Set(alternativesOf(schema).flatMap(limitsOfOne))]
}

function limitsOfOne(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema
  const limits = [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength, maxLength, 'characters'),
    rangeOf(minItems, maxItems, 'items'),
  ].filter((limit) => limit !== '')
  // A time's pattern repeats its format at great length; one that is not anchored says "not blank".
  const anchored = pattern?.startsWith('^') && pattern.length <= longestPattern
  const told = anchored && !schema.format
  if (told) limits.push(`matches ${pattern}`)
  if (schema.default !== undefined) limits.push(`default ${JSON.stringify(schema.default)}`)
  return limits
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  // A limit that only says "an integer that JSON can carry" need not be known to anybody.
  const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined
  const high = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined
  const shown = (value: number) => `${value.toLocaleString('en')}`
  const suffix = unit === '' ? '' : ` ${unit}`
  if (low !== undefined && high !== undefined) return `${shown(low)} to ${shown(high)}${suffix}`
  if (low === 1 && unit !== '') return 'not empty'
  if (low !== undefined) return `at least ${shown(low)}${suffix}`
  if (high !== undefined) return `at most ${shown(high)}${suffix}`
  return ''
}
