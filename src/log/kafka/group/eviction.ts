import type { Cluster } from 'kafkajs'
import { z } from 'zod'

/**
 * A member that was killed holds its partitions until its session ends. A process that starts again
 * under its name knows better, and takes it out of the group. A living process of the same name,
 * which should not be, would only have to join again.
 */
export async function evict(cluster: Cluster, groupId: string, clientId: string): Promise<void> {
  // The coordinator is only found among brokers that are known, which a new client's are not.
  await cluster.refreshMetadata()
  const coordinator = await cluster.findGroupCoordinator({ groupId })
  if (!canLeave(coordinator)) return
  const { groups } = groupsAnswer.parse(await coordinator.describeGroups({ groupIds: [groupId] }))
  const members = groups.flatMap((group) => group.members)
  for (const member of members.filter((one) => one.clientId === clientId)) {
    await coordinator.leaveGroup({ groupId, memberId: member.memberId })
  }
}

/** The client has the request, but its types do not tell. */
function canLeave<T extends object>(broker: T): broker is T & Leaving {
  return 'leaveGroup' in broker
}

interface Leaving {
  leaveGroup(member: { readonly groupId: string; readonly memberId: string }): Promise<unknown>
}

const groupsAnswer = z.object({
  groups: z.array(
    z.object({ members: z.array(z.object({ memberId: z.string(), clientId: z.string() })) }),
  ),
})
