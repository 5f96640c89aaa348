/** A tag with its lines: `:61:…`, `:86:…` and the lines below it. */
export interface Mt940Field {
  readonly tag: string
  readonly lines: string[]
}

const tagLine = /^:(\d{2}[A-Z]?|NS):(.*)$/
/** A text of a payment may have many lines; more of them than this tell nothing. */
const linesMax = 64

/**
 * The fields of a message in order. Around it stand blocks of Swift in braces, which are dropped,
 * and a line with a hyphen ends it.
 */
export function openFields() {
  let open: Mt940Field | null = null
  let count = 0

  const close = () => {
    const done = open
    open = null
    return done
  }
  return {
    hear(given: string): Mt940Field | null {
      const line = given.replace(/^\{.*\{4:/, '').trimEnd()
      if (/^-\}?/.test(line) && line.replace(/[-}\s]/g, '') === '') return close()
      const match = tagLine.exec(line)
      if (match) {
        const before = close()
        const [, tag = '', rest = ''] = match
        open = { tag, lines: [rest] }
        count += 1
        return before
      }
      if (line.startsWith('{') || line.startsWith('-}')) return close()
      if (open && open.lines.length < linesMax) open.lines.push(line)
      return null
    },
    end: close,
    count: () => count,
  }
}
