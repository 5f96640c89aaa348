import { inTransaction } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import { topics } from '../../messages/topics.ts'
import { Chains } from '../chains.ts'
import { contradictions } from '../checkpoints/store.ts'
import type { Evidence } from './evidence.ts'
import { gatherEvidence } from './evidence.ts'
import type { Finding } from './findings.ts'
import { Findings } from './findings.ts'
import type { AuditSource, LoggedEntry, LogSpan } from './read-log.ts'
import { loggedEntries } from './read-log.ts'
import type { Folded, ViewsSnapshot } from './views-snapshot.ts'
import { openSnapshot } from './views-snapshot.ts'

export interface Totals {
  entries: number
  accounts: number
  /** On the log and no entry of any chain: every reader ignores them. */
  ignored: number
  creditsIn: number
  chargedCents: number
  balanceCents: number
  reservedCents: number
  freeCalls: number
}

export interface AuditOptions {
  readonly signal: AbortSignal
  onProgress(entries: number, total: number): void
}

/**
 * Every account's chain and arithmetic from the log itself, what each charge and purchase goes back
 * to, and the views against the fold. One partition after the other, so that memory holds a
 * partition's heads and digests.
 */
export async function verifyLog(source: AuditSource, options: AuditOptions) {
  const totals = noTotals()
  const findings = new Findings()
  await inTransaction(source.pool, async (client) => {
    // Before the ends of the log, so that the views are never ahead of what is folded.
    const views = await openSnapshot(client)
    const ends = await ledgerEnds(source)
    const total = ends.reduce((sum, end) => sum + end, 0)
    const folded = { entries: 0, accounts: 0 }
    for (const [partition, end] of ends.entries()) {
      const evidence = await gatherEvidence(source, partition)
      const audit = new PartitionAudit({ evidence, views, findings, totals })
      const seen = Math.min(views.offset(partition), end)
      for (const span of [{ from: 0, to: seen }, null, { from: seen, to: end }]) {
        if (span === null) await audit.compareViews(folded)
        else await fold(audit, { ...span, partition }, total)
      }
      audit.close()
    }
    await compareCounts(views, folded, findings)
    for (const accountId of await contradictions(client)) {
      const text = 'its entries are not those that were signed'
      findings.add({ kind: 'checkpoint does not match', accountId, seq: null, text })
    }
  })
  return { totals, findings }

  async function fold(audit: PartitionAudit, span: LogSpan, total: number): Promise<void> {
    for await (const entries of loggedEntries(source, span)) {
      options.signal.throwIfAborted()
      await audit.take(entries)
      options.onProgress(totals.entries + totals.ignored, total)
    }
  }
}

async function ledgerEnds({ log }: AuditSource): Promise<readonly number[]> {
  const ends: number[] = []
  for (let partition = 0; partition < topics.ledger.partitions; partition += 1) {
    ends.push(await log.end('ledger', partition))
  }
  return ends
}

interface CheckDeps {
  readonly evidence: Evidence
  readonly views: ViewsSnapshot
  readonly findings: Findings
  readonly totals: Totals
}

interface UsageSums {
  calls: number
  items: number
  chargedCents: number
}

class PartitionAudit {
  readonly #deps: CheckDeps
  readonly #chains = new Chains()
  readonly #usage = new Map<string, UsageSums>()
  /** Accounts of which a fault is known: what follows in them says nothing more. */
  readonly #faulty = new Set<string>()
  /** Charges of which an erasure may have taken the enrichment: the first of each account. */
  readonly #unproven = new Map<string, { entry: Entry; found: Pick<Finding, 'kind' | 'text'> }>()
  #viewsCompared = false

  constructor(deps: CheckDeps) {
    this.#deps = deps
  }

  async take(logged: readonly LoggedEntry[]): Promise<void> {
    const { views, totals } = this.#deps
    const valid = logged.filter((one) => this.#takeOne(one))
    totals.entries += valid.length
    totals.ignored += logged.length - valid.length
    if (this.#viewsCompared || valid.length === 0) return
    for (const { entry } of await views.strangers(valid)) {
      this.#find(entry, { kind: 'view differs', text: 'the view of entries shows another' })
    }
  }

  /** The views were folded up to here. */
  async compareViews(counted: { entries: number; accounts: number }): Promise<void> {
    const folded: Folded[] = [...this.#chains.heads].map(([accountId, head]) => {
      return { accountId, head, ...(this.#usage.get(accountId) ?? noUsage()) }
    })
    const sound = folded.filter(({ accountId }) => !this.#faulty.has(accountId))
    for (const accountId of await this.#deps.views.differing(sound)) {
      const text = 'its balance or its usage is not what its entries add up to'
      this.#deps.findings.add({ kind: 'view differs', accountId, seq: null, text })
    }
    counted.entries += folded.reduce((sum, { head }) => sum + head.seq, 0)
    counted.accounts += folded.length
    this.#viewsCompared = true
  }

  close(): void {
    const { totals } = this.#deps
    for (const { entry, found } of this.#unproven.values()) this.#find(entry, found)
    totals.accounts += this.#chains.heads.size
    for (const { credits, freeCalls, reserved } of this.#chains.heads.values()) {
      totals.balanceCents += credits
      totals.freeCalls += freeCalls
      totals.reservedCents += reserved
    }
  }

  /** False for what every reader ignores, because it does not continue a chain. */
  #takeOne({ entry, text }: LoggedEntry): boolean {
    const { account_id: id } = entry
    const fault = this.#chains.add(entry, text)
    if (fault?.kind === 'gap' || fault?.kind === 'broken chain') return this.#faulty.has(id)
    if (fault) {
      this.#find(entry, fault)
      return true
    }
    const missing = this.#deps.evidence.missing(entry)
    if (missing) this.#miss(entry, missing)
    if (entry.type === 'AccountClosed') this.#unproven.delete(id)
    this.#add(entry)
    return true
  }

  /** Only the end of the account excuses it, and that comes later in its ledger. */
  #miss(entry: Entry, found: Pick<Finding, 'kind' | 'text'>): void {
    const { account_id: id } = entry
    const erasable = found.kind === 'charge without its enrichment'
    if (!erasable || !this.#deps.evidence.isToBeClosed(id)) this.#find(entry, found)
    else if (!this.#unproven.has(id)) this.#unproven.set(id, { entry, found })
  }

  #find({ account_id: accountId, seq }: Entry, found: Pick<Finding, 'kind' | 'text'>): void {
    this.#faulty.add(accountId)
    const { kind, text } = found
    this.#deps.findings.add({ kind, text, accountId, seq })
  }

  #add(entry: Entry): void {
    const { totals } = this.#deps
    if (entry.type === 'CallCharged') {
      const usage = this.#usage.get(entry.account_id) ?? noUsage()
      this.#usage.set(entry.account_id, usage)
      usage.calls += 1
      usage.items += entry.details.items
      usage.chargedCents += entry.details.charged_cents
      totals.chargedCents += entry.details.charged_cents
    } else if (entry.type === 'CreditsPurchased') {
      totals.creditsIn += entry.credits_delta_cents
    }
  }
}

async function compareCounts(
  views: ViewsSnapshot,
  folded: { readonly entries: number; readonly accounts: number },
  findings: Findings,
): Promise<void> {
  if (findings.count > 0) return
  const { entries, accounts } = await views.counts()
  if (entries === folded.entries && accounts === folded.accounts) return
  const shown = `the views show ${entries} entries of ${accounts} accounts`
  const text = `${shown}, the log has ${folded.entries} of ${folded.accounts}`
  findings.add({ kind: 'view differs', accountId: 'all', seq: null, text })
}

function noUsage(): UsageSums {
  return { calls: 0, items: 0, chargedCents: 0 }
}

function noTotals(): Totals {
  const money = { creditsIn: 0, chargedCents: 0, balanceCents: 0, reservedCents: 0 }
  return { entries: 0, accounts: 0, ignored: 0, freeCalls: 0, ...money }
}
