import type { Entry } from '../../ledger/entry.ts'
import type { Part, Value } from './stencil.ts'
import { Stencil, textOf } from './stencil.ts'

/** Names that need no escape in JSON, and sort as text as they do as bytes. */
const plainName = /^[a-z][a-z0-9_]*$/
const plainType = /^[A-Za-z]+$/

/** Null where an entry has other members than texts and numbers, or is written in another way. */
export function stencilOf(entry: Entry, line: string): Stencil | null {
  const { hash: _, ...hashed } = entry
  const written = partsOf(entry, (members) => Object.keys(members))
  const canonical = partsOf(hashed, (members) => Object.keys(members).sort())
  return written && canonical && textOf(written) === line ? new Stencil(written, canonical) : null
}

type NamesOf = (members: object) => readonly string[]

function partsOf(entry: object, namesOf: NamesOf): readonly Part[] | null {
  const parts: Part[] = []
  let kept = ''
  for (const token of tokensOf(entry, namesOf, '')) {
    if (token === null) return null
    if (typeof token === 'string') {
      kept += token
    } else {
      parts.push({ kept, value: token })
      kept = ''
    }
  }
  return [...parts, { kept, value: null }]
}

/** The kept texts and the values in turn; null for a member that a stencil cannot have. */
function* tokensOf(
  members: object,
  namesOf: NamesOf,
  path: string,
): Generator<string | Value | null> {
  const values = new Map<string, unknown>(Object.entries(members))
  for (const [index, key] of namesOf(members).entries()) {
    const name = `${path}${key}`
    const value = values.get(key)
    yield `${index === 0 ? '{' : ','}"${key}":`
    if (!plainName.test(key)) yield null
    else if (name === 'type') yield plainType.test(String(value)) ? `"${value}"` : null
    else if (typeof value === 'string') yield* ['"', { name, text: value, isText: true }, '"']
    else if (typeof value === 'number') yield { name, text: String(value), isText: false }
    else if (name === 'details') yield* tokensOf(Object(value), namesOf, 'details.')
    else yield null
  }
  yield values.size === 0 ? '{}' : '}'
}
