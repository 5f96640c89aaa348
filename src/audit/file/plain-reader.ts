import type { Entry } from '../../ledger/entry.ts'
import { sha256 } from '../canonical-form.ts'
import { isTime } from '../read-entry.ts'
import { stencilOf } from './learn-stencil.ts'
import type { Gap, Stencil } from './stencil.ts'
import { viewOf } from './stencil.ts'

const plainLineMax = 8_192
const stencilsMax = 512
const stencilsOfOneLength = 8
/** Learning from a line pays off when so many others have fitted. */
const linesPerStencil = 4

/**
 * Reads entries from the bytes of a file, in half the time: nearly every line is written as one
 * before it, so that only its values are looked at, where they lie. It may give up on any line and
 * never has the last word against one: it gives entries whose hash fits, and only such as the
 * general reader would give, which a test holds against it.
 */
export class PlainReader {
  /** The stencils, by the length of their lines. */
  readonly #known = new Map<number, Known[]>()
  #learned = 0
  #fitted = 0
  #block: Buffer = Buffer.alloc(0)
  #view = viewOf(this.#block)
  #accountId = ''

  /**
   * The entry between `from` and `to`, for the chain to check before the next is read: its details
   * have their numbers, and `undefined` for each text. Null when the general reader has to look.
   */
  intactEntry(block: Buffer, from: number, to: number): Entry | null {
    const known = this.#fitting(block, from, to)
    if (!known) return null
    const { at, details } = known
    const { amounts, canonical } = known.stencil
    const hash = sha256(canonical)
    const time = textAt(block, from, at.at)
    if (textAt(block, from, at.hash) !== hash || !isTime(time)) return null
    if (!isAt(block, from + at.account_id.from, this.#accountId, at.account_id)) {
      this.#accountId = textAt(block, from, at.account_id)
    }
    for (const { name, index } of known.numbers) details[name] = amounts[index]
    this.#fitted += 1
    return {
      account_id: this.#accountId,
      seq: amounts[at.seq.index],
      type: known.type,
      at: time,
      command_id: textAt(block, from, at.command_id),
      credits_delta_cents: amounts[at.credits_delta_cents.index],
      free_calls_delta: amounts[at.free_calls_delta.index],
      reserved_delta_cents: amounts[at.reserved_delta_cents.index],
      balance_cents: amounts[at.balance_cents.index],
      free_calls_remaining: amounts[at.free_calls_remaining.index],
      reserved_cents: amounts[at.reserved_cents.index],
      details,
      prev_hash: textAt(block, from, at.prev_hash),
      hash,
    } as unknown as Entry // as: the general reader has seen these members in such a line.
  }

  /** Learns from an entry that only the general reader gave, and its chain took. */
  learn(entry: Entry, line: string): void {
    if (this.#learned > stencilsMax + this.#fitted / linesPerStencil) return
    const stencil = line.length > plainLineMax ? null : stencilOf(entry, line)
    if (!stencil) return
    this.#learned += 1
    if (this.#learned % stencilsMax === 0) this.#known.clear()
    const others = this.#known.get(stencil.length) ?? []
    const known = [knownOf(stencil, entry.type), ...others]
    this.#known.set(stencil.length, known.slice(0, stencilsOfOneLength))
  }

  #fitting(block: Buffer, from: number, to: number): Known | null {
    const all = this.#known.get(to - from)
    if (!all) return null
    if (block !== this.#block) {
      this.#block = block
      this.#view = viewOf(block)
    }
    for (let index = 0; index < all.length; index += 1) {
      const known = all[index]
      if (!known?.stencil.fits(this.#view, from)) continue
      // It is tried first the next time.
      if (index > 0) all.unshift(...all.splice(index, 1))
      return known
    }
    return null
  }
}

const members = [
  ...(['account_id', 'seq', 'at', 'command_id', 'prev_hash', 'hash'] as const),
  ...(['credits_delta_cents', 'free_calls_delta', 'reserved_delta_cents'] as const),
  ...(['balance_cents', 'free_calls_remaining', 'reserved_cents'] as const),
] as const

interface Known {
  readonly stencil: Stencil
  readonly type: string
  /** Where the members are that every entry has. */
  readonly at: Readonly<Record<(typeof members)[number], Gap>>
  readonly details: Record<string, number | undefined>
  /** Which of the details are numbers. */
  readonly numbers: readonly Gap[]
}

const inDetails = 'details.'

function knownOf(stencil: Stencil, type: string): Known {
  const at = Object.fromEntries(stencil.gaps.map((gap) => [gap.name, gap]))
  const details = stencil.gaps
    .filter(({ name }) => name.startsWith(inDetails))
    .map((gap) => ({ ...gap, name: gap.name.slice(inDetails.length) }))
  return {
    stencil,
    type,
    at: at as Known['at'], // as: an entry that the general reader gave has each of them.
    details: Object.fromEntries(details.map(({ name }) => [name, undefined])),
    numbers: details.filter(({ isText }) => !isText),
  }
}

function textAt(block: Buffer, line: number, { from, to }: Gap): string {
  return block.toString('latin1', line + from, line + to)
}

function isAt(block: Buffer, begin: number, text: string, { from, to }: Gap): boolean {
  if (to - from !== text.length) return false
  for (let index = 0; index < text.length; index += 1) {
    if (block[begin + index] !== text.charCodeAt(index)) return false
  }
  return true
}
