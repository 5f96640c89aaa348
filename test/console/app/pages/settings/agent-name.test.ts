import { expect, test } from 'vitest'
import { agentName } from '../../../../../src/console/app/pages/settings/agent-name.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('a session is told by its browser and system, a program by its own name', () => {
  const names = [
    `${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/156.0.0.0 Safari/537.36`,
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`,
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15`,
    `${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/156.0 Mobile Safari/604.1`,
    `${mozilla} (Linux; Android 15) ${webkit} Chrome/156.0 Mobile Safari/537.36`,
    'curl/8.5.0',
  ].map(agentName)
  expect(names).toEqual([
    'Chrome on Linux',
    'Edge on Windows',
    'Safari on macOS',
    'Firefox on Windows',
    'Chrome on iPhone',
    'Chrome on Android',
    'curl/8.5.0',
  ])
})
