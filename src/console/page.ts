import { createHash } from 'node:crypto'
import { readAsset } from './assets.ts'
import type { Html } from './html.ts'
import { html, inlineText, nothing } from './html.ts'

/** A complete page, and the full Content-Security-Policy under which it works. */
export interface HtmlPage {
  readonly html: string
  readonly csp: string
}

export interface PageParts {
  readonly title: string
  readonly description: string
  /** The same text on every request, or its hash would not be worth anything. */
  readonly style: string
  readonly script: string
  /** Files of our own instead: the first is started, the others are fetched beside it. */
  readonly modules?: readonly string[]
  readonly body: Html
}

const icon = Buffer.from(readAsset('icon.svg')).toString('base64')

export function pageOf(parts: PageParts): HtmlPage {
  const { title, description, style, script, modules = [], body } = parts
  const [entry, ...imported] = modules
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="same-origin">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<style>${inlineText(style)}</style>
${entry ? html`<script type="module" src="${entry}"></script>` : nothing}
${imported.map((file) => html`<link rel="modulepreload" href="${file}">`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
${script === '' ? nothing : html`<script type="module">${inlineText(script)}</script>`}
</body>
</html>
`
  return { html: document.markup, csp: cspOf({ style, script, modules }) }
}

/** The source expression that allows one inline text and no other. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

type Loaded = Required<Pick<PageParts, 'style' | 'script' | 'modules'>>

function cspOf({ style, script, modules }: Loaded): string {
  // This origin has no JavaScript but the console's, and no type is guessed (nosniff).
  const files = modules.length > 0 ? ["'self'"] : []
  const scripts = [...files, ...(script === '' ? [] : [hashSource(script)])]
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ') || "'none'"}`,
    `style-src ${hashSource(style)}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
