import { defineConfig } from 'vitest/config'
import { missingServers } from './test/stack/provider.ts'

const scenarios = 'test/scenarios/*.test.ts'
const faults = 'test/faults/*.test.ts'
const withoutServers = 'test/scenarios/without-servers.test.ts'
/** They are about the one process of the embedded mode, its data directory and its Postgres. */
const embeddedOnly = ['test/scenarios/start-stop.test.ts', 'test/scenarios/npm-start.test.ts']
const inCi = process.env.CI === 'true'
/** Where servers can be had, or must not be missing. */
const runs = inCi || (await missingServers()).length === 0

export default defineConfig({
  test: {
    globalSetup: ['test/scenarios/build.ts', 'test/stack/provider.ts'],
    reporters: ['default', ['json', { outputFile: 'dist/test-report.json' }]],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Stopping the servers that test/stack/provider.ts may have started.
    teardownTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['test/**/*.test.ts'],
          exclude: [withoutServers, faults],
        },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          include: [runs ? scenarios : withoutServers],
          exclude: runs ? [...embeddedOnly, withoutServers] : [],
          env: { SCENARIO_MODE: 'distributed' },
        },
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
