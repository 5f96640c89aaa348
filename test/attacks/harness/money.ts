import type { Account } from '../../scenarios/client.ts'
import { balanceOf } from '../../scenarios/client.ts'
import { auditOf } from '../../scenarios/ledger-auditor.ts'
import type { RunningService } from '../../scenarios/service.ts'
import { until } from '../../until.ts'

export interface Bought {
  readonly account: Account
  readonly cents: number
}

/**
 * Cents that nobody has paid for: held or spent beyond what was bought. Each ledger is recomputed by
 * the auditor, who shares no code with the service and throws at the first fault.
 */
export async function mintedCents(
  service: Pick<RunningService, 'url'>,
  purses: readonly Bought[],
): Promise<number> {
  let minted = 0
  for (const { account, cents } of purses) {
    const audit = await auditOf(service, account)
    const charged = audit.charges().reduce((sum, { details }) => sum + details.charged_cents, 0)
    minted += Math.abs(audit.balance + audit.reserved + charged - cents)
    await until(`the balance of ${account.id} is that of its ledger`, async () => {
      return (await balanceOf(service, account)) === (await auditOf(service, account)).balance
    })
  }
  return minted
}
