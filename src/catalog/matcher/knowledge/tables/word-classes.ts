import { readDataLines } from '../../../data-files.ts'

/**
 * Sets of words that the matcher goes by; `sources/word-classes.tsv` says what each is for. They
 * are read once, so that a module keeps its set as a constant.
 */
export type WordClasses = ReadonlyMap<string, ReadonlySet<string>>

export function readWordClasses(lines: readonly string[]): WordClasses {
  return new Map(
    lines.map((line) => {
      const [name = '', words = ''] = line.split('\t')
      return [name, new Set(words.split(' '))]
    }),
  )
}

const classes = readWordClasses(readDataLines('word-classes.tsv'))

export function wordClass(name: string, among = classes): ReadonlySet<string> {
  const words = among.get(name)
  if (words === undefined) throw new Error(`word-classes.tsv has no ${name}`)
  return words
}

/** A class whose words are parts of others: a star stands for any letters before or behind. */
export function wordPattern(name: string, among = classes): RegExp {
  const words = [...wordClass(name, among)]
  const group = (ending: boolean, beginning: boolean) =>
    words
      .filter((word) => word.startsWith('*') === ending && word.endsWith('*') === beginning)
      .map((word) => word.replaceAll('*', '').replace(/[^\w]/g, '\\$&'))
      .join('|')
  const parts = [
    ['^(?:', group(false, true), ')'],
    ['^(?:', group(false, false), ')$'],
    ['(?:', group(true, false), ')$'],
    ['(?:', group(true, true), ')'],
  ]
  return new RegExp(
    parts
      .filter(([, choice]) => choice !== '')
      .map((part) => part.join(''))
      .join('|'),
  )
}
