import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Entry } from '../../src/ledger/entry.ts'

/** Lines as somebody writes them who wants a reader to take what another does not. */

/** The very text of each value, as a line might have it: nobody promises that it is JSON. */
export interface Member {
  readonly name: string
  readonly text: string | readonly Member[]
}

export function membersOf(value: object): readonly Member[] {
  return Object.entries(value).map(([name, member]) => {
    const isDetails = typeof member === 'object' && member !== null
    return { name, text: isDetails ? membersOf(member) : JSON.stringify(member) }
  })
}

function textOf(members: readonly Member[]): string {
  const texts = members.map(({ name, text }) => {
    return `"${name}":${typeof text === 'string' ? text : textOf(text)}`
  })
  return `{${texts.join(',')}}`
}

function sorted(members: readonly Member[]): readonly Member[] {
  return members
    .map(({ name, text }) => ({ name, text: typeof text === 'string' ? text : sorted(text) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The hash that a reader would find who took every value as it stands, JSON or not. */
export function sealed(members: readonly Member[]): Buffer {
  const hashed = textOf(sorted(members.filter(({ name }) => name !== 'hash')))
  const hash = createHash('sha256').update(Buffer.from(hashed, 'latin1')).digest('hex')
  const line = members.map((one) => (one.name === 'hash' ? { ...one, text: `"${hash}"` } : one))
  return Buffer.from(textOf(line), 'latin1')
}

/** One value, by its place among all of them, given another text. */
export function withText(
  members: readonly Member[],
  place: number,
  text: string,
): readonly Member[] {
  let left = place
  const visited = (some: readonly Member[]): readonly Member[] =>
    some.map((one) => {
      if (typeof one.text !== 'string') return { ...one, text: visited(one.text) }
      left -= 1
      return left === -1 ? { ...one, text } : one
    })
  return visited(members)
}

export function valuesOf(members: readonly Member[]): readonly { name: string; text: string }[] {
  return members.flatMap(({ name, text }) =>
    typeof text === 'string' ? [{ name, text }] : valuesOf(text),
  )
}

/** Something done to one line of a file; the text is of bytes, one a character. */
export type Change = (line: string, at: number) => string

const spliced = (line: string, at: number, [removed, text]: readonly [number, string]) => {
  const place = at % (line.length + 1)
  return line.slice(0, place) + text + line.slice(place + removed)
}
const firstNumber = (to: (digits: string) => string): Change => {
  return (line, at) => {
    const found = [...line.matchAll(/(?<=:)-?\d+(?=[,}])/g)]
    const chosen = found[at % Math.max(1, found.length)]
    return chosen ? spliced(line, chosen.index, [chosen[0].length, to(chosen[0])]) : line
  }
}
const members = /(?<=[{,])"\w+":(?:"[^"]*"|-?\d+)(?=[,}])/g
const oneMember = (to: (member: string) => string): Change => {
  return (line, at) => {
    const found = [...line.matchAll(members)]
    const chosen = found[at % Math.max(1, found.length)]
    return chosen ? spliced(line, chosen.index, [chosen[0].length, to(chosen[0])]) : line
  }
}

export const changes: Readonly<Record<string, Change>> = {
  flipped: (line, at) =>
    spliced(line, at, [
      1,
      String.fromCharCode(line.charCodeAt(at % line.length) ^ (1 << (at % 8))),
    ]),
  deleted: (line, at) => spliced(line, at, [1, '']),
  inserted: (line, at) => spliced(line, at, [0, '"\\{}[]:, \t\r01-e.\u0080\u00ff'[at % 17] ?? ' ']),
  fraction: firstNumber((digits) => `${digits}.0`),
  exponent: firstNumber((digits) => `${digits}e0`),
  'negative zero': firstNumber((digits) => (digits === '0' ? '-0' : digits)),
  'leading zero': firstNumber((digits) => `0${digits}`),
  'beyond 2^53': firstNumber((digits) => `9007199254740993${digits}`),
  spaced: oneMember((member) => member.replace(':', ': ')),
  doubled: oneMember((member) => `${member},${member}`),
  'doubled otherwise': oneMember((member) => `${member.split(':')[0]}:7,${member}`),
  unknown: oneMember((member) => `${member},"note":"x"`),
  prototype: oneMember((member) => `"__proto__":{"seq":1},${member}`),
  escaped: oneMember((member) => member.replace(/:"(.)/, (_, one) => `:"\\u00${hex(one)}`)),
  surrogate: oneMember((member) => member.replace(/:"./, ':"\\ud800')),
  unicode: oneMember((member) => member.replace(/:"./, ':"\u00c3\u00a9')),
  'no UTF-8': oneMember((member) => member.replace(/:"./, ':"\u00c3')),
  long: oneMember((member) => `${member},"long":"${'x'.repeat(20_000)}"`),
  reordered: (line, at) => {
    const found = [...line.matchAll(members)].map(([member]) => member)
    const [one = '', other = ''] = [found[at % found.length], found[(at >> 5) % found.length]]
    return line.replace(one, '\u0001').replace(other, one).replace('\u0001', other)
  },
  returned: (line) => `${line}\r`,
  broken: (line, at) => spliced(line, at, [0, '\n']),
  'empty line': (line) => `\n${line}`,
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}

export interface Done {
  readonly kind: string
  readonly line: number
  readonly at: number
  /** Whether the line and those behind it get the hashes of what they then say. */
  readonly rehashes: boolean
}

/** Ledgers one after the other, as bytes, after all that was done to their lines. */
export function changedFile(ledgers: readonly (readonly Entry[])[], done: readonly Done[]): Buffer {
  let lines: readonly string[] = ledgers.flat().map((entry) => latin1(JSON.stringify(entry)))
  for (const { kind, line, at, rehashes } of done) {
    const place = line % lines.length
    lines = lines.map((text, index) => (index === place ? (changes[kind]?.(text, at) ?? '') : text))
    if (rehashes) lines = rehashedFrom(lines, place)
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}

function rehashedFrom(lines: readonly string[], from: number): readonly string[] {
  const { account_id } = parsed(lines[from] ?? '') ?? {}
  let hash: string | null = null
  return lines.map((line, index) => {
    const entry = index < from ? null : parsed(line)
    if (!entry || entry.account_id !== account_id) return line
    const linked: Record<string, unknown> = { ...entry, prev_hash: hash ?? entry.prev_hash }
    const { hash: _, ...content } = linked
    hash = createHash('sha256').update(canonicalized(content)).digest('hex')
    return line
      .replace(/(?<="prev_hash":")\w*/, String(linked.prev_hash))
      .replace(/(?<="hash":")\w*/, hash)
  })
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return Object(JSON.parse(Buffer.from(line, 'latin1').toString()))
  } catch {
    return null
  }
}

/** Lone surrogates have no canonical form. */
function canonicalized(content: object): string {
  try {
    return canonicalize(content) ?? ''
  } catch {
    return ''
  }
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}
