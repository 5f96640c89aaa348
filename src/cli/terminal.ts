import { SingleBar } from 'cli-progress'
import Table from 'cli-table3'

/** Results go to the standard output, everything about them to the other one. */
export interface Terminal {
  /** Whether somebody watches what is told. */
  readonly isTerminal: boolean
  /** Columns of the terminal that shows results; undefined where none does. */
  readonly width: number | undefined
  /** A result as it is: what a program may read, or a file's content. */
  print(text: string): void
  /** One result: as JSON with --json, and otherwise the text or the table. */
  result(value: unknown, shown: string | readonly TableRow[]): void
  /**
   * Results of one form: columns with a head on a terminal, lines with tabs between the cells and
   * no head elsewhere, an array with --json.
   */
  table(rows: readonly TableRow[]): void
  /** Says a plain sentence. */
  tell(text: string): void
  /** A line that the next one overwrites; nothing where nobody watches. */
  progress(text: string): void
  /** A bar up to `total`; nothing where nobody watches. */
  bar(total: number): Bar
}

export type TableRow = Readonly<Record<string, Cell>>
export type Cell = string | number | boolean | null

export interface Bar {
  update(done: number, note?: string): void
  stop(): void
}

const clearLine = '\r\x1b[K'
const barFormat = '{bar} {percentage} % · {value}/{total} · {note}'

/** `asksJson` is known only when the arguments have been read, which may need a terminal. */
export function openTerminal(asksJson: () => boolean): Terminal {
  const isTerminal = process.stderr.isTTY === true
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  function result(value: unknown, shown: string | readonly TableRow[]): void {
    if (asksJson()) print(JSON.stringify(value))
    else if (typeof shown === 'string') print(shown)
    else if (shown.length > 0) print(process.stdout.isTTY ? framed(shown) : tabbed(shown))
  }
  return {
    isTerminal,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    print,
    result,
    table: (rows) => result(rows, rows),
    tell: (text) => void process.stderr.write(`${isTerminal ? clearLine : ''}${text}\n`),
    progress(text) {
      if (isTerminal) process.stderr.write(`${clearLine}${text}`)
    },
    bar: (total) => (isTerminal ? drawnBar(total) : { update() {}, stop() {} }),
  }
}

function drawnBar(total: number): Bar {
  const bar = new SingleBar({
    format: barFormat,
    stream: process.stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    fps: 5,
    clearOnComplete: true,
    formatValue: (value, _options, type) =>
      type === 'percentage' ? String(value) : value.toLocaleString('en'),
  })
  bar.start(total, 0, { note: '' })
  return {
    update: (done, note = '') => bar.update(done, { note: visibleOnly(note) }),
    stop: () => bar.stop(),
  }
}

function tabbed(rows: readonly TableRow[]): string {
  return rows.map((row) => Object.values(row).map(cellText).join('\t')).join('\n')
}

export function framed(rows: readonly TableRow[]): string {
  const head = Object.keys(rows[0] ?? {})
  // Without colours: a head in red, the library's own choice, says that something is wrong.
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  for (const row of rows) table.push(head.map((name) => cellText(row[name] ?? null)))
  return table.toString()
}

function cellText(cell: Cell): string {
  return cell === null ? '' : visibleOnly(String(cell))
}

/** Strangers write texts that are shown; letters that steer a terminal must not reach it. */
export function visibleOnly(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')
}
