import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { errorsByKind, type Figures, figuresOf, groupsBy, meanOf } from './figures.ts'
import { readLabelledJson, type Verdict } from './judge.ts'
import { judgeAll, measure, measureUnseen } from './measure.ts'

/**
 * `npm run accuracy [-- --file lines.jsonl] [--errors]`: the figures over the public set, or over
 * labelled lines of one's own (one JSON object a line: description, merchant, and if known amount,
 * domain, category, country, kind, source), with the reliability table and the kinds of error.
 *
 * No line of either teaches anything, so that nothing need be left out when one is measured.
 */
const { values } = parseArgs({
  options: { file: { type: 'string' }, errors: { type: 'boolean', default: false } },
})

/** Smaller groups say nothing. */
const groupMin = 10

const verdicts =
  values.file === undefined
    ? measure()
    : judgeAll(readLabelledJson(readFileSync(values.file, 'utf8')))
print(figuresOf(verdicts))
if (values.file === undefined) {
  const hard = measure('lines-hard')
  console.log(`and with ${hard.length} hard lines, of which few can be right`)
  printReliability(figuresOf([...verdicts, ...hard]))
  console.log('and lines that nothing was made from:')
  print(figuresOf(measureUnseen()))
} else printReliability(figuresOf(verdicts))
printSources()
printGroups('country', ({ country }) => country)
printGroups('kind', ({ kind }) => kind)
printErrors(values.errors)

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`
}

function print(figures: Figures): void {
  console.log(`${figures.lines} lines`)
  console.log(`${percent(figures.precision)}  merchant precision at confidence 0.7`)
  console.log(`${percent(figures.recall)}  merchant recall at 0.5`)
  console.log(`${percent(figures.abstention)}  lines without a merchant left without one`)
  console.log(`${percent(figures.detailed)}  category right, detailed`)
  console.log(`${percent(figures.primary)}  category right, primary`)
  console.log(`${percent(figures.website)}  website right where the merchant is right`)
}

function printReliability({ calibrationError, bins }: Figures): void {
  console.log(`${calibrationError.toFixed(3).padStart(7)}  expected calibration error`)
  console.log('confidence   answers   mean     right')
  for (const { from, count, confidence, right } of bins) {
    if (count === 0) continue
    const span = `${from.toFixed(1)}–${(from + 0.1).toFixed(1)}`
    console.log(`${span}   ${String(count).padStart(9)}  ${percent(confidence)}  ${percent(right)}`)
  }
}

function printSources(): void {
  const groups = [...groupsBy(verdicts, ({ source }) => source).values()]
  if (groups.length < 2) return
  console.log(`mean of ${groups.length} sources`)
  print({ ...figuresOf(verdicts), ...meanOf(groups) })
}

function printGroups(title: string, keyOf: (line: Verdict['line']) => string): void {
  const groups = [...groupsBy(verdicts, keyOf)]
    .filter(([key, group]) => key !== '' && group.length >= groupMin)
    .sort(([, a], [, b]) => b.length - a.length)
  if (groups.length < 2) return
  console.log(`by ${title.padEnd(12)} lines  precision   recall  category`)
  for (const [key, group] of groups) {
    const { lines, precision, recall, detailed } = figuresOf(group)
    const shares = [precision, recall, detailed].map(percent).join('  ')
    console.log(`   ${key.padEnd(12)} ${String(lines).padStart(5)}    ${shares}`)
  }
}

function printErrors(lines: boolean): void {
  for (const [kind, wrong] of errorsByKind(verdicts)) {
    console.log(`${String(wrong.length).padStart(7)}  ${kind}`)
    if (lines) for (const verdict of wrong) printError(verdict)
  }
}

function printError({ line, answer }: Verdict): void {
  console.log(`         ${line.description}`)
  console.log(`           label  ${line.merchant ?? 'none'} | ${line.category ?? '-'}`)
  const name = `${answer.merchant ?? 'none'} (${answer.confidence}, ${answer.website ?? 'no site'})`
  console.log(`           answer ${name} | ${answer.category} / ${answer.subcategory}`)
}
