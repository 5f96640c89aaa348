import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { url } from './env-fields.ts'

/**
 * How credits are paid for. Without Stripe they cost nothing, so a sandbox is a decision: on
 * loopback, where only this machine asks, it needs no words; anywhere else it is said aloud.
 */
export const paymentFields = {
  PAYMENTS: z.enum(['stripe', 'sandbox'], 'must be stripe or sandbox').optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: url(['http://', 'https://']).default('https://api.stripe.com'),
  NODE_ENV: z.string().optional(),
}

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Stripe's own address, unless a stand-in of it is to be used. */
  readonly apiUrl: string
}

const paymentEnvironment = z.object(paymentFields)

export function stripeOf(env: z.infer<typeof paymentEnvironment>): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  return secretKey && webhookSecret
    ? { secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL }
    : null
}

type Given = Readonly<Record<string, string | undefined>>

/** `sells`: whether this process serves the API, which alone takes payments. */
export function paymentFaults(given: Given, sells: boolean): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, PAYMENTS: payments } = given
  if (Boolean(key) !== Boolean(secret)) {
    return ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together; one is missing']
  }
  if (key && payments === 'sandbox') {
    return ['PAYMENTS=sandbox contradicts STRIPE_SECRET_KEY: take one of the two away']
  }
  if (key || !sells || payments === 'sandbox') return []
  if (payments === 'stripe') {
    return ['PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET']
  }
  return undecidedFaults(given)
}

function undecidedFaults({ NODE_ENV, HOST = '127.0.0.1' }: Given): string[] {
  const way =
    'needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox if it is meant that ' +
    'everybody who reaches it gets credits for nothing'
  if (isProduction(NODE_ENV)) return [`NODE_ENV=${NODE_ENV} ${way}`]
  return isLoopback(HOST) ? [] : [`HOST=${HOST}, which others can reach, ${way}`]
}

/** However it is spelt: `Production`, ` prod `, `"production"`, `PROD-EU`. */
function isProduction(text = ''): boolean {
  return /^(prod|prd|live)/.test(text.toLowerCase().replace(/[^a-z]/g, ''))
}

/** A name may stand for any address, now or later; the one name that does not is localhost. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare.toLowerCase() === 'localhost') return true
  return isIP(bare) !== 0 && ipaddr.process(bare).range() === 'loopback'
}
