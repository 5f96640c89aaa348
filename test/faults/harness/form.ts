/**
 * How long a fault lasts: the short form is for every run of the tests, the long one is what
 * `npm run faults` runs. One of the two is chosen by the environment, and a seed may be given.
 */
export interface Form {
  readonly name: 'short' | 'long'
  readonly seeds: readonly number[]
  /** The standard load is 300; a machine that cannot bear it is asked for less. */
  readonly perSecond: number
  /**
   * So many accounts can buy credits, those first that are drawn most. In the short form nobody
   * else ever comes to the end of his free calls, and a thousand payments would take longer than
   * the fault.
   */
  readonly payers: number
  /** The load before the fault, of which the first part only warms up. */
  readonly warmUpMs: number
  readonly baselineMs: number
  /** The load after healing, at least. */
  readonly afterMs: number
  /**
   * Recovered is when this share of a second's calls are answered within the limit: this long, or
   * half more than before the fault, whichever is more.
   */
  readonly recoveredShare: number
  readonly calmMs: number
  readonly recoveryLimitMs: number
  /** Limits on waits are multiplied by it: a machine that tests share is slow at times. */
  readonly patience: number
}

export const accountsCount = 1_000

const drawn = 1 + Math.floor(Math.random() * 1_000_000)

export function chosenForm(env: NodeJS.ProcessEnv = process.env): Form {
  const given = env.FAULTS_SEED?.split(',').map(Number)
  const perSecond = Number(env.FAULTS_PER_SECOND ?? 300)
  if (env.FAULTS_FORM !== 'long') {
    return {
      name: 'short',
      perSecond,
      payers: accountsCount / 4,
      seeds: given ?? [drawn],
      warmUpMs: 1_000,
      baselineMs: 2_000,
      afterMs: 3_000,
      recoveredShare: 0.5,
      calmMs: 3_000,
      recoveryLimitMs: 45_000,
      patience: 10,
    }
  }
  return {
    name: 'long',
    perSecond,
    payers: accountsCount,
    seeds: given ?? [drawn, drawn + 1, drawn + 2],
    warmUpMs: 5_000,
    baselineMs: 10_000,
    afterMs: 15_000,
    recoveredShare: 0.99,
    calmMs: 50,
    recoveryLimitMs: 15_000,
    patience: 1,
  }
}
