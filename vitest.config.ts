import { defineConfig } from 'vitest/config'
import { missingServers } from './test/stack/provider.ts'

const scenarios = 'test/scenarios/*.test.ts'
const withoutServers = 'test/scenarios/without-servers.test.ts'
/** They are about the one process of the embedded mode, its data directory and its Postgres. */
const embeddedOnly = ['test/scenarios/start-stop.test.ts', 'test/scenarios/npm-start.test.ts']
/** Where servers can be had, or must not be missing. */
const runs = process.env.CI === 'true' || (await missingServers()).length === 0

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
        test: { name: 'embedded', include: ['test/**/*.test.ts'], exclude: [withoutServers] },
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
    ],
  },
})
