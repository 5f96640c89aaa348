import { openCatalog } from '../../catalog.ts'
import { writeLines } from '../write-data.ts'
import { trainReader } from './train-reader.ts'

/**
 * `npm run train [-- lines]`: makes lines up, and trains the models of the reader with them. Fewer
 * lines give worse models, sooner.
 */
const lines = Number(process.argv[2] ?? 300_000)

const { words, roles, models } = trainReader(openCatalog(), lines, (line) => {
  process.stdout.write(`${line}\n`)
})
writeLines('reader-words.tsv', words)
writeLines('reader-roles.tsv', roles)
writeLines('reader.tsv', models)
