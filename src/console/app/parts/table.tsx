import type { ComponentChildren } from 'preact'

export interface TableColumn<T> {
  readonly name: string
  readonly cell: (row: T) => ComponentChildren
  readonly isNumber?: boolean
  /** Its name is for readers of the screen only. */
  readonly isUnnamed?: boolean
  readonly class?: string
}

interface TableParts<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly empty?: ComponentChildren
  readonly below?: (row: T) => ComponentChildren
  readonly isMarked?: (row: T) => boolean
}

/** On a narrow screen each row is a small list, every cell behind its column's name. */
export function Table<T>(parts: TableParts<T>) {
  const { label, columns, rows, keyOf, empty = 'Nothing here yet.' } = parts
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
  const { columns, below, isMarked } = parts
  const more = below?.(row)
  return (
    <>
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
      {more && (
        <tr class="below">
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </>
  )
}
