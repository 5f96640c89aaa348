import { LRUCache } from 'lru-cache'
import { CodedError } from '../../errors.ts'

/**
 * Which schema ids are real. All that exist at the start are known; one that comes later, of a
 * newer release, is asked for once. An id that the registry does not have is remembered for a
 * while, so that a flood of bad records is no flood of questions.
 */
export interface KnownIds {
  has(id: number): boolean
  /** Asks for an id that is not known; throws `undecodable` when the registry does not have it. */
  check(id: number): Promise<void>
}

const refusedForMs = 10_000
const refusedMax = 1_000
/** After the registry did not answer, nobody asks it for this long. */
const awayForMs = 1_000

export function openKnownIds(
  ids: Iterable<number>,
  exists: (id: number) => Promise<boolean>,
): KnownIds {
  const known = new Set(ids)
  const refused = new LRUCache<number, true>({ max: refusedMax, ttl: refusedForMs })
  const asking = new Map<number, Promise<void>>()
  let awayUntil = 0

  async function ask(id: number): Promise<void> {
    try {
      if (await exists(id)) {
        known.add(id)
        return
      }
    } catch {
      // Without the registry the record is taken at its word: its JSON must fit our own schema
      // anyway, and the other choice is to give up a good record of a newer release.
      awayUntil = performance.now() + awayForMs
      return
    }
    refused.set(id, true)
    throw unknownId(id)
  }

  return {
    has: (id) => known.has(id),
    async check(id) {
      if (known.has(id) || performance.now() < awayUntil) return
      if (refused.has(id)) throw unknownId(id)
      const asked = asking.get(id) ?? ask(id).finally(() => asking.delete(id))
      asking.set(id, asked)
      await asked
    },
  }
}

function unknownId(id: number): CodedError {
  return new CodedError('undecodable', `the registry knows no schema with id ${id}`)
}
