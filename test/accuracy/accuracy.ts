import { type Figures, figuresOf } from './figures.ts'
import type { Verdict } from './judge.ts'
import { measure } from './measure.ts'

/**
 * `npm run accuracy [-- --errors]`: the figures over the public set, with the reliability table.
 */
const verdicts = measure()
const hard = measure('lines-hard')
print(figuresOf(verdicts), figuresOf([...verdicts, ...hard]))
if (process.argv.includes('--errors')) printErrors(verdicts)

function print(figures: Figures, withHard: Figures): void {
  const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`
  console.log(`${figures.lines} lines`)
  console.log(`${percent(figures.precision)}  merchant precision at confidence 0.7`)
  console.log(`${percent(figures.recall)}  merchant recall at 0.5`)
  console.log(`${percent(figures.abstention)}  lines without a merchant left without one`)
  console.log(`${percent(figures.detailed)}  category right, detailed`)
  console.log(`${percent(figures.primary)}  category right, primary`)
  console.log(`${percent(figures.website)}  website right where the merchant is right`)
  const error = withHard.calibrationError.toFixed(3).padStart(7)
  console.log(
    `${error}  expected calibration error, with ${withHard.lines - figures.lines} hard lines`,
  )
  console.log('confidence   answers   mean     right')
  for (const { from, count, confidence, right } of withHard.bins) {
    if (count === 0) continue
    const span = `${from.toFixed(1)}–${(from + 0.1).toFixed(1)}`
    console.log(`${span}   ${String(count).padStart(9)}  ${percent(confidence)}  ${percent(right)}`)
  }
}

function printErrors(all: readonly Verdict[]): void {
  const wrong = all.filter(({ right, category }) => !right || category === false)
  wrong.sort((a, b) => b.answer.confidence - a.answer.confidence)
  for (const { line, answer, right, category } of wrong) {
    const kind = right ? 'category' : category === false ? 'both' : 'merchant'
    console.log(`${kind.padEnd(9)}${line.description}`)
    console.log(`         label  ${line.merchant ?? 'none'} | ${line.category ?? '-'}`)
    const name = `${answer.merchant ?? 'none'} (${answer.confidence}, ${answer.website ?? 'no site'})`
    console.log(`         answer ${name} | ${answer.category} / ${answer.subcategory}`)
  }
}
