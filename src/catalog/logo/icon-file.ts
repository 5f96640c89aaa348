import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../config/paths.ts'

/** Drawings stay in the installed icon package and are read one by one when first asked for. */
export interface Drawing {
  readonly svg: string
  /** A drawing all in black is lost on a dark page, one all in white on a light page. */
  readonly ink: 'black' | 'white' | 'coloured'
}

/** A package that is not installed means no drawing, and the monogram stands in. */
export async function readDrawing(slug: string, theme: 'light' | 'dark'): Promise<Drawing | null> {
  const file = join(packageRoot, 'node_modules', '@thesvg', 'icons', 'dist', `${slug}.js`)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const own = /^export const svg = `([\s\S]*?)`;/m.exec(text)?.[1]
  const svg = (theme === 'dark' ? variant(text, 'dark') : undefined) ?? own
  if (svg === undefined || !isSafe(svg)) return null
  return { svg, ink: inkOf(svg) }
}

function variant(text: string, name: string): string | undefined {
  return new RegExp(`^  "${name}": \`([\\s\\S]*?)\``, 'm').exec(text)?.[1]
}

/** Drawings come from a package, yet one that ran scripts or fetched would run in a browser. */
function isSafe(svg: string): boolean {
  if (!svg.includes('<svg') || svg.includes('${')) return false
  return !/<script|<foreignObject|\bon\w+=|javascript:|href="(?!#|data:image\/)/i.test(svg)
}

const blackPaint = /^(#([0-2][0-9a-f]){3}(ff)?|#000f?|black)$/i
const whitePaint = /^(#([ef][0-9a-f]){3}(ff)?|#ffff?|white)$/i

/** Shapes without a colour are black by the rules of SVG. */
function inkOf(svg: string): Drawing['ink'] {
  const colours = [...svg.matchAll(/(?:fill|stroke|stop-color)\s*[=:]\s*["']?([^"';}]+)/gi)]
    .map((match) => (match[1] ?? '').trim())
    .filter((colour) => !/^(none|currentcolor|transparent|inherit)$/i.test(colour))
  if (/<image\b|<style/.test(svg)) return 'coloured'
  if (colours.every((colour) => blackPaint.test(colour))) return 'black'
  return colours.every((colour) => whitePaint.test(colour)) ? 'white' : 'coloured'
}
