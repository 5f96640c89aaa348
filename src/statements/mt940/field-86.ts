import { otherPartyOf, purposeOf } from '../records/sepa-words.ts'
import { unwrapped } from '../records/words.ts'
import { readLabelled } from './labelled.ts'
import type { Field86 } from './parts-86.ts'
import { readSlashed } from './slashed.ts'

const lineWidth = 65
/** Subfields are 27 letters wide, Poland's often 35; a full one goes on in the next. */
const subfieldWidth = 27
const coded = /^\d{3}([?~^<>@!*$&#|+])(\d{2})/
const uncoded = /^([?~^<])(\d{2})/

export function readField86(lines: readonly string[]): Field86 {
  const whole = lines.join('')
  const separator = (coded.exec(whole) ?? uncoded.exec(whole))?.[1]
  if (separator) return readSubfields(whole, separator)
  const text = unwrapped(lines, lineWidth).trim()
  return (
    readSlashed(whole.trim()) ??
    readLabelled(text) ?? { payee: '', purpose: purposeOf(text) || text, type: '' }
  )
}

function readSubfields(whole: string, separator: string): Field86 {
  const subfields = new Map<string, string>()
  const parts = whole.slice(whole.indexOf(separator)).split(separator)
  let last = ''
  for (const part of parts.slice(1)) {
    const match = /^(\d{2})(.*)$/s.exec(part)
    // The sign may stand in a text as well: then no two digits are behind it.
    if (!match) subfields.set(last, `${subfields.get(last) ?? ''}${separator}${part}`)
    else {
      last = match[1] ?? ''
      subfields.set(last, (subfields.get(last) ?? '') + (match[2] ?? ''))
    }
  }
  return fromSubfields(subfields, separator === '?')
}

const named = ['32', '33']
/** Poland's banks without 32 write the payee and his street here, as titles end at 26. */
const alsoNamed = ['27', '28', '29']

function fromSubfields(subfields: ReadonlyMap<string, string>, isSwift: boolean): Field86 {
  const of = (codes: readonly string[]) =>
    codes.flatMap((code) => (subfields.has(code) ? [(subfields.get(code) ?? '').trimEnd()] : []))
  const isElsewhere = !isSwift && of(named).join('') === '' && of(alsoNamed).join('') !== ''
  const codes = [...range(20, isElsewhere ? 26 : 29), ...range(60, 63)]
  const text = unwrapped(of(codes), subfieldWidth)
  const name = isElsewhere ? of(['27']).join('') : unwrapped(of(named), subfieldWidth)
  const other = otherPartyOf(text)
  const payee = other === '' || name.includes(other) ? name : `${name} ${other}`
  return { payee: payee.trim(), purpose: purposeOf(text), type: of(['00']).join('') }
}

function range(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}
