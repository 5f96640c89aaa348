/**
 * Gives a drawing an outer frame of the size asked for, so that it is drawn sharp at that size
 * instead of being drawn small and blown up.
 */
export interface Fit {
  readonly size: number
  readonly greyscale: boolean
  /** For black drawings on dark pages. */
  readonly inverted: boolean
}

export function fitSvg(svg: string, fit: Fit): string {
  const root = /<svg\b[^>]*>/.exec(svg)
  if (root === null) return svg
  const viewBox = /\bviewBox\s*=\s*["']([^"']+)["']/.exec(root[0])?.[1] ?? boxOfSize(root[0])
  const inner = root[0]
    .replace(/\s(?:width|height|x|y)\s*=\s*["'][^"']*["']/g, '')
    .replace(/\bviewBox\s*=\s*["'][^"']*["']/, '')
    .replace('<svg', `<svg width="${fit.size}" height="${fit.size}" viewBox="${viewBox}"`)
  const drawing = inner + svg.slice(root.index + root[0].length)
  const filter = filterOf(fit)
  const frame = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`
  return (
    `<svg ${frame} width="${fit.size}" height="${fit.size}" viewBox="0 0 ${fit.size} ${fit.size}">` +
    (filter === '' ? drawing : `<defs>${filter}</defs><g filter="url(#tone)">${drawing}</g>`) +
    '</svg>'
  )
}

function boxOfSize(root: string): string {
  const number = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1] ?? '24'
  return `0 0 ${number('width')} ${number('height')}`
}

function filterOf({ greyscale, inverted }: Fit): string {
  const matrices = [
    ...(greyscale ? ['<feColorMatrix type="saturate" values="0"/>'] : []),
    ...(inverted ? ['<feColorMatrix values="-1 0 0 0 1 0 -1 0 0 1 0 0 -1 0 1 0 0 0 1 0"/>'] : []),
  ]
  if (matrices.length === 0) return ''
  return `<filter id="tone" color-interpolation-filters="sRGB">${matrices.join('')}</filter>`
}
