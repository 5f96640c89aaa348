import type { ComponentChildren } from 'preact'
import { isNarrow } from '../../state/narrow.ts'
import { type CompactRow, CompactRows } from './compact-rows.tsx'
import type { TableColumn } from './table-column.ts'

interface TableParts<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly empty?: ComponentChildren
  readonly isMarked?: (row: T) => boolean
  /** Long lists say in two lines what a row is, for a narrow screen. */
  readonly compact?: (row: T) => CompactRow
}

/** A table, of which a narrow screen shows compact rows, or small lists with the columns' names. */
export function Table<T>(parts: TableParts<T>) {
  const { label, columns, rows, keyOf, compact, empty = 'Nothing here yet.' } = parts
  if (compact && isNarrow.value && rows.length > 0) {
    return <CompactRows {...parts} compact={compact} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table class="stack">
        <thead>
          <tr>
            {columns.map(({ name, isNumber, isUnnamed }) => (
              <th key={name} scope="col" class={isNumber ? 'number' : ''}>
                {isUnnamed ? <span class="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} class="empty">
                {empty}
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} parts={parts} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableRow<T>({ row, parts }: { readonly row: T; readonly parts: TableParts<T> }) {
  const { columns, isMarked } = parts
  return (
    <tr class={isMarked?.(row) ? 'marked' : ''}>
      {columns.map((column) => {
        const shown = column.cell(row)
        const names = [column.isNumber && 'number', shown === '–' && 'none', column.class]
        return (
          <td
            key={column.name}
            class={names.filter(Boolean).join(' ')}
            data-label={column.isUnnamed ? undefined : column.name}
          >
            {shown}
          </td>
        )
      })}
    </tr>
  )
}
