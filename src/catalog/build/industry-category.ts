import { namesOfCategory } from '../taxonomy.ts'
import { readTsv, sourcesFolder } from './read/read-tsv.ts'

const categories = readTsv(`${sourcesFolder}/industry-categories.tsv`).map(
  ({ pattern = '', category = '', mcc = '' }) => {
    if (namesOfCategory(category) === null) throw new Error(`unknown category ${category}`)
    return { pattern: new RegExp(pattern, 'i'), category, mcc }
  },
)

/**
 * The category of a payment to a company of an industry, where no table of merchants gives one:
 * that of the first pattern which the industry fits. The last one fits all.
 */
export function categoryOfIndustry(industry: string | null): readonly [code: string, mcc: string] {
  const found = categories.find(({ pattern }) => pattern.test(industry ?? ''))
  if (found === undefined) throw new Error('the last pattern of industry-categories.tsv fits all')
  return [found.category, found.mcc]
}
