import { test } from 'vitest'
import { describeOnServers } from '../contracts/servers.ts'

/** Takes the place of the scenarios in distributed mode where their servers cannot be had. */
describeOnServers('the scenarios in distributed mode', () => {
  test('run as well', () => {})
})
