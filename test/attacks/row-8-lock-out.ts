import type { Account } from '../scenarios/client.ts'
import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { logIn } from './harness/log-in.ts'

/** Row 8: failures of one caller keep others out: behind a proxy, or the owner whose e-mail is known. */
export const lockOut: Attack = {
  name: 'lock-out',
  says: 'guesses at a known account, from one and from many addresses behind a proxy; its owner logs in',
  env: { TRUST_PROXY: '1' },
  purses: [{ cents: 0 }, { cents: 0 }],
  strike,
}

const home = '10.1.0.1'
const attacker = '10.1.0.2'
const perAddress = 12

async function strike({ url, form, accounts }: Given): Promise<Struck> {
  const [owner, other] = accounts
  if (!owner || !other) throw new Error('There is no account to keep out.')
  const first = await logIn(url, { ...owner, from: home })
  const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const words: string[] = []
  const guess = async (from: string, count: number) => {
    const all = Array.from({ length: count }, (_, index) =>
      logIn(url, { email: owner.email, password: `a wrong guess ${index}`, from }),
    )
    words.push(...(await Promise.all(all)).map(({ status }) => status))
  }
  await guess(attacker, 60)
  const missed = [
    ...(await mustLogIn(url, { 'a stranger to the attack': { account: other, from: '10.1.0.3' } })),
    ...(await mustLogIn(url, {
      'the owner at a new address': { account: owner, from: '10.1.0.4' },
      'the owner at home': { account: owner, from: home },
      'his device at the address of the attack': { account: owner, from: attacker, cookie },
    })),
  ]
  const addresses = form === 'long' ? 60 : 20
  for (let place = 0; place < addresses; place += 1) await guess(`10.2.0.${place + 1}`, perAddress)
  missed.push(
    ...(await mustLogIn(url, {
      'after guesses from everywhere, the owner at home': { account: owner, from: home },
      'his device elsewhere': { account: owner, from: '10.1.0.5', cookie },
      'a stranger to the attack, then': { account: other, from: '10.1.0.6' },
    })),
  )
  return { sent: words.length + 8, statuses: tallyOf(words), missed }
}

interface Comer {
  readonly account: Account
  readonly from: string
  readonly cookie?: string
}

async function mustLogIn(url: string, comers: Readonly<Record<string, Comer>>) {
  const missed: string[] = []
  for (const [name, { account, ...place }] of Object.entries(comers)) {
    const { status } = await logIn(url, { ...account, ...place })
    if (status !== '200') missed.push(`${name} was answered ${status}`)
  }
  return missed
}
