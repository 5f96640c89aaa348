import { NoSuchFile } from '../no-such-file.ts'

/**
 * Reads `{"type": …, "items": [ … ], …}` as it arrives: items are handed on one by one, the other
 * members are kept. JSON.parse does the parsing; what is found here is only where values end, so
 * that a body of any length needs the memory of one item.
 */
const valueLengthMax = 1_048_576
const itemsMember = 'items'

type State = 'start' | 'member' | 'value' | 'after_member' | 'first_item' | 'item' | 'after_item'

export class JsonBody {
  /** Without a prototype, which a member called `__proto__` would set. */
  readonly members: Record<string, unknown> = Object.create(null)
  #state: State | 'end' = 'start'
  #name = ''
  #rest = ''
  #items = 0

  /** The items that end in this piece of text. */
  push(text: string): readonly unknown[] {
    const items: unknown[] = []
    const all = this.#rest + text
    let at = 0
    for (;;) {
      at = skipSpace(all, at)
      if (at >= all.length) break
      const next = this.#step(all, at, items)
      if (next === null) break
      at = next
    }
    this.#rest = all.slice(at)
    if (this.#rest.length > valueLengthMax) throw this.#malformed('a value is longer than 1 MiB')
    return items
  }

  /** The text has ended: the body must have. */
  end(): void {
    if (this.#state !== 'end' || this.#rest.trim() !== '') {
      throw this.#malformed('the body ends too early')
    }
  }

  get sawItems(): boolean {
    return this.#items > 0 || itemsMember in this.members
  }

  /** One step from `at`, giving where the next begins; null when more text is needed. */
  #step(text: string, at: number, items: unknown[]): number | null {
    const char = text[at] ?? ''
    switch (this.#state) {
      case 'start':
        return this.#expect(char, '{', 'member', at)
      case 'member':
        if (char === '}' && Object.keys(this.members).length === 0) return this.#go('end', at + 1)
        return this.#readName(text, at)
      case 'value':
        if (this.#name === itemsMember && char === '[') {
          this.members[itemsMember] = null
          return this.#go('first_item', at + 1)
        }
        return this.#readMember(text, at)
      case 'after_member':
        if (char === '}') return this.#go('end', at + 1)
        return this.#expect(char, ',', 'member', at)
      case 'first_item':
      case 'item':
        if (char === ']' && this.#state === 'first_item') return this.#go('after_member', at + 1)
        return this.#readItem(text, at, items)
      case 'after_item':
        if (char === ']') return this.#go('after_member', at + 1)
        return this.#expect(char, ',', 'item', at)
      default:
        throw this.#malformed('something stands behind the body')
    }
  }

  #go(state: State | 'end', at: number): number {
    this.#state = state
    return at
  }

  #expect(char: string, wanted: string, then: State, at: number): number {
    if (char !== wanted) throw this.#malformed(`there is no ${wanted} where one must be`)
    return this.#go(then, at + 1)
  }

  #readName(text: string, at: number): number | null {
    const end = valueEnd(text, at)
    if (end === null) return null
    const colon = skipSpace(text, end)
    if (colon >= text.length) return null
    const name = this.#parse(text.slice(at, end))
    if (typeof name !== 'string' || text[colon] !== ':') throw this.#malformed('a member is broken')
    this.#name = name
    return this.#go('value', colon + 1)
  }

  #readMember(text: string, at: number): number | null {
    const end = valueEnd(text, at)
    if (end === null) return null
    this.members[this.#name] = this.#parse(text.slice(at, end))
    return this.#go('after_member', end)
  }

  #readItem(text: string, at: number, items: unknown[]): number | null {
    const end = valueEnd(text, at)
    if (end === null) return null
    items.push(this.#parse(text.slice(at, end)))
    this.#items += 1
    return this.#go('after_item', end)
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.#malformed('a value is not JSON')
    }
  }

  #malformed(why: string): NoSuchFile {
    const inItems = this.#state === 'item' || this.#state === 'after_item'
    const pointer = inItems || this.#state === 'first_item' ? `/${itemsMember}/${this.#items}` : ''
    const message = `The body is not valid JSON: ${why}${pointer ? ` (at ${pointer})` : ''}.`
    return new NoSuchFile('malformed_json', message, [{ pointer, message: why }])
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && (text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 0xfeff)) at += 1
  return at
}

/** Where the value that begins at `from` ends, or null when the text ends first. */
function valueEnd(text: string, from: number): number | null {
  const first = text[from]
  if (first === '"') return stringEnd(text, from)
  if (first === '{' || first === '[') return nestedEnd(text, from)
  scalarEnd.lastIndex = from + 1
  return scalarEnd.exec(text)?.index ?? null
}

const scalarEnd = /[\s,\]}:[{"]/g
const inString = /["\\]/g
const inNested = /["{}[\]]/g

function stringEnd(text: string, from: number): number | null {
  inString.lastIndex = from + 1
  for (let match = inString.exec(text); match; match = inString.exec(text)) {
    if (match[0] === '"') return match.index + 1
    inString.lastIndex = match.index + 2
  }
  return null
}

function nestedEnd(text: string, from: number): number | null {
  let depth = 0
  let at = from
  for (;;) {
    inNested.lastIndex = at
    const match = inNested.exec(text)
    if (!match) return null
    at = match.index + 1
    if (match[0] === '"') {
      const end = stringEnd(text, match.index)
      if (end === null) return null
      at = end
    } else if (match[0] === '{' || match[0] === '[') depth += 1
    else depth -= 1
    if (depth === 0) return at
  }
}
