import type { Cell, TableRow } from './terminal.ts'

/** How numbers, money and answers are shown. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${shown(count)} ${count === 1 ? one : many}`
}

export function shown(count: number): string {
  return count.toLocaleString('en')
}

export function dollars(cents: number): string {
  return `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
}

/** An answer whose members we need not know, one line each; nested names are joined by dots. */
export function fieldsOf(value: unknown, prefix = ''): readonly TableRow[] {
  if (!isRecord(value)) return [{ field: prefix, value: cellOf(value) }]
  return Object.entries(value).flatMap(([name, member]) => {
    const field = prefix === '' ? name : `${prefix}.${name}`
    return fieldsOf(Array.isArray(member) && member.some(isRecord) ? { ...member } : member, field)
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(String).join(', ')
  const plain = typeof value === 'number' || typeof value === 'boolean' || value === null
  return plain ? value : String(value)
}
