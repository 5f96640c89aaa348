import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { imageVariable, smallBroker } from '../../infra/stack/broker-settings.ts'
import { flagsOf } from '../../infra/stack/service-process.ts'
import { versions } from '../../infra/stack/versions.ts'
import { readConfig, roles, variableNames } from '../../src/config/config.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { locatePostgres } from '../../src/db/embedded/postgres-binaries.ts'
import { startFlags } from '../scenarios/build.ts'

const scalar = z.union([z.string(), z.number()]).transform(String)
const command = z.array(z.string())
const serviceSchema = z.looseObject({
  image: z.string(),
  build: z.looseObject({ dockerfile: z.string() }).optional(),
  user: z.string().optional(),
  restart: z.string(),
  environment: z.record(z.string(), scalar).optional(),
  command: command.optional(),
  volumes: z.array(z.string()).optional(),
  deploy: z.looseObject({ replicas: z.number() }).optional(),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).optional(),
  healthcheck: z
    .union([z.strictObject({ disable: z.literal(true) }), z.looseObject({ test: command })])
    .optional(),
})
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
})

const file = join(packageRoot, 'infra', 'compose.yaml')
const { services, volumes } = composeSchema.parse(
  parse(await readFile(file, 'utf8'), { merge: true, strict: true }),
)
const dockerfile = await readFile(join(packageRoot, 'infra', 'Dockerfile'), 'utf8')
const servers = ['kafka', 'registry', 'redis', 'postgres'] as const
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)
/** The name and the version without what was added to tell how it was built. */
const imageOf = (name: string) => services[name]?.image.split('-bookworm')[0]

test('the containers are those of the local stack, in the same versions', async () => {
  expect(imageOf('kafka')).toBe(`apache/kafka:${versions.kafka}`)
  expect(imageOf('registry')).toBe(`apicurio/apicurio-registry:${versions.apicurio}`)
  expect(imageOf('postgres')?.split('.')[0]).toBe(`postgres:${(await locatePostgres()).major}`)
  expect(imageOf('redis')).toMatch(/^redis:7\.\d+\.\d+$/)
})

test('Node is told the same in the image, on the local stack and by npm start', () => {
  const [, written = '[]'] = /^CMD (\["node", "--enable.*\])$/m.exec(dockerfile) ?? []
  const image = command.parse(JSON.parse(written)).filter((word) => word.startsWith('--'))
  expect([...image].sort()).toEqual([...flagsOf('api')].sort())
  // The room for young objects is each role's own.
  const told = startFlags().filter((flag) => !flag.startsWith('--max-semi-space-size='))
  for (const role of roles) expect(flagsOf(role)).toEqual(expect.arrayContaining(told))
})

test('every image is pinned to one version', () => {
  const images = Object.values(services).map(({ image }) => image)
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? '')
  for (const image of [...images, ...bases]) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)*$/)
})

test('the broker has the settings of the local one', () => {
  const environment = services.kafka?.environment ?? {}
  const wanted = Object.entries(smallBroker)
  const expected = wanted.map(([name, value]) => [imageVariable(name), String(value)])
  expect(environment).toMatchObject(Object.fromEntries(expected))
})

test('every role has a container, and only roles have', () => {
  const inContainers = ours.flatMap(([name, { environment }]) => {
    expect([name, undefined]).toContain(environment?.ROLES)
    return environment?.ROLES ?? []
  })
  expect(inContainers.toSorted()).toEqual([...roles].sort())
  for (const [, { environment, deploy }] of ours) {
    const isWorker = environment?.ROLES !== undefined && environment.ROLES !== 'api'
    if (isWorker) expect(deploy?.replicas).toBe(2)
  }
})

test('the service is told nothing that it does not know, and all that it needs', () => {
  for (const [, { environment = {} }] of ours) {
    expect(Object.keys(environment).filter((name) => !variableNames.includes(name))).toEqual([])
    const { distributed } = readConfig(withDefaults(environment))
    expect(distributed).toMatchObject({
      kafka: { brokers: ['kafka:9092'] },
      redis: { url: 'redis://redis:6379' },
    })
  }
})

test('topics and schemas are made before any process of the service starts', () => {
  expect(services.setup?.command?.join(' ')).toContain('topics create')
  expect(services.setup?.command?.join(' ')).toContain('schemas register')
  for (const [name, { depends_on }] of ours) {
    if (name === 'setup') continue
    expect(depends_on?.setup?.condition).toBe('service_completed_successfully')
  }
})

test('nobody is root, everybody is asked for health, and comes back', () => {
  for (const name of servers) {
    expect(services[name]?.user).toMatch(/^(?!root|0)\w+$/)
    expect(services[name]?.healthcheck).toHaveProperty('test')
    expect(services[name]?.restart).toBe('unless-stopped')
  }
  const [, last = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
  expect(last).toMatch(/^USER (?!root)\w+$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile).toMatch(/^RUN npm ci$/m)
})

test('the log and the views are on volumes', () => {
  for (const name of ['kafka', 'postgres'] as const) {
    const [volume = ''] = services[name]?.volumes?.[0]?.split(':') ?? []
    expect(Object.keys(volumes)).toContain(volume)
  }
})

/** As compose fills in what nobody has set. */
function withDefaults(environment: Readonly<Record<string, string>>) {
  const filled = Object.entries(environment).map(([name, value]) => {
    return [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]
  })
  return Object.fromEntries(filled)
}
