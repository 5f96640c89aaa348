import type { DataNode } from './page.ts'

const itemsMax = 200
const propertiesMax = 100
const textMax = 4_000

interface Item {
  readonly node: Record<string, unknown>
  count: number
}

interface Level {
  readonly item: Item | null
  /** The property whose value is the text of this element. */
  readonly property: { readonly item: Item; readonly names: readonly string[]; text: string } | null
}

type Attributes = Readonly<Record<string, string>>

/** The items of a page's microdata, in the form that JSON-LD has. */
export class MicrodataReader {
  readonly #levels: Level[] = []
  readonly #top: DataNode[] = []
  readonly #items: Item[] = []
  readonly #texts: NonNullable<Level['property']>[] = []
  #count = 0

  open(name: string, attributes: Attributes): void {
    this.#levels.push(this.#levelOf(name, attributes))
  }

  text(text: string): void {
    for (const property of this.#texts) {
      if (property.text.length < textMax) property.text += text
    }
  }

  close(): void {
    const level = this.#levels.pop()
    if (level?.item) this.#items.pop()
    if (!level?.property) return
    this.#texts.pop()
    const { item, names, text } = level.property
    set(item, names, text)
  }

  items(): readonly DataNode[] {
    return this.#top
  }

  #levelOf(name: string, attributes: Attributes): Level {
    const names = attributes.itemprop?.split(/\s+/, 5).filter((each) => each !== '') ?? []
    const outer = this.#items.at(-1) ?? null
    if (attributes.itemscope !== undefined && this.#count < itemsMax) {
      const item = itemOf(attributes)
      this.#count += 1
      if (outer && names.length > 0) set(outer, names, item.node)
      else this.#top.push(item.node)
      this.#items.push(item)
      return { item, property: null }
    }
    if (!outer || names.length === 0) return { item: null, property: null }
    const value = valueIn(name, attributes)
    if (value !== null) {
      set(outer, names, value)
      return { item: null, property: null }
    }
    const property = { item: outer, names, text: '' }
    this.#texts.push(property)
    return { item: null, property }
  }
}

function itemOf({ itemtype = '', itemid }: Attributes): Item {
  const types = itemtype.split(/\s+/, 5).map((type) => type.replace(/^.*[/#]/, ''))
  return { node: { '@type': types, ...(itemid ? { '@id': itemid } : {}) }, count: 0 }
}

function valueIn(name: string, attributes: Attributes): string | null {
  const { content, href, src, datetime } = attributes
  if (content !== undefined) return content
  if (name === 'a' || name === 'link' || name === 'area') return href ?? ''
  if (name === 'img' || name === 'source' || name === 'embed') return src ?? ''
  if (name === 'object') return attributes.data ?? ''
  return name === 'time' && datetime !== undefined ? datetime : null
}

function set(item: Item, names: readonly string[], value: unknown): void {
  const { node } = item
  for (const name of names) {
    if (name === '__proto__' || item.count >= propertiesMax) continue
    item.count += 1
    const known = Object.hasOwn(node, name) ? node[name] : undefined
    if (known === undefined) node[name] = value
    else if (Array.isArray(known)) known.push(value)
    else node[name] = [known, value]
  }
}
