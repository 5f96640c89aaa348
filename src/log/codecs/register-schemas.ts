import type { Topic } from '../../messages/topics.ts'
import { topicNames } from '../../messages/topics.ts'
import { schemaTextOf, subjectOf } from './json-schemas.ts'
import type { RegistryAddress, SchemaSubjects } from './schema-subjects.ts'
import { openSchemaSubjects } from './schema-subjects.ts'

export interface SchemaOutcome {
  readonly subject: string
  readonly outcome: 'registered' | 'known' | 'refused' | 'not_registered'
  readonly id: number | null
  /** Why the registry refused it. */
  readonly reason: string | null
}

export interface RegisterDeps extends RegistryAddress {
  readonly topicPrefix: string
  /** Another release's schemas, in tests. */
  readonly schemaOf?: (topic: Topic) => string
}

/**
 * Makes this release's schemas known, with compatibility BACKWARD on each subject. All or nothing:
 * when one of them may not follow what is registered, none is added.
 */
export async function registerSchemas(deps: RegisterDeps): Promise<readonly SchemaOutcome[]> {
  const subjects = openSchemaSubjects(deps)
  const schemaOf = deps.schemaOf ?? schemaTextOf
  const wanted: Wanted[] = []
  for (const topic of topicNames) {
    const subject = subjectOf(topic, deps.topicPrefix)
    const schema = schemaOf(topic)
    wanted.push({ subject, schema, id: await subjects.lookUp(subject, schema) })
    if ((await subjects.ids(subject)).length > 0) await subjects.setBackward(subject)
  }
  const refused: Wanted[] = []
  for (const each of wanted) if (!(await mayFollow(subjects, each))) refused.push(each)
  const outcomes: SchemaOutcome[] = []
  for (const each of wanted) {
    if (refused.length > 0 && !refused.includes(each)) outcomes.push(leftAlone(each))
    else outcomes.push(await registered(subjects, each))
  }
  return outcomes
}

interface Wanted {
  readonly subject: string
  readonly schema: string
  readonly id: number | null
}

async function mayFollow(subjects: SchemaSubjects, wanted: Wanted): Promise<boolean> {
  return wanted.id !== null || subjects.accepts(wanted.subject, wanted.schema)
}

function leftAlone({ subject, id }: Wanted): SchemaOutcome {
  return { subject, outcome: id === null ? 'not_registered' : 'known', id, reason: null }
}

/**
 * One that may not follow is asked for as well: the registry tells the reason only when it refuses.
 */
async function registered(subjects: SchemaSubjects, wanted: Wanted): Promise<SchemaOutcome> {
  const { subject, schema, id } = wanted
  if (id !== null) return leftAlone(wanted)
  const registration = await subjects.register(subject, schema)
  if (registration.type === 'refused') {
    return { subject, outcome: 'refused', id: null, reason: registration.reason }
  }
  // A new subject can be given its compatibility only now that it exists.
  await subjects.setBackward(subject)
  return { subject, outcome: 'registered', id: registration.id, reason: null }
}
