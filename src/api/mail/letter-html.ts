import { type Html, html, nothing } from '../../console/html.ts'
import { lightTokens, shapes } from '../../console/tokens.ts'
import type { Letter } from './letter.ts'

const { ground, surface, line, text: ink, quiet, accent, 'on-accent': onAccent } = lightTokens

const styles = {
  page: `margin:0;padding:24px;background:${ground};color:${ink};font:16px/1.6 ${shapes.sans}`,
  paper: `max-width:36rem;margin:0 auto;padding:24px;background:${surface};border:1px solid ${line};border-radius:${shapes['radius-big']}`,
  house: `margin:0 0 16px;color:${accent};font-weight:700`,
  subject: 'margin:0 0 16px;font-size:22px;line-height:1.25',
  words: 'margin:0 0 16px;overflow-wrap:anywhere',
  button: `display:inline-block;padding:10px 18px;border-radius:${shapes.radius};background:${accent};color:${onAccent};font-weight:700;text-decoration:none`,
  address: `margin:0 0 16px;color:${quiet};font-size:13px;overflow-wrap:anywhere`,
} as const

/**
 * The words of a letter as the house looks elsewhere. Styles stand at their elements, as programs
 * that show letters know no others; nothing is fetched, so nobody learns when it was read.
 */
export function letterHtml(letter: Letter): string {
  const paragraphs = letter.text.trim().split(/\n{2,}/)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${letter.subject}</title></head>
<body style="${styles.page}">
<div style="${styles.paper}">
<p style="${styles.house}">Data Enrichment Service</p>
<h1 style="${styles.subject}">${letter.subject}</h1>
${paragraphs.map((paragraph) => paragraphOf(paragraph, letter))}
</div>
</body>
</html>
`.markup
}

/** A line that is the link is a button; the address stays to be read, and to be copied. */
function paragraphOf(paragraph: string, { link, subject, action = subject }: Letter): Html {
  const lines = paragraph.split('\n')
  const words = lines.filter((one) => one !== link).join('\n')
  const button = html`<p style="${styles.words}"><a href="${link}" style="${styles.button}">${action}</a></p>
<p style="${styles.address}">${link}</p>`
  return html`${words !== '' && html`<p style="${styles.words}">${words}</p>`}
${lines.includes(link) ? button : nothing}`
}
