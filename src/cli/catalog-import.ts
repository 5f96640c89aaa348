import { type ImportProgress, importCompanies } from '../catalog/import/import-companies.ts'
import { type ImportSource, importSources } from '../catalog/import/imported-tables.ts'
import type { CliCommand, Terminal } from './command.ts'
import { UsageError } from './command.ts'
import { importHelp } from './help.ts'

/** A file of another kind has a fault on every line. */
const faultsTold = 1_000

export const importCommand: CliCommand = {
  name: 'catalog import',
  help: importHelp,
  prepare(operands) {
    const [source = '', file = '', ...rest] = operands
    const known = Object.keys(importSources)
    if (!isSource(source)) {
      throw new UsageError(`"${source}" is no source; it is one of ${known.join(', ')}.`)
    }
    if (file === '') throw new UsageError('Which file is to be imported?')
    if (rest.length > 0) throw new UsageError('One file at a time.')
    return async ({ client, terminal, signal }) => {
      const watch = watchImport(terminal)
      const { rows, kept, faults } = await importCompanies(client, {
        source,
        file,
        signal,
        ...watch.callbacks,
      })
      terminal.progress('')
      const skipped = faults === 0 ? '' : `, ${counted(faults, 'bad row')} skipped`
      terminal.print(
        `${counted(kept, 'company', 'companies')} of ${counted(rows, 'row')} imported from ` +
          `${source} in ${watch.seconds()} s${skipped}.`,
      )
    }
  },
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

function counted(count: number, one: string, many = `${one}s`): string {
  return `${shown(count)} ${count === 1 ? one : many}`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
