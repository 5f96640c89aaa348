import { defineConfig } from 'vitest/config'
import { missingServers } from './test/stack/source.ts'

/** infra/TESTS.md tells which command runs which of these projects. */
const scenarios = 'test/scenarios/**/*.test.ts'
const faults = 'test/faults/**/*.test.ts'
const attacks = 'test/attacks/**/*.test.ts'
const nodes = 'test/nodes/*.test.ts'
/** Every page in a real browser, at two widths and in two schemes. */
const browser = 'test/browser/**/*.test.ts'
const withoutServers = 'test/scenarios/without-servers.test.ts'
/** They start Postgres or another program, which a unit must not; test/tidy.test.ts sees to it. */
const integration = 'test/**/*.integration.test.ts'
/** They start the service, servers or commands, or look at the tree of files. */
const embedded = ['scenarios', 'contracts', 'cli', 'db', 'stack'].map(
  (name) => `test/${name}/**/*.test.ts`,
)
/** Contracts of adapters and commands that need Kafka, the registry or Redis. */
const servers = [
  'test/contracts/**/{kafka,redis,registry}-*.test.ts',
  'test/contracts/secure-servers.test.ts',
  'test/cli/{operator-log-kafka,topics}.test.ts',
  'test/stack/{command,servers}.test.ts',
]
/**
 * They kill, stop, fill or damage what they start, watch it for long, or start a program for each
 * of many lines, in the embedded mode.
 */
const mishaps = [
  'test/scenarios/operation/{crash,crash-moments,damaged-page,disk-full,operator,start-stop}.test.ts',
  'test/scenarios/jobs/jobs-crash.test.ts',
  'test/scenarios/accounts/{erasure,webhooks}.test.ts',
  'test/scenarios/calls/oversize-load.test.ts',
  'test/scenarios/ledger/checkpoints.test.ts',
  'test/scenarios/money/{auto-top-up,void-sandbox}.test.ts',
  'test/db/embedded/postgres-{crash,user}.test.ts',
  'test/cli/{audit,client,enrich-command,jobs,operator-log}.test.ts',
]
const tidy = 'test/tidy.test.ts'
/** They are about the one process of the embedded mode, its data directory and its Postgres. */
const embeddedOnly = ['start-stop', 'npm-start', 'disk-full', 'damaged-page'].map(
  (name) => `test/scenarios/operation/${name}.test.ts`,
)
/**
 * CI, which has 25 minutes, leaves out of the distributed mode: decisions at the door, about
 * feedback and over Postgres alone, which are the same in both modes, and kills of one process
 * after another, which the faults do as well.
 */
const doorOnly = (
  'auto-top-up bad-input checkpoints docs enrichment-calls feedback forged-cursors ' +
  'hostile-clients kept-answers key-rights keys limits links log-in-tries logos made-clients ' +
  'openapi oversize-load public-pages quotas sandbox second-factor sessions statements stripe ' +
  'unknown-names uploads void-sandbox webhooks'
).split(' ')
const inCi = process.env.CI === 'true'
const skippedInCi = inCi
  ? [...doorOnly, 'crash', 'crash-moments'].map((name) => `test/scenarios/*/${name}.test.ts`)
  : []
/** Where servers can be had, or must not be missing. */
const runs = inCi || (await missingServers()).length === 0

export default defineConfig({
  test: {
    globalSetup: ['test/scenarios/build.ts', 'test/stack/provider.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: 'dist/test-report.json' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Stopping the servers that test/stack/provider.ts may have started.
    teardownTimeout: 60_000,
    // More than the two cores it is meant for: many of them wait for others most of the time.
    maxWorkers: 3,
    projects: [
      {
        // Loading what is tested takes longer than most of these tests: once a process will do.
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.ts'],
          exclude: [...embedded, integration, faults, attacks, nodes, browser, tidy],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'integration', include: [integration], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [...embedded, tidy],
          exclude: [withoutServers, ...servers, ...mishaps],
        },
      },
      {
        extends: true,
        test: { name: 'mishaps', include: mishaps },
      },
      {
        extends: true,
        test: { name: 'browser', include: [browser] },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          include: [runs ? scenarios : withoutServers],
          exclude: runs ? [...embeddedOnly, ...skippedInCi, withoutServers] : [],
          env: { SCENARIO_MODE: 'distributed' },
        },
      },
      {
        extends: true,
        test: { name: 'servers', include: servers },
      },
      {
        extends: true,
        test: { name: 'nodes', include: [nodes] },
      },
      {
        extends: true,
        test: { name: 'attacks', include: [attacks], maxConcurrency: 4 },
      },
      {
        // After all others and one by one, with the machine to themselves; and in one process, so
        // that the servers and workers of the distributed mode are started once for all of them.
        extends: true,
        test: {
          name: 'faults',
          include: [faults],
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
