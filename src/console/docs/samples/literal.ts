/** How a language writes values; strings, numbers and lists are the same in all of them. */
export interface Words {
  readonly named: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly member: (name: string) => string
  readonly step: number
  /** Between a brace and what stands behind it. */
  readonly pad: string
}

const lineLength = 60

/** A value of JSON as it is written in a program, on one line where it fits. */
export function literalOf(value: unknown, words: Words, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) {
    const text = String(value)
    return text in words.named ? words.named[text as keyof Words['named']] : text // as: it is in it.
  }
  const deeper = indent + words.step
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => literalOf(one, words, deeper))
    : Object.entries(value).map(
        ([name, one]) => `${words.member(name)}: ${literalOf(one, words, deeper)}`,
      )
  const [open, close, pad] = isList ? ['[', ']', ''] : ['{', '}', words.pad]
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (parts.length === 0) return `${open}${close}`
  if (line.length + indent <= lineLength && !line.includes('\n')) return line
  const inner = `\n${' '.repeat(deeper)}`
  return `${open}${inner}${parts.join(`,${inner}`)},\n${' '.repeat(indent)}${close}`
}

/** Escapes are those of JSON, which JavaScript and Python read in the same way. */
function quoted(text: string): string {
  return /['\\]|[^ -~]/.test(text) ? JSON.stringify(text) : `'${text}'`
}

/** A text in which `$NAME` stands for a variable, as a sum of what is known and what is not. */
export function joined(text: string, variable: (name: string) => string): string {
  return text
    .split(/(\$[A-Z_]+)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$[A-Z_]+$/.test(part) ? variable(part.slice(1)) : quoted(part)))
    .join(' + ')
}
