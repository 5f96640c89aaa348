import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../contracts/database.ts'
import { call, newAccount, textAt } from '../scenarios/client.ts'
import { expectProblem, pointersOf } from '../scenarios/problem.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { until } from '../until.ts'
import { runEnrich } from './enrich-program.ts'

/** The operator's commands, beside the service and without it. */
let folder = ''
let dataDir = ''
let service: RunningService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enrich-command-'))
  dataDir = join(folder, 'data')
  await writeFile(
    join(folder, 'companies.csv'),
    'name,website,size\nquarrystone ltd,quarrystone.co.uk,11-50\nbroken row\n',
  )
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

const enrich = (args: readonly string[], input = '', env = {}) =>
  runEnrich(args, { cwd: folder, env: { DATA_DIR: dataDir, ...env }, input })

describe('what it says', () => {
  test('help teaches the commands, and what an import is', async () => {
    const overview = await enrich(['--help'])
    expect(await enrich(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2\./),
    })
    expect(overview).toMatchObject({ code: 0, err: '' })
    expect(overview.out).toMatch(/catalog import SOURCE FILE[\s\S]*privacy confirm ID/)
    expect((await enrich(['catalog', 'import', '--help'])).out).toMatch(/bzcat[\s\S]*DATA_DIR=/)
  })

  test('wrong usage is told before anything is opened', async () => {
    const wrong = [
      [],
      ['catalog'],
      ['catalog', 'import', 'yellow-pages', 'x'],
      ['catalog', 'import', 'wikidata'],
      ['catalog', 'import', 'wikidata', 'x', '--all'],
      ['privacy', 'confirm'],
      ['privacy', 'list', '--wrong'],
    ]
    for (const { code, out, err } of await Promise.all(wrong.map((args) => enrich(args)))) {
      expect({ code, said: out + err }).toMatchObject({
        code: 2,
        said: expect.stringMatching(/--help/),
      })
    }
  })

  test('a word mistyped gets a suggestion', async () => {
    expect((await enrich(['privcy', 'list'])).err).toContain('Did you mean privacy?')
    expect((await enrich(['privacy', 'confrim', 'x'])).err).toContain('Did you mean confirm?')
  })

  test('a database that is not there is one sentence', async () => {
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const { code, err } = await enrich(['privacy', 'list'], '', nowhere)
    expect(code).toBe(1)
    expect(err).toMatch(/^The database cannot be used: .*\n$/)
  })
})

describe('without a service and beside one', () => {
  test('an import before the first start makes the database, and the service finds it', async () => {
    const file = join(folder, 'companies.csv')
    const { code, out, err } = await enrich(['catalog', 'import', 'people-data-labs', file])
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('line 3: 1 cells'),
    })
    expect(out).toMatch(/^1 company of 2 rows imported .*, 1 bad row skipped\.\n$/)
    service = await startService({ DATA_DIR: dataDir })
    const { key } = await newAccount(service)
    const found = await call(service, 'POST /enrich/domain', {
      key,
      body: { domain: 'quarrystone.co.uk' },
    })
    expect(found.body).toMatchObject({ company_name: 'Quarrystone Ltd' })
  })

  test('an import beside the running service takes effect at once', async () => {
    const input = 'name,website\nother rock ltd,otherrock.co.uk\n'
    const { code, err } = await enrich(['catalog', 'import', 'people-data-labs', '-'], input)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { key } = await newAccount(service)
    const named = { key, body: { name: 'Other Rock' } }
    expect((await call(service, 'POST /enrich/company', named)).status).toBe(200)
    const gone = { key, body: { domain: 'quarrystone.co.uk' } }
    expect((await call(service, 'POST /enrich/domain', gone)).status).toBe(404)
  })

  test('a file that is not there fails, and says so', async () => {
    const { code, err } = await enrich(['catalog', 'import', 'wikidata', 'none.json'])
    expect({ code, err }).toEqual({
      code: 1,
      err: 'none.json cannot be read: there is no such file.\n',
    })
  })
})

describe('privacy', () => {
  const optOut = (body: unknown) => call(service, 'POST /privacy/opt-out', { body })

  test('an opt-out hides a person within five seconds of its confirmation, and not before', async () => {
    const { key } = await newAccount(service, 5_000)
    const person = (email: string) => call(service, 'POST /enrich/person', { key, body: { email } })
    const asked = await optOut({ email: 'Jane.Doe+spam@airbnb.com', reason: 'mine\u001b[31m' })
    expect(asked.status).toBe(202)
    expect(asked.body).toEqual({ id: expect.stringMatching(/^opt_\w{22}$/), status: 'requested' })
    expect((await person('jane.doe@airbnb.com')).status).toBe(200)

    const id = textAt(asked.body, 'id')
    const { out } = await enrich(['privacy', 'list'])
    expect(out).toMatch(
      new RegExp(`^${id}\\t\\S+Z\\trequested\\tjane\\.doe@airbnb\\.com\\tmine \\[31m\\n$`),
    )
    expect(await enrich(['privacy', 'confirm', id])).toEqual({
      code: 0,
      out: `${id} is confirmed: jane.doe@airbnb.com\n`,
      err: '',
    })
    const hidden = async () => (await person('JANE.DOE@airbnb.com')).status === 404
    await until('the person is hidden', hidden, 5_000)
    const answer = await person('jane.doe+x@airbnb.com')
    expectProblem(answer, 404)
    expect(answer.headers.get('credits-charged') ?? '0').toBe('0')
    expect((await person('john.doe@airbnb.com')).status).toBe(200)
    expect((await enrich(['privacy', 'list'])).err).toBe('Nothing waits.\n')
    expect((await enrich(['privacy', 'list', '--all'])).out).toContain('confirmed')
    const listed = JSON.parse((await enrich(['privacy', 'list', '--all', '--json'])).out)
    expect(listed).toEqual([
      {
        id,
        requested_at: expect.stringMatching(/Z$/),
        status: 'confirmed',
        subject: 'jane.doe@airbnb.com',
        reason: 'mine\u001b[31m',
      },
    ])
  })

  test('while opt-outs cannot be read, nobody is looked up, and nobody pays', async () => {
    const { key } = await newAccount(service)
    const person = { key, body: { email: 'john.doe@airbnb.com' } }
    const host = join(dataDir, 'postgres')
    const connection = { host, port: 5432, user: 'enrich', database: 'enrich' }
    await execute(connection, 'alter table opt_outs rename to elsewhere')
    const answer = await call(service, 'POST /enrich/person', person)
    await execute(connection, 'alter table elsewhere rename to opt_outs')
    expectProblem(answer, 500)
    expect(answer.text).not.toContain('John')
    expect((await call(service, 'POST /enrich/person', person)).status).toBe(200)
  })

  test('the id of no request fails', async () => {
    expect(await enrich(['privacy', 'reject', 'opt_none'])).toMatchObject({
      code: 1,
      err: 'There is no request opt_none.\n',
    })
  })

  test.each([
    [{}, ['']],
    [{ email: 'a@b.com', domain: 'b.com' }, ['']],
    [{ email: 'nobody' }, ['/email']],
    [{ email: 'a@b.invalidtld' }, ['/email']],
    [{ domain: 'localhost' }, ['/domain']],
    [{ domain: 'b.invalidtld' }, ['/domain']],
  ])('%j is refused with a pointer', async (body, pointers) => {
    const reply = await optOut(body)
    expectProblem(reply, 400)
    expect(pointersOf(reply)).toEqual(pointers)
  })

  test('an address that asks too often must wait', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => optOut({ domain: 'x.org' })))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const reply of refused) expectProblem(reply, 429)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(1)
  })
})
