import { execFile } from 'node:child_process'
import { bundle, projectRoot } from '../../scenarios/build.ts'
import { cleanEnvironment } from '../../scenarios/service.ts'
import { fault } from '../harness/fault.ts'
import type { DistributedWorld } from '../harness/world/distributed-world.ts'
import { runEnrich } from '../harness/world/enrich-command.ts'
import { topicNames } from '../reader/log.ts'

const prefix = 'stranger.'
const endLimitMs = 60_000
/** Enough to see that it is not disturbed; nothing here is about how much there is of it. */
const perSecond = 60

/** A message that nobody could read later is refused before it is written. */
fault({
  name: 'F12',
  title: 'an incompatible schema, and a release whose schemas nobody registered',
  perSecond,
  async distributed({ world, figure, demand }) {
    const { stack } = world
    const incompatible = await registerIncompatible(stack.registry.url)
    figure('status of an incompatible schema', incompatible)
    demand('I12', incompatible === 409, `an incompatible schema got ${incompatible}`)

    // Topics of its own, on which nothing may appear, and subjects that nobody registered.
    const env = { ...stack.env, KAFKA_TOPIC_PREFIX: prefix }
    await runEnrich(['topics', 'create'], env)
    const started = { ...env, ROLES: 'api', BASE_URL: 'http://127.0.0.1:3000' }
    const { code, said } = await endOf(started)
    figure('refused with', code ?? 'nothing')
    demand('I12', code === 1 && /schema/.test(said), `it ended with ${code} and said: ${said}`)
    const written = await writtenAndRemoved(world)
    demand('I12', written === 0, `${written} records were written under unknown schemas`)
  },
})

/** A process that is expected to end by itself. */
function endOf(env: Readonly<Record<string, string>>) {
  const options = {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...env, PORT: '0' },
    timeout: endLimitMs,
  }
  return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const child = execFile(process.execPath, [bundle()], options, (_error, out, err) => {
      resolve({ code: child.exitCode, said: `${out}${err}` })
    })
  })
}

async function registerIncompatible(url: string): Promise<number> {
  const type = { type: 'object', properties: { seq: { type: 'string' } }, required: ['seq', 'new'] }
  const answer = await fetch(`${url}/subjects/ledger-value/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schemaType: 'JSON', schema: JSON.stringify(type) }),
  })
  await answer.text()
  return answer.status
}

async function writtenAndRemoved({ kafka }: DistributedWorld): Promise<number> {
  const admin = kafka.admin()
  await admin.connect()
  let written = 0
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix))
  for (const topic of topics) {
    for (const { high } of await admin.fetchTopicOffsets(topic)) written += Number(high)
  }
  await admin.deleteTopics({ topics })
  await admin.disconnect()
  return topics.length < topicNames.length ? Number.NaN : written
}
