import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml, type Html, html, renderedMarkup } from '../html.ts'
import { type Sample, sampleTabs } from './samples/samples.ts'

/** A page's Markdown as HTML. HTML that stands in it is shown and not obeyed. */
export interface Rendered {
  readonly body: Html
  readonly headings: readonly Heading[]
}

export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

export function renderMarkdown(markdown: string): Rendered {
  const tokens = marked.lexer(markdown)
  const headings = tokens.filter(isHeading).map(headingOf)
  const parts: Html[] = []
  let samples: Tokens.Code[] = []
  const flush = () => {
    if (samples.length > 0) parts.push(sampleTabs(samples.map(sampleOf), `samples-${parts.length}`))
    samples = []
  }
  for (const token of tokens) {
    if (isSample(token)) samples.push(token)
    else if (token.type !== 'space') {
      flush()
      parts.push(renderedMarkup(marked.parser([token])))
    }
  }
  flush()
  return { body: html`${parts}`, headings }
}

const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      const id = idOf(text)
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
    },
    code: ({ text }) =>
      html`<div class="copyable"><pre tabindex="0"><code>${text}</code></pre></div>\n`.markup,
    table({ header, rows }) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
      const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
      const head = `<thead><tr>${cells(header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</tr></thead>`
      return `<div class="scroll" tabindex="0"><table class="plain">${head}<tbody>${lines}</tbody></table></div>\n`
    },
  },
})

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function headingOf({ text, depth }: Tokens.Heading): Heading {
  return { id: idOf(text), text: text.replaceAll('`', ''), depth }
}

/** The codes of problems are their own names: /docs/errors#not_found. */
function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** A block whose language has a name beside it: the same call in several languages. */
function isSample(token: Token): token is Tokens.Code {
  return token.type === 'code' && /\s/.test(token.lang ?? '')
}

function sampleOf({ lang = '', text }: Tokens.Code): Sample {
  return { label: lang.slice(lang.indexOf(' ') + 1), text }
}
