import { Argument, type Command } from 'commander'
import { type ImportProgress, importCompanies } from '../../catalog/import/import-companies.ts'
import { type ImportSource, importSources } from '../../catalog/import/imported-tables.ts'
import { type Cli, UsageError, withDatabase } from '../command.ts'
import { counted, shown } from '../figures.ts'
import { teach } from '../help.ts'
import type { Terminal } from '../terminal.ts'

/** A file of another kind has a fault on every line. */
const faultsTold = 1_000

export function addCatalogCommands(program: Command, cli: Cli): void {
  const catalog = program.command('catalog').description('what look-ups know')
  const command = catalog
    .command('import')
    .description('companies of a bulk file, for what the catalog lacks')
    .addArgument(new Argument('<source>', 'whose file').choices(Object.keys(importSources)))
    .argument('<file>', 'plain or .gz; "-" is the standard input')
    .action((source: string, file: string) => importFile(cli, source, file))
  teach(command, {
    text: importLesson,
    place: 'data',
    examples: [
      'npx enrich catalog import people-data-labs free_company_dataset.csv',
      'bzcat latest-all.json.bz2 | npx enrich catalog import wikidata -',
      'DATA_DIR=/var/lib/enrich npx enrich catalog import wikidata latest-all.json.gz',
    ],
  })
}

const importLesson = `Loads a bulk file of companies into Postgres. Look-ups of companies, domains, social handles and
people's employers ask there for what the built-in catalog does not know, within five seconds.

Sources:
  people-data-labs   the free company file: CSV with a header, older or newer columns
                     https://docs.peopledatalabs.com/docs/free-company-dataset
  wikidata           the JSON dump: one entity a line; businesses with a site of their own are kept
                     https://dumps.wikimedia.org/wikidatawiki/entities/latest-all.json.gz

The file is read as a stream: its size does not matter. The new rows take the place of the source's
former ones at the very end and in one step, while the service goes on answering. When the import
fails or is interrupted, the former ones stay. The other source is not touched. A broken row is told
with its line and skipped.`

async function importFile(cli: Cli, source: string, file: string): Promise<void> {
  if (!isSource(source)) throw new UsageError(`"${source}" is no source.`)
  const { terminal, signal } = cli
  const watch = watchImport(terminal)
  const { rows, kept, faults } = await withDatabase(cli, (client) =>
    importCompanies(client, { source, file, signal, ...watch.callbacks }),
  )
  terminal.progress('')
  const skipped = faults === 0 ? '' : `, ${counted(faults, 'bad row')} skipped`
  terminal.result(
    { source, rows, companies: kept, bad_rows: faults },
    `${counted(kept, 'company', 'companies')} of ${counted(rows, 'row')} imported from ` +
      `${source} in ${watch.seconds()} s${skipped}.`,
  )
}

function isSource(text: string): text is ImportSource {
  return Object.hasOwn(importSources, text)
}

function watchImport(terminal: Terminal) {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(1)
  let told = 0
  return {
    seconds,
    callbacks: {
      onProgress(progress: ImportProgress) {
        terminal.progress(progressLine(progress, performance.now() - began))
      },
      onFault(line: number, fault: string) {
        told += 1
        if (told <= faultsTold) terminal.tell(`line ${line}: ${fault}`)
        if (told === faultsTold) terminal.tell('Further bad rows are counted, not told.')
      },
      onIndexing: () => terminal.progress(`All is read after ${seconds()} s; indexing it …`),
    },
  }
}

function progressLine({ rows, kept, faults, share }: ImportProgress, ms: number): string {
  const parts = [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    counted(rows, 'row'),
    counted(kept, 'company', 'companies'),
    ...(faults === 0 ? [] : [counted(faults, 'bad row')]),
    `${shown(Math.round((rows / ms) * 1_000))} rows/s`,
  ]
  return parts.join(' · ')
}
