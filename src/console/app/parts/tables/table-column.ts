import type { ComponentChildren } from 'preact'

export interface TableColumn<T> {
  readonly name: string
  readonly cell: (row: T) => ComponentChildren
  readonly isNumber?: boolean
  /** Its name is for readers of the screen only. */
  readonly isUnnamed?: boolean
  readonly class?: string
}
