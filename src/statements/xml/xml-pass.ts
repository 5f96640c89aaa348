import { SaxesParser } from 'saxes'
import { StatementRefused } from '../statement.ts'

/** Hears of a document's elements by their local names: banks choose any prefix. */
export interface XmlListener {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

export interface XmlPass {
  write(text: string): void
  /** A document that ends before its last element is refused: rows would be missing. */
  end(): void
}

/** Namespaces and positions cost time, and nobody asks for them. */
type Options = Readonly<Record<'xmlns' | 'position', false>>

const depthMax = 64
/** The parser keeps a text until it ends; so much without an element is no statement. */
const silentMax = 4 * 1_024 * 1_024

/** One pass over a well-formed document; entities of its own are not expanded, but refused. */
export function openXmlPass(what: string, listener: XmlListener): XmlPass {
  const parser = new SaxesParser<Options>({ xmlns: false, position: false })
  let depth = 0
  let silent = 0
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    depth += 1
    if (depth > depthMax) throw broken(what, `more than ${depthMax} elements in each other`)
    listener.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth -= 1
    listener.close(localName(name))
  })
  parser.on('text', listener.text)
  parser.on('cdata', listener.text)
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof StatementRefused) throw error
      throw broken(what, String(error instanceof Error ? error.message : error))
    }
  }
  return {
    write(text) {
      silent += text.length
      if (silent > silentMax) throw broken(what, 'a text without an end')
      guarded(() => parser.write(text))
    },
    end: () => guarded(() => parser.close()),
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function broken(what: string, reason: string): StatementRefused {
  const detail = reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 120)
  const message = `The ${what} is broken or cut off: ${detail}. Download it from the bank again.`
  return new StatementRefused(message, [{ pointer: '', message: detail }])
}
