import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from '../../../src/console/docs/curl.ts'
import type { Endpoint } from '../../../src/console/docs/document.ts'
import { readDocument } from '../../../src/console/docs/document.ts'
import { sampleOpenapi } from '../sample-openapi.ts'

const hostile = `it's "$(date)" \`date\` $HOME \\ done`

function endpointOf(method: string, text = 'plain'): Endpoint {
  const { sections } = readDocument(sampleOpenapi(text))
  const found = sections
    .flatMap((section) => section.endpoints)
    .find((one) => one.method === method)
  if (!found) throw new Error(`the sample has no ${method}`)
  return found
}

/** The arguments curl would get, as a shell reads the command. */
function argumentsOf(command: string): string[] {
  const script = `KEY=secret ID=42\ncurl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', timeout: 5_000 }).split('\0')
}

describe('the curl command of an endpoint', () => {
  const options = { baseUrl: 'http://127.0.0.1:4000', withHeaders: false }

  it('gives a shell exactly the example body, whatever it holds', () => {
    const given = argumentsOf(curlOf(endpointOf('POST', hostile), options))
    const body = given[given.indexOf('-d') + 1] ?? ''
    expect(JSON.parse(body)).toEqual({ name: hostile })
    expect(given).toContain('Content-Type: application/json')
  })

  it('sends the key where one is needed, and takes ids from the shell', () => {
    const given = argumentsOf(curlOf(endpointOf('GET'), options))
    expect(given).toContain('Authorization: Bearer secret')
    expect(given).toContain('http://127.0.0.1:4000/things/42?depth=3')
  })

  it('sends no key where none is needed', () => {
    expect(curlOf(endpointOf('POST'), options)).not.toContain('Authorization')
  })
})
