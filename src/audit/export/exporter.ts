import type { Entry } from '../../ledger/entry.ts'

/** The balances before the first entry that is exported. */
export interface Opening {
  readonly accountId: string
  /** The day of the opening, or null when the export begins with entry 1. */
  readonly date: string | null
  readonly credits: number
  readonly reserved: number
}

export interface Exported {
  readonly entry: Entry
  /** The entry as it was written. */
  readonly text: string
}

/** One file in the making: its parts leave as they are written, so that no file is held. */
export interface Sheet {
  readonly head: string
  rows(entries: readonly Exported[]): string
  tail(): string
}

/**
 * A form in which a ledger is exported. Deltas are folded without knowing any type, so that an
 * entry of a type to come balances too.
 */
export interface Exporter {
  readonly mediaType: string
  readonly extension: string
  open(opening: Opening): Sheet
}

/** 1234 → `12.34`, −5 → `-0.05`. */
export function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function dateOf(at: string): string {
  return at.slice(0, 10)
}

/** Into the words of an accounting file; letters that mean something there become underlines. */
export function word(text: string): string {
  return text.replace(/[^\w:.@/-]/g, '_')
}
