import { availableParallelism } from 'node:os'

/**
 * How long a fault lasts: the short form is for every run of the tests, the long one is what
 * `npm run faults` runs. One of the two is chosen by the environment, and a seed may be given.
 */
export interface Form {
  readonly name: 'short' | 'long'
  readonly seeds: readonly number[]
  /**
   * The standard load is 300; a machine that cannot bear it is asked for less. The short form asks
   * no more than leaves a small machine room: two cores that are busy with the load alone bring a
   * killed process back after half a minute, and show nothing that they would not show sooner.
   */
  readonly perSecond: number
  /**
   * So many accounts can buy credits, those first that are drawn most. In the short form nobody
   * else ever comes to the end of his free calls (of 10,000 calls the 101st account makes 13), and
   * a thousand payments would take longer than the fault.
   */
  readonly payers: number
  /** The load before the fault, of which the first part only warms up. */
  readonly warmUpMs: number
  readonly baselineMs: number
  /** So long the last of these calls have for their answers before anything is harmed. */
  readonly answeredMs: number
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

const standardPerSecond = 300
const perSecondOfACore = 75

const drawn = 1 + Math.floor(Math.random() * 1_000_000)

export function chosenForm(env: NodeJS.ProcessEnv = process.env): Form {
  const given = env.FAULTS_SEED?.split(',').map(Number)
  const perSecond = (usual: number) => Number(env.FAULTS_PER_SECOND ?? usual)
  if (env.FAULTS_FORM !== 'long') {
    return {
      name: 'short',
      perSecond: perSecond(Math.min(standardPerSecond, perSecondOfACore * availableParallelism())),
      payers: accountsCount / 10,
      seeds: given ?? [drawn],
      warmUpMs: 500,
      baselineMs: 2_000,
      answeredMs: 200,
      afterMs: 2_000,
      recoveredShare: 0.5,
      calmMs: 3_000,
      recoveryLimitMs: 45_000,
      patience: 10,
    }
  }
  return {
    name: 'long',
    perSecond: perSecond(standardPerSecond),
    payers: accountsCount,
    seeds: given ?? [drawn, drawn + 1, drawn + 2],
    warmUpMs: 5_000,
    baselineMs: 10_000,
    answeredMs: 3_000,
    afterMs: 15_000,
    recoveredShare: 0.99,
    calmMs: 50,
    recoveryLimitMs: 15_000,
    patience: 1,
  }
}
