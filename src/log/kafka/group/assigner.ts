import type { Assigner, GroupMember, PartitionAssigner } from 'kafkajs'
import { AssignerProtocol } from 'kafkajs'
import { z } from 'zod'

/** A member's word about itself when it joins. */
export interface MemberClaim {
  readonly id: string
  /** Survives a restart, unlike the id, which the broker draws by lot. */
  readonly instance: string
  readonly owned: readonly number[]
}

const name = 'co-partition'

/**
 * Gives a partition number of all topics to one member: who owns an account's enrichments owns its
 * orders too, and writes its ledger. Members keep what they have as far as equal shares allow, so
 * that one who joins or leaves costs the other partitions nothing. The client's own assigner does
 * neither.
 */
export function coPartition(instance: string, owned: () => readonly number[]): PartitionAssigner {
  return ({ cluster }): Assigner => ({
    name,
    version: 1,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: 1,
        topics,
        userData: Buffer.from(JSON.stringify({ instance, owned: owned() })),
      }),
    }),
    async assign({ members, topics }) {
      const partitions = new Map(
        topics.map((topic) => {
          const known = cluster.findTopicPartitionMetadata(topic)
          return [topic, known.map(({ partitionId }) => partitionId)] as const
        }),
      )
      const numbers = [...new Set([...partitions.values()].flat())].sort((a, b) => a - b)
      return [...share(numbers, members.map(claimOf))].map(([memberId, own]) => ({
        memberId,
        memberAssignment: encodeAssignment(partitions, own),
      }))
    },
  })
}

/** Equal shares, with as little moved as equal shares allow; the same for the same claims. */
export function share(
  numbers: readonly number[],
  claims: readonly MemberClaim[],
): ReadonlyMap<string, readonly number[]> {
  const members = [...claims].sort(
    (a, b) =>
      b.owned.length - a.owned.length || compare(a.instance, b.instance) || compare(a.id, b.id),
  )
  const free = new Set(numbers)
  const least = Math.floor(numbers.length / members.length)
  let larger = numbers.length % members.length
  const shares = members.map(({ id, owned }) => {
    const kept: number[] = []
    const most = larger > 0 ? least + 1 : least
    for (const number of owned) if (kept.length < most && free.delete(number)) kept.push(number)
    if (kept.length > least) larger -= 1
    return { id, kept }
  })
  for (const number of free) {
    const fewest = Math.min(...shares.map(({ kept }) => kept.length))
    shares.find(({ kept }) => kept.length === fewest)?.kept.push(number)
  }
  return new Map(shares.map(({ id, kept }) => [id, kept]))
}

function encodeAssignment(
  partitions: ReadonlyMap<string, readonly number[]>,
  own: readonly number[],
): Buffer {
  const assignment = Object.fromEntries(
    [...partitions].map(([topic, some]) => [topic, some.filter((number) => own.includes(number))]),
  )
  return AssignerProtocol.MemberAssignment.encode({
    version: 1,
    assignment,
    userData: Buffer.alloc(0),
  })
}

const claimSchema = z.object({
  instance: z.string().catch(''),
  owned: z.array(z.number().int()).catch([]),
})

/** A member of another release may say more or less; it gets its share all the same. */
function claimOf({ memberId, memberMetadata }: GroupMember): MemberClaim {
  const text = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData.toString() ?? ''
  try {
    return { id: memberId, ...claimSchema.parse(JSON.parse(text)) }
  } catch {
    return { id: memberId, instance: '', owned: [] }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
