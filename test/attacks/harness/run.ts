import { newAccount, spendFreeCalls } from '../../scenarios/client.ts'
import { isAlive } from '../../scenarios/processes.ts'
import type { RunningService } from '../../scenarios/service.ts'
import { startService } from '../../scenarios/service.ts'
import { until } from '../../until.ts'
import type { Attack, Form, Struck } from './attack.ts'
import { strikeFromElsewhere } from './attacker.ts'
import { openBystander } from './bystander.ts'
import { diskOf, memoryOf } from './footprint.ts'
import type { Report } from './limits.ts'
import { backWithinMs, diskSlackMib, memorySlackMib } from './limits.ts'
import type { Bought } from './money.ts'
import { mintedCents } from './money.ts'

const bystanderCents = 100_000
const diskEveryMs = 500
/** The bystander makes so many calls before anything is measured: Node has compiled by then. */
const warmUpMs = 2_000

/** A fresh service of the embedded mode, a bystander, an attack; and the world a minute after. */
export async function runAttack(attack: Attack, form: Form): Promise<Report> {
  const service = await startService({ LOG_LEVEL: 'info', ...attack.env }, 'embedded')
  try {
    return await runOn(service, attack, form)
  } finally {
    await service.close()
  }
}

async function runOn(service: RunningService, attack: Attack, form: Form): Promise<Report> {
  const purses = await fill(service, attack)
  const [own] = purses
  if (!own) throw new Error('There is no bystander.')
  await warmUp(service, own)
  const before = { memory: memoryOf(service.pid()), disk: diskOf(service.dataDir) }
  let diskPeak = before.disk
  const looking = setInterval(() => {
    diskPeak = Math.max(diskPeak, diskOf(service.dataDir))
  }, diskEveryMs)
  const bystander = openBystander(service.url, own.account)
  const accounts = purses.slice(1).map(({ account }) => account)
  const given = { url: service.url, form, accounts }
  const struck: Struck = await strikeFromElsewhere(attack.name, given).finally(() =>
    clearInterval(looking),
  )
  const bystood = await bystander.leave()
  const isBack = await comesBack(service, before)
  const after = memoryOf(service.pid())
  const died = !isAlive(service.pid())
  return {
    ...struck,
    name: attack.name,
    says: attack.says,
    bystander: bystood,
    memory: after && {
      before: before.memory?.now ?? 0,
      peak: after.peak,
      after: after.now,
    },
    disk: { before: before.disk, peak: diskPeak, after: diskOf(service.dataDir) },
    isBack,
    minted: died ? null : await mintedCents(service, purses),
    died,
  }
}

/** The bystander's purse first, then those of the attack. */
async function fill(service: RunningService, attack: Attack): Promise<readonly Bought[]> {
  const purses: Bought[] = []
  for (const { cents, spent } of [{ cents: bystanderCents, spent: true }, ...attack.purses]) {
    const account = await newAccount(service, cents)
    if (spent) await spendFreeCalls(service, account)
    purses.push({ account, cents })
  }
  return purses
}

async function warmUp(service: RunningService, { account }: Bought): Promise<void> {
  const bystander = openBystander(service.url, account)
  const began = performance.now()
  await until('the service is warm', () => performance.now() - began > warmUpMs)
  await bystander.leave()
}

interface Before {
  readonly memory: ReturnType<typeof memoryOf>
  readonly disk: number
}

/** Whether disk and memory are, within a minute, about what they were before. */
async function comesBack(service: RunningService, before: Before): Promise<boolean> {
  const isSo = () =>
    diskOf(service.dataDir) <= before.disk + diskSlackMib &&
    (memoryOf(service.pid())?.now ?? 0) <= (before.memory?.now ?? 0) + memorySlackMib
  return until('disk and memory are back', isSo, backWithinMs).catch(() => false)
}
