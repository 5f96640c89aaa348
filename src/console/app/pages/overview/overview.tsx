import { useEffect } from 'preact/hooks'
import { Bars } from '../../parts/bars.tsx'
import { Card, PageHead, Tile } from '../../parts/card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Shown } from '../../parts/shown.tsx'
import type { BalanceAnswer, UsageAnswer } from '../../state/answers.ts'
import { balance, readBalance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo } from '../../state/place.ts'
import { count, dollars, shortHash, whole } from '../../state/words.ts'
import { stepsOf } from '../usage/read-usage.ts'
import { awaitCredits } from './await-credits.ts'
import { firstCall } from './first-call.ts'
import { FirstSteps } from './first-steps.tsx'

const dayMs = 86_400_000
const days = 30

interface OverviewAnswers {
  readonly balance: BalanceAnswer
  /** Days from the first of last month on. */
  readonly usage: UsageAnswer
}

export function Overview({ baseUrl }: { readonly baseUrl: string }) {
  const loaded = useLoaded('overview', readOverview)
  useEffect(() => {
    const order = new URLSearchParams(location.search).get('order')
    if (order === null) return
    history.replaceState(null, '', location.pathname + location.hash)
    void awaitCredits(order).then(loaded.reload)
  }, [])
  return (
    <>
      <PageHead title="Overview" words="Your credits and calls at a glance." />
      <div class="stacked">
        <Shown of={loaded} lines={16}>
          {(answers) => (
            <>
              <Figures of={answers} />
              <FirstSteps />
              <LastDays usage={answers.usage} />
            </>
          )}
        </Shown>
        <Card title="Call it from your code">
          <p>
            Your API key goes into <code>$KEY</code>. <a href={linkTo('keys')}>Make a key</a>, or
            read more in the <a href="/docs">documentation</a>.
          </p>
          <Copyable text={firstCall(baseUrl)} />
        </Card>
      </div>
    </>
  )
}

async function readOverview(signal: AbortSignal): Promise<OverviewAnswers> {
  const now = new Date()
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)
  const from = new Date(Math.min(lastMonth, Date.now() - days * dayMs)).toISOString().slice(0, 10)
  const [held, used] = await Promise.all([
    readBalance(),
    call<UsageAnswer>('GET', `/usage?granularity=day&from=${from}`, { signal }),
  ])
  return { balance: held, usage: used.json }
}

function Figures({ of }: { readonly of: OverviewAnswers }) {
  const held = balance.value ?? of.balance
  const { thisMonth, lastMonth } = spentByMonth(of.usage)
  return (
    <div class="tiles">
      <Tile title="Credits" figure={dollars(held.balance_cents)} hint={creditWords(held)} />
      <Tile
        title="Free calls left"
        figure={whole(held.free_calls_remaining)}
        hint="used before credits"
      />
      <Tile
        title="Spent this month"
        figure={dollars(thisMonth)}
        hint={`${dollars(lastMonth)} last month`}
      />
      <Tile
        title="Ledger"
        figure={count(held.ledger.seq, 'entry', 'entries')}
        hint={
          <a href={linkTo('ledger')} class="mono" title={held.ledger.hash}>
            {shortHash(held.ledger.hash)}
          </a>
        }
      />
    </div>
  )
}

function creditWords(held: BalanceAnswer) {
  if (held.debt_cents > 0) return `${dollars(held.debt_cents)} owed: the next credits pay it first`
  if (held.reserved_cents > 0) return `${dollars(held.reserved_cents)} more set aside for jobs`
  return <a href={linkTo('credits')}>Add credits</a>
}

function spentByMonth({ series }: Pick<UsageAnswer, 'series'>, now = new Date()) {
  const month = now.toISOString().slice(0, 7)
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1))
  const spentIn = (prefix: string) =>
    series
      .filter(({ start }) => start.startsWith(prefix))
      .reduce((sum, { charged_cents: cents }) => sum + cents, 0)
  return { thisMonth: spentIn(month), lastMonth: spentIn(before.toISOString().slice(0, 7)) }
}

function LastDays({ usage }: { readonly usage: UsageAnswer }) {
  const from = new Date(Date.parse(usage.to) - (days - 1) * dayMs).toISOString()
  const steps = stepsOf({ from, to: usage.to }, 'day')
  const byStart = new Map(usage.series.map((step) => [step.start, step]))
  const free = steps.map((start) => byStart.get(start)?.free_calls ?? 0)
  const paid = steps.map((start, index) => (byStart.get(start)?.items ?? 0) - (free[index] ?? 0))
  const sum = [...free, ...paid].reduce((total, value) => total + value, 0)
  return (
    <Card
      title={`Items enriched in the last ${days} days`}
      aside={<a href={linkTo('usage')}>Usage</a>}
    >
      <Bars
        labels={steps.map((start) => start.slice(5, 10))}
        series={[
          { name: 'Paid', values: paid },
          { name: 'By free calls', values: free },
        ]}
        format={whole}
        words={sum === 0 ? 'Nothing yet.' : `${count(sum, 'item')} in all.`}
      />
    </Card>
  )
}
