import { createHash } from 'node:crypto'

/** Strokes on a grid of 10 × 14, as SVG path commands. */
const glyphs: Readonly<Record<string, string>> = {
  a: 'M0 14 5 0 10 14M1.8 9.2H8.2',
  b: 'M0 0V14H6A3.7 3.7 0 0 0 6 6.6H0M0 0H5.4A3.3 3.3 0 0 1 5.4 6.6',
  c: 'M9.6 2.6A6.2 7 0 1 0 9.6 11.4',
  d: 'M0 0V14H3.4A6.6 7 0 0 0 3.4 0Z',
  e: 'M9 0H0V14H9M0 6.8H7.6',
  f: 'M9 0H0V14M0 6.8H7.6',
  g: 'M9.6 2.6A6.2 7 0 1 0 9.8 11V7.4H5.6',
  h: 'M0 0V14M10 0V14M0 6.8H10',
  i: 'M5 0V14',
  j: 'M8 0V9.6A4 4.4 0 0 1 0 9.6',
  k: 'M0 0V14M9.4 0 0 8.2M3.4 5.4 9.8 14',
  l: 'M0 0V14H8.6',
  m: 'M0 14V0L5 8.4 10 0V14',
  n: 'M0 14V0L10 14V0',
  o: 'M5 0A5.6 7 0 1 0 5 14A5.6 7 0 1 0 5 0Z',
  p: 'M0 14V0H5.6A4 4 0 0 1 5.6 8H0',
  q: 'M5 0A5.6 7 0 1 0 5 14A5.6 7 0 1 0 5 0ZM6 10 10 14.4',
  r: 'M0 14V0H5.6A3.9 3.9 0 0 1 5.6 7.8H0M5.4 7.8 9.6 14',
  s: 'M9 2.4C7.6-.6 1-.8 1 3.4C1 7.8 9.4 5.8 9.4 10.4C9.4 15 1.6 14.8.2 11.4',
  t: 'M0 0H10M5 0V14',
  u: 'M0 0V9A5 5 0 0 0 10 9V0',
  v: 'M0 0 5 14 10 0',
  w: 'M-1 0 2 14 5 3.4 8 14 11 0',
  x: 'M0 0 10 14M10 0 0 14',
  y: 'M0 0 5 7 10 0M5 7V14',
  z: 'M0 0H10L0 14H10',
  '0': 'M5 0A4.8 7 0 1 0 5 14A4.8 7 0 1 0 5 0ZM2 12 8 2',
  '1': 'M2 2.6 5.6 0V14M2 14H9',
  '2': 'M.6 3.6A4.4 3.8 0 0 1 9.4 3.8C9.4 7 .4 11.6.4 14H9.8',
  '3': 'M.8 0H9.2L4.6 5.4A4.3 4.3 0 1 1 .4 11.4',
  '4': 'M7.4 14V0L0 10H10',
  '5': 'M9 0H1.4L.8 6.2A4.5 4.1 0 1 1 .4 11.8',
  '6': 'M8 0C3.4 2.6.4 6.4.4 9.6A4.6 4.4 0 1 0 1.6 6.6',
  '7': 'M0 0H9.8L3.6 14',
  '8': 'M5 0A3.6 3.2 0 1 0 5 6.4A4.4 3.8 0 1 0 5 14A4.4 3.8 0 1 0 5 6.4A3.6 3.2 0 1 0 5 0',
  '9': 'M2 14C6.6 11.4 9.6 7.6 9.6 4.4A4.6 4.4 0 1 0 8.4 7.4',
}

/**
 * The stand-in for an unknown logo: a letter on a colour, both from the domain alone. Letters are
 * strokes and not text, because a server may have no fonts and would draw nothing.
 */
export function monogramSvg(
  domain: string,
  look: { readonly size: number; readonly theme: 'light' | 'dark'; readonly greyscale: boolean },
): string {
  const letter = /[a-z0-9]/.exec(domain.replace(/^xn--/, ''))?.[0] ?? 'o'
  const hash = createHash('sha256').update(domain).digest()
  const hue = Math.round((((hash[0] ?? 0) * 256 + (hash[1] ?? 0)) / 65_536) * 360)
  const saturation = look.greyscale ? 0 : 52
  const lightness = look.theme === 'dark' ? 62 : 42
  const ink = look.theme === 'dark' ? '#111' : '#fff'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${look.size}" height="${look.size}" ` +
    `viewBox="0 0 32 32"><rect width="32" height="32" rx="6" ` +
    `fill="hsl(${hue},${saturation}%,${lightness}%)"/><path transform="translate(11 9)" ` +
    `d="${glyphs[letter] ?? ''}" fill="none" stroke="${ink}" stroke-width="2.4" ` +
    'stroke-linecap="round" stroke-linejoin="round"/></svg>'
  )
}
