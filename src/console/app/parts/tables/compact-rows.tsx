import type { ComponentChildren } from 'preact'
import type { TableColumn } from './table-column.ts'

/** A value behind its name, which is for readers of the screen only. */
type CompactCell = readonly [name: string, shown: ComponentChildren]

/** The part of a row that a phone shows before a tap. Nothing in it can be pressed by itself. */
export interface CompactRow {
  /** The row's own page. Without one the whole row opens in its place. */
  readonly href?: string
  readonly picture?: ComponentChildren
  readonly first: readonly [CompactCell, CompactCell]
  readonly second: readonly CompactCell[]
}

interface CompactRowsParts<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly compact: (row: T) => CompactRow
  readonly isMarked?: ((row: T) => boolean) | undefined
}

export function CompactRows<T>(parts: CompactRowsParts<T>) {
  const { label, columns, rows, keyOf, compact, isMarked } = parts
  return (
    <ul class="compact-rows" aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} class={isMarked?.(row) ? 'marked' : ''}>
          <OneRow row={row} columns={columns} shown={compact(row)} />
        </li>
      ))}
    </ul>
  )
}

interface OneRowParts<T> {
  readonly row: T
  readonly columns: readonly TableColumn<T>[]
  readonly shown: CompactRow
}

function OneRow<T>({ row, columns, shown }: OneRowParts<T>) {
  if (shown.href !== undefined) {
    return (
      <a class="compact" href={shown.href}>
        <CompactLines of={shown} />
      </a>
    )
  }
  return (
    <details>
      <summary class="compact">
        <CompactLines of={shown} />
      </summary>
      <WholeRow row={row} columns={columns} />
    </details>
  )
}

function CompactLines({ of: { picture, first, second } }: { readonly of: CompactRow }) {
  return (
    <>
      {picture}
      <span class="compact-lines">
        {[first, second].map((cells, line) => (
          <span key={line === 0 ? 'first' : 'second'} class="compact-line">
            {cells.map(([name, shown]) => (
              <span key={name}>
                <span class="unseen">{` ${name}: `}</span>
                {shown}
              </span>
            ))}
          </span>
        ))}
      </span>
    </>
  )
}

function WholeRow<T>({ row, columns }: Omit<OneRowParts<T>, 'shown'>) {
  const cells = columns.map((column) => ({ column, shown: column.cell(row) }))
  return (
    <dl class="whole-row">
      {cells
        .filter(({ shown }) => shown !== '–')
        .map(({ column, shown }) => (
          <div key={column.name}>
            <dt>{column.isUnnamed ? <span class="unseen">{column.name}</span> : column.name}</dt>
            <dd class={column.class === 'line' ? 'line' : ''}>{shown}</dd>
          </div>
        ))}
    </dl>
  )
}
