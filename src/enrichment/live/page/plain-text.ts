import { decodeHTML } from 'entities'

/** More entities than that stand in each other only to pass a filter. */
const decodingsMax = 4
const lengthReadMax = 8_192

/**
 * Text of strangers as plain text: entities decoded, markup out even where entities hid it,
 * whitespace folded, nothing that cannot be seen or that turns the direction of writing.
 */
export function plainText(text: string, lengthMax: number): string | null {
  let plain = text.slice(0, lengthReadMax)
  for (let times = 0; times < decodingsMax; times += 1) {
    const before = plain
    plain = withoutMarkup(decodeHTML(before))
    if (plain === before) break
  }
  const folded = plain
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/ ([.,])(?=\s|$)/g, '$1') // A tag stood between.
    .toWellFormed()
    .trim()
  return folded === '' ? null : shortened(folded, lengthMax)
}

/** Marks of direction, of no width, of other uses; joiners stay, since scripts need them. */
const unseen = /(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Cn}]/gu

function withoutMarkup(text: string): string {
  if (!text.includes('<')) return text
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z!?][^>]*(?:>|$)/gi, ' ')
}

/** At a word's end where there is one near. */
function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const cut = text
    .slice(0, lengthMax - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > lengthMax * 0.6 ? space : cut.length).trimEnd()}…`
}
