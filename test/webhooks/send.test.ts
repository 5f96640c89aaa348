import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import type { Resolve } from '../../src/webhooks/resolve.ts'
import { newSecret } from '../../src/webhooks/secrets.ts'
import type { Sender, SenderDeps } from '../../src/webhooks/send.ts'
import { openSender } from '../../src/webhooks/send.ts'
import { hangs, openReceiver, type Receiver } from './receiver.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function opened(deps: SenderDeps): Promise<{ receiver: Receiver; sender: Sender }> {
  const receiver = await openReceiver()
  const sender = openSender(deps)
  closing.push(receiver.close, sender.close)
  return { receiver, sender }
}

const body = '{"type":"webhook.test","data":{"name":"Zoë"}}'
const never = new AbortController().signal

function post(sender: Sender, url: string, secrets: readonly string[] = [newSecret()]) {
  return sender.send({ url, eventId: 'evt_1', body, secrets }, new Date(), never)
}

const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

test('what arrives verifies with the official library, under each secret, and no other', async () => {
  const { receiver, sender } = await opened({ allowPrivate: true })
  const secrets = [newSecret(), newSecret()]
  expect(await post(sender, receiver.url('/hook?a=1'), secrets)).toEqual({
    type: 'answered',
    status: 200,
  })
  const [received] = receiver.at('/hook?a=1')
  if (!received) throw new Error('nothing was received')
  const headers = received.headers as Record<string, string> // as: each of ours is single.
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(received.body, headers)).toEqual(JSON.parse(body))
  }
  expect(() => new Webhook(newSecret()).verify(received.body, headers)).toThrow()
  const altered = received.body.replace('Zoë', 'Eve')
  expect(() => new Webhook(secrets[0] ?? '').verify(altered, headers)).toThrow()
})

test.each<[string, Resolve]>([
  ['a private address', here],
  [
    'a private address among public ones',
    async () => [{ address: '93.184.215.14', family: 4 }, ...(await here(''))],
  ],
  ['a mapped private address', async () => [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['no address', async () => []],
])('a name with %s is not connected to', async (_name, resolve) => {
  const { receiver, sender } = await opened({ allowPrivate: false, resolve })
  const attempt = await post(sender, `http://innocent.example:${receiver.port}/`)
  expect(attempt).toEqual({ type: 'failed', reason: 'the host has a private address' })
  expect(receiver.received).toEqual([])
})

test('the address that was checked is the one that is connected to: a name is asked once', async () => {
  let asked = 0
  const rebinding: Resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const { receiver, sender } = await opened({ allowPrivate: true, resolve: rebinding })
  const attempt = await post(sender, `http://moving.example:${receiver.port}/`)
  expect(attempt).toEqual({ type: 'answered', status: 200 })
  expect(asked).toBe(1)
  expect(receiver.received[0]?.headers.host).toBe(`moving.example:${receiver.port}`)
})

test('a literal address is refused before anything is connected', async () => {
  const { receiver, sender } = await opened({ allowPrivate: false })
  for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]']) {
    const attempt = await post(sender, `http://${host}:${receiver.port}/`)
    expect(attempt.type).toBe('failed')
  }
  expect(receiver.received).toEqual([])
})

test('a redirect is an answer like any other, and not followed', async () => {
  const { receiver, sender } = await opened({ allowPrivate: true })
  receiver.behave('/from', (_request, response) => {
    response.writeHead(307, { location: receiver.url('/to') }).end()
  })
  expect(await post(sender, receiver.url('/from'))).toEqual({ type: 'answered', status: 307 })
  expect(receiver.at('/to')).toEqual([])
})

test('who does not answer is not waited for', async () => {
  const { receiver, sender } = await opened({ allowPrivate: true, answerLimitMs: 200 })
  receiver.behave('/hang', hangs)
  const attempt = await post(sender, receiver.url('/hang'))
  expect(attempt).toEqual({ type: 'failed', reason: 'no answer in time' })
})

test('a body without end counts by its status and is not read', async () => {
  const { receiver, sender } = await opened({ allowPrivate: true })
  receiver.behave('/flood', (_request, response) => {
    response.writeHead(200)
    const flood = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', flood)
    flood()
  })
  expect(await post(sender, receiver.url('/flood'))).toEqual({ type: 'answered', status: 200 })
})

test('what fails is told in words of the outside', async () => {
  const { receiver, sender } = await opened({ allowPrivate: true })
  const url = receiver.url('/')
  await receiver.close()
  closing.splice(closing.indexOf(receiver.close), 1)
  expect(await post(sender, url)).toEqual({ type: 'failed', reason: 'the connection was refused' })
})
