import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../../src/console/docs/document.ts'
import { readDocument } from '../../../../src/console/docs/document.ts'
import { curlOf } from '../../../../src/console/docs/samples/curl.ts'
import { exampleCallOf } from '../../../../src/console/docs/samples/example-call.ts'
import { nodeOf, pythonOf } from '../../../../src/console/docs/samples/programs.ts'
import { sampleOpenapi } from '../../sample-openapi.ts'

const hostile = `it's "$(date)" \`date\` $HOME \\ \${process.env.KEY} done\n\u00e9`

function endpointOf(method: string, text = 'plain'): Endpoint {
  const { sections } = readDocument(sampleOpenapi(text))
  const found = sections
    .flatMap((section) => section.endpoints)
    .find((one) => one.method === method)
  if (!found) throw new Error(`the sample has no ${method}`)
  return found
}

const callOf = (method: string, text?: string, baseUrl = 'http://127.0.0.1:4000') =>
  exampleCallOf(endpointOf(method, text), baseUrl)

/** The arguments curl would get, as a shell reads the command. */
function argumentsOf(command: string): string[] {
  const script = `KEY=secret ID=42\ncurl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', timeout: 5_000 }).split('\0')
}

describe('the curl command of an endpoint', () => {
  it('gives a shell exactly the example body, whatever it holds', () => {
    const given = argumentsOf(curlOf(callOf('POST', hostile), false))
    const body = given[given.indexOf('-d') + 1] ?? ''
    expect(JSON.parse(body)).toEqual({ name: hostile })
    expect(given).toContain('Content-Type: application/json')
  })

  it('sends the key where one is needed, and takes ids from the shell', () => {
    const given = argumentsOf(curlOf(callOf('GET'), false))
    expect(given).toContain('Authorization: Bearer secret')
    expect(given).toContain('http://127.0.0.1:4000/things/42?depth=3')
  })

  it('sends no key where none is needed', () => {
    expect(curlOf(callOf('POST'), false)).not.toContain('Authorization')
  })
})

describe.each([
  ['Node', nodeOf, 'node', ['--input-type=module', '-e']],
  ['Python', pythonOf, 'python3', ['-c']],
] as const)('the program of an endpoint in %s', (_name, programOf, program, given) => {
  const asked: { route: string; secret: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      const body = Buffer.concat(chunks).toString()
      asked.push({ route: `${method} ${url}`, secret: headers.authorization, body })
      response.setHeader('Ledger-Entry', '7;abc').end('{}')
    })
  })
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  afterAll(() => server.close())

  async function runOf(method: string, text?: string) {
    const { port } = server.address() as AddressInfo // as: it listens on a port.
    const call = callOf(method, text, `http://127.0.0.1:${port}`)
    const env = { ...process.env, KEY: 'secret', ID: '42' }
    const { stdout } = await promisify(execFile)(program, [...given, programOf(call, true)], {
      env,
      timeout: 20_000,
    })
    expect(stdout).toMatch(/^7;abc\n/)
    return asked.at(-1)
  }

  it('sends exactly the example body, whatever it holds, and no key where none is needed', async () => {
    const sent = await runOf('POST', hostile)
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: hostile })
    expect(sent?.secret).toBeUndefined()
  })

  it('takes the key and ids from the environment', async () => {
    const sent = await runOf('GET')
    expect(sent).toEqual({ route: 'GET /things/42?depth=3', secret: 'Bearer secret', body: '' })
  })
})
