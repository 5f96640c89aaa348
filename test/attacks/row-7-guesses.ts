import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { logIn } from './harness/log-in.ts'

/** Row 7: guesses at one password, so many at once that the count comes too late. */
export const guesses: Attack = {
  name: 'guesses',
  says: 'eight hundred guesses at one password at once, the right one among them',
  env: { TRUST_PROXY: '1' },
  purses: [{ cents: 0 }],
  strike: (given) => strike(given, ['10.0.0.1']),
}

export const guessesFromEverywhere: Attack = {
  name: 'guesses-from-everywhere',
  says: 'eight hundred guesses at one password at once, from two hundred addresses',
  env: { TRUST_PROXY: '1' },
  purses: [{ cents: 0 }],
  strike: (given) =>
    strike(
      given,
      Array.from({ length: 200 }, (_, index) => `10.0.1.${index + 1}`),
    ),
}

/** Ten in a row from one address, a hundred of all strangers; then one in 30 s, or in 10 s. */
const burst = { one: 10, many: 100 }
const secondsForOne = { one: 30, many: 10 }

async function strike({ url, form, accounts }: Given, from: readonly string[]): Promise<Struck> {
  const [account] = accounts
  if (!account) throw new Error('There is no account to guess at.')
  const count = form === 'long' ? 800 : 400
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      logIn(url, {
        email: account.email,
        password: index === count / 2 ? account.password : `a wrong guess ${index}`,
        from: from[index % from.length] ?? '',
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1_000
  const statuses = tallyOf(answers.map(({ status }) => status))
  const evaluated = (statuses['200'] ?? 0) + (statuses['401'] ?? 0)
  const kind = from.length === 1 ? 'one' : 'many'
  const allowed = burst[kind] + Math.ceil(seconds / secondsForOne[kind])
  return {
    sent: count,
    statuses,
    guessesBeyond: Math.max(0, evaluated - allowed),
    missed: evaluated === 0 ? ['no guess was evaluated: the owner would not be either'] : [],
  }
}
