import type { Entry } from './entry.ts'

/**
 * How many of an account's present cents are the sandbox's: credits that nobody paid for. They are
 * voided before a service that takes real money serves anybody, each account's by one
 * `CreditsRevoked`, and this rule says how many, from the entries alone:
 *
 * - What is bought of provider `sandbox` is the sandbox's; all else that comes is real.
 * - The sandbox's cents go first, whatever is paid, so no real cent is ever voided. A job's
 *   reservation remembers its share, uses it up first, and gives the rest of it back.
 * - A refund takes from the credits of its own provider first: what Stripe gave back to the payer
 *   was real.
 *
 * Voiding is an entry and no rule of spending: a ledger is checked without knowing how the service
 * was configured, and what is voided stays voided whatever is configured next. So the service keeps
 * its doors shut until the last such cent is gone (src/api/money/sandbox-hold.ts), and no call need
 * ask where a cent came from.
 */
export interface SandboxShare {
  readonly seq: number
  /** Its part of the balance. */
  readonly cents: number
  /** Its part of what running jobs have set aside, by job; a job without any is not in it. */
  readonly byJob: Readonly<Record<string, number>>
}

export function noSandboxShare(seq = 0): SandboxShare {
  return { seq, cents: 0, byJob: {} }
}

export function sandboxShareAfter(before: SandboxShare, entry: Entry): SandboxShare {
  const { seq } = entry
  const moved = movedBy(before, entry)
  return moved === before ? { ...before, seq } : { ...moved, seq }
}

function movedBy(before: SandboxShare, entry: Entry): SandboxShare {
  const delta = entry.credits_delta_cents
  switch (entry.type) {
    case 'CreditsPurchased':
      return entry.details.provider === 'sandbox'
        ? { ...before, cents: before.cents + delta }
        : before
    case 'CreditsRefunded':
      if (entry.details.provider === 'sandbox') return spent(before, -delta)
      return { ...before, cents: Math.min(before.cents, entry.balance_cents) }
    case 'CreditsReserved': {
      const share = Math.min(before.cents, entry.details.cents)
      return withJob(spent(before, share), entry.details.job_id, share)
    }
    case 'ReservationReleased': {
      const share = before.byJob[entry.details.job_id] ?? 0
      const back = { ...before, cents: before.cents + share }
      return withJob(back, entry.details.job_id, 0)
    }
    case 'CallCharged': {
      const { job_id: jobId, charged_cents: charged } = entry.details
      if (jobId === undefined) return spent(before, charged)
      return withJob(before, jobId, Math.max(0, (before.byJob[jobId] ?? 0) - charged))
    }
    default:
      return delta < 0 ? spent(before, -delta) : before
  }
}

function spent(before: SandboxShare, cents: number): SandboxShare {
  return { ...before, cents: Math.max(0, before.cents - cents) }
}

function withJob(before: SandboxShare, jobId: string, cents: number): SandboxShare {
  const { [jobId]: _, ...rest } = before.byJob
  return { ...before, byJob: cents > 0 ? { ...rest, [jobId]: cents } : rest }
}

/** All of it, set aside or not. */
export function sandboxCentsOf({ cents, byJob }: SandboxShare): number {
  return Object.values(byJob).reduce((sum, share) => sum + share, cents)
}

const voidPrefix = 'void-sandbox:'

/** One void for an account at one entry: repeated, it is settled once. */
export function voidCommandId(accountId: string, seq: number): string {
  return `${voidPrefix}${accountId}:${seq}`
}

/** Where the void commands of an account begin and end in the order of texts. */
export function voidCommandsOf(accountId: string): { readonly from: string; readonly to: string } {
  return { from: `${voidPrefix}${accountId}:`, to: `${voidPrefix}${accountId}:~` }
}
