import { setImmediate as nextRound } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import type { SitePage } from './page.ts'
import { PageReader } from './page-reader.ts'

/** Between two slices of a page everybody else gets a turn: a slice takes under a millisecond. */
const sliceLength = 16_384
/** Pages of people are not nested deeper; for others every closing tag would search its opening. */
const depthMax = 600

/** Reads a page of at most a mebibyte, or of a deeply nested one the part before. */
export async function readPage(html: string): Promise<SitePage> {
  const reader = new PageReader()
  const depth = { now: 0, isOver: false }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth.now += 1
      if (depth.now > depthMax) depth.isOver = true
      if (!depth.isOver) reader.open(name, attributes)
    },
    ontext: (text) => depth.isOver || reader.text(text),
    onclosetag(name) {
      depth.now -= 1
      if (!depth.isOver) reader.close(name)
    },
  })
  for (let at = 0; at < html.length && !depth.isOver; at += sliceLength) {
    if (at > 0) await nextRound()
    parser.write(html.slice(at, at + sliceLength))
  }
  if (!depth.isOver) parser.end()
  return reader.page()
}
