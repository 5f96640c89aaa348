import { dayOf } from '../records/day.ts'
import type { NumberKind } from './styles.ts'

const dayMs = 86_400_000
/** Day 0; the first of March 1900 is day 61, as if that year had been a leap year. */
const epoch1900 = Date.UTC(1899, 11, 30)
const shift1904 = 1_462
const falseLeapDay = 60

/**
 * A number as a text that a reader of tables takes for the same number: fifteen digits, as Excel
 * shows, so that sums of binary fractions are those of the bank; never a power of ten; and never
 * three decimals, which might be thousands.
 */
export function numberText(written: string): string {
  const value = Number(written)
  if (written.trim() === '' || !Number.isFinite(value)) return written
  const rounded = Number(value.toPrecision(15))
  const shown = String(rounded)
  const plain = shown.includes('e') ? withoutPower(rounded) : shown
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain
}

function withoutPower(value: number): string {
  if (Math.abs(value) >= 1) return BigInt(Math.round(value)).toString()
  return value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '')
}

/** A day as YYYY-MM-DD, a time as hh:mm; other kinds, and what is out of range, as a number. */
export function serialText(
  written: string,
  { kind, is1904 }: { readonly kind: NumberKind; readonly is1904: boolean },
): string {
  const serial = Number(written)
  if (written.trim() === '' || !Number.isFinite(serial) || kind === 'number')
    return numberText(written)
  if (kind === 'time' && serial < 1) return timeText(serial)
  return dayText(serial, is1904) ?? numberText(written)
}

function dayText(serial: number, is1904: boolean): string | null {
  const number = Math.floor(serial)
  if (number < 1 || number > 2_958_465) return null
  const days = is1904 ? number + shift1904 : number < falseLeapDay ? number + 1 : number
  const day = new Date(epoch1900 + days * dayMs)
  return dayOf(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate())
}

function timeText(serial: number): string {
  const minutes = Math.round(serial * 1_440) % 1_440
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
