import { readDataLines } from '../../../data-files.ts'

/** The category of each merchant category code that says what was bought. */
const categories: ReadonlyMap<string, string> = new Map(
  readDataLines('merchant-codes.tsv').map((line): [string, string] => {
    const [code = '', category = ''] = line.split('\t')
    return [code, category]
  }),
)

export function categoryOfCode(code: string): string | null {
  return categories.get(code) ?? null
}
