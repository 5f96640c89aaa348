import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/scenarios/build.ts', 'test/stack/provider.ts'],
    reporters: ['default', ['json', { outputFile: 'dist/test-report.json' }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Stopping the servers that test/stack/provider.ts may have started.
    teardownTimeout: 60_000,
    maxWorkers: 2,
  },
})
