import { styleText } from 'node:util'
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
  /** Says why the command was not done. */
  fail(text: string): void
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

/** The part of the environment that speaks of colours. */
interface Painting {
  readonly NO_COLOR?: string | undefined
  readonly TERM?: string | undefined
}

const clearLine = '\r\x1b[K'
const barFormat = '{bar} {percentage} % · {value}/{total} · {note}'

/** `asksJson` is known only when the arguments have been read, which may need a terminal. */
export function openTerminal(asksJson: () => boolean, env: Painting = {}): Terminal {
  const isTerminal = process.stderr.isTTY === true
  // no-color.org: any value but the empty one.
  const isPlain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  const tell = (text: string) =>
    void process.stderr.write(`${isTerminal ? clearLine : ''}${text}\n`)
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  function result(value: unknown, shown: string | readonly TableRow[]): void {
    if (asksJson()) print(JSON.stringify(value))
    else if (typeof shown === 'string') print(shown)
    else if (shown.length > 0) print(process.stdout.isTTY ? framed(shown, !isPlain) : tabbed(shown))
  }
  return {
    isTerminal,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    print,
    result,
    table: (rows) => result(rows, rows),
    tell,
    fail: (text) => tell(isTerminal && !isPlain ? paint('red', text) : text),
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

export function framed(rows: readonly TableRow[], isColoured = false): string {
  const names = Object.keys(rows[0] ?? {})
  const head = isColoured ? names.map((name) => paint('bold', name)) : names
  // Not the library's own choice: a head in red says that something is wrong.
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  for (const row of rows) {
    const cells = names.map((name) => cellText(row[name] ?? null))
    table.push(isColoured ? cells.map(tinted) : cells)
  }
  return table.toString()
}

/** Words that say how something stands. */
const tints = new Map([
  ...['succeeded', 'delivered'].map((word) => [word, 'green'] as const),
  ...['failed', 'cancelled'].map((word) => [word, 'red'] as const),
  ...['queued', 'running', 'pending'].map((word) => [word, 'yellow'] as const),
])

function tinted(cell: string): string {
  const tint = tints.get(cell)
  return tint ? paint(tint, cell) : cell
}

/** Whether to paint is decided by the caller, not by Node, which looks at one of the outputs. */
function paint(format: 'bold' | 'green' | 'red' | 'yellow', text: string): string {
  return styleText(format, text, { validateStream: false })
}

function cellText(cell: Cell): string {
  return cell === null ? '' : visibleOnly(String(cell))
}

/** Strangers write texts that are shown; letters that steer a terminal must not reach it. */
export function visibleOnly(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')
}
