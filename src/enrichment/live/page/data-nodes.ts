import { decodeHTML } from 'entities'
import type { DataNode } from './page.ts'

const nodesMax = 2_000
const depthMax = 12
const listMax = 500

/** Where a node hangs: the property of its parent, or '' at the top. */
export interface Hung {
  readonly node: DataNode
  readonly under: string
}

/**
 * All nodes of a page's structured data, wherever they are nested, with those of one `@id` made
 * one. Scripts that are no JSON are passed over, as search engines do.
 */
export function dataNodes(jsonLd: readonly string[], items: readonly DataNode[]): readonly Hung[] {
  const hung: Hung[] = []
  const add = (value: unknown, under: string, depth: number): void => {
    if (hung.length >= nodesMax || depth > depthMax || typeof value !== 'object' || !value) return
    if (Array.isArray(value)) {
      for (const each of value.slice(0, listMax)) add(each, under, depth + 1)
      return
    }
    const node = value as DataNode // as: an object that is no array.
    hung.push({ node, under })
    for (const [name, child] of Object.entries(node).slice(0, listMax)) {
      if (typeof child === 'object') add(child, name === '@graph' ? under : name, depth + 1)
    }
  }
  for (const text of jsonLd) add(parsed(text), '', 0)
  add(items, '', 0)
  return merged(hung)
}

/**
 * Some wrap it in comments or CDATA, end it with a semicolon, break lines within strings, leave a
 * comma behind the last member, or write quotation marks as entities.
 */
function parsed(text: string): unknown {
  const bare = text
    .trim()
    .replace(/^(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>|\/\*\s*\]\]>\s*\*\/)$/, '')
    .trim()
    .replace(/;$/, '')
  const quoted = /^[[{]\s*&quot;/.test(bare) ? decodeHTML(bare) : bare
  const unbroken = quoted.replace(/[\u0000-\u001f]+/g, ' ')
  for (const attempt of [quoted, unbroken, unbroken.replace(lastComma, '$1')]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return null
}

/** Strings are kept as they are. */
const lastComma = /("(?:[^"\\]|\\.)*(?:"|\\?$))|,(?=\s*[}\]])/g

function merged(hung: readonly Hung[]): readonly Hung[] {
  const byId = new Map<string, { node: Record<string, unknown>; under: string }>()
  const all: Hung[] = []
  for (const { node, under } of hung) {
    const id = node['@id']
    if (typeof id !== 'string' || id === '') {
      all.push({ node, under })
      continue
    }
    const known = byId.get(id)
    if (known) {
      for (const [name, value] of Object.entries(node)) known.node[name] ??= value
      if (under === '') known.under = ''
    } else {
      const first = { node: { ...node }, under }
      byId.set(id, first)
      all.push(first)
    }
  }
  return all
}

/** The texts of a property: one, several, or objects that have a name or hold a value. */
export function textsAt(node: DataNode, name: string): readonly string[] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined
  const all = Array.isArray(value) ? value.slice(0, listMax) : [value]
  return all.flatMap((one) => textOf(one) ?? [])
}

export function textAt(node: DataNode, name: string): string | null {
  return textsAt(node, name)[0] ?? null
}

export function nodesAt(node: DataNode, name: string): readonly DataNode[] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined
  const all: readonly unknown[] = Array.isArray(value) ? value.slice(0, listMax) : [value]
  return all.filter((one): one is DataNode => typeof one === 'object' && one !== null)
}

export function typesOf(node: DataNode): readonly string[] {
  return textsAt(node, '@type').map((type) => type.replace(/^.*[/#:]/, ''))
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const node = value as Readonly<Record<string, unknown>> // as: an object that is no array.
  for (const name of ['@value', 'name', 'url', '@id', 'contentUrl']) {
    const inner = node[name]
    if (typeof inner === 'string' && inner.trim() !== '') return inner
  }
  return null
}
