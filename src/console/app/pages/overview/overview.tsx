import { useEffect } from 'preact/hooks'
import { Bars } from '../../parts/bars.tsx'
import { Card, PageHead, Tile } from '../../parts/card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { LowCredits } from '../../parts/low-credits.tsx'
import { Shown } from '../../parts/shown.tsx'
import type { BalanceAnswer } from '../../state/answers.ts'
import { balance } from '../../state/balance.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo } from '../../state/place.ts'
import { count, dollars, percent, shortHash, whole } from '../../state/words.ts'
import { MatchRate } from '../usage/match-rate.tsx'
import { stepsOf } from '../usage/read-usage.ts'
import { awaitCredits } from './await-credits.ts'
import { firstCall } from './first-call.ts'
import { FirstSteps } from './first-steps.tsx'
import { LatestRequests } from './latest-requests.tsx'
import type { MonthsSpent, OverviewAnswers } from './read-overview.ts'
import { daysShown, readOverview, spentByMonth } from './read-overview.ts'
import { RunningJobs } from './running-jobs.tsx'

const dayMs = 86_400_000

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
      <Shown of={loaded} lines={24}>
        {(answers) => (
          <>
            <LowCredits held={balance.value ?? answers.balance} lowCents={answers.lowCents} />
            <Figures of={answers} />
            <RunningJobs jobs={answers.jobs} />
            <FirstSteps of={answers} />
            <LastDays of={answers} />
            <LatestRequests requests={answers.requests} />
            <Card title="Call it from your code">
              <p>
                Your API key goes into <code>$KEY</code>. <a href={linkTo('keys')}>Make a key</a>,
                or read more in the <a href="/docs">documentation</a>.
              </p>
              <Copyable text={firstCall(baseUrl)} />
            </Card>
          </>
        )}
      </Shown>
    </>
  )
}

function Figures({ of }: { readonly of: OverviewAnswers }) {
  const held = balance.value ?? of.balance
  const spent = spentByMonth(of.usage, new Date())
  return (
    <div class="tiles">
      <Tile title="Credits" figure={dollars(held.balance_cents)} hint={creditWords(held)} />
      <Tile
        title="Free calls left"
        figure={whole(held.free_calls_remaining)}
        hint="used before credits"
      />
      <Tile title="Spent this month" figure={dollars(spent.thisMonth)} hint={trendOf(spent)} />
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

/** Held against the same days of last month: a whole month beside three days says nothing. */
function trendOf({ thisMonth, lastMonth, lastMonthSoFar }: MonthsSpent): string {
  const all = `${dollars(lastMonth)} in all of last month`
  if (lastMonthSoFar === 0) return all
  const change = Math.round((thisMonth / lastMonthSoFar - 1) * 100)
  const sign = change < 0 ? '▼' : '▲'
  const words = change === 0 ? 'as much as' : `${sign} ${Math.abs(change)} % beside`
  return `${words} ${dollars(lastMonthSoFar)} by this day of last month; ${all}`
}

function LastDays({ of: { usage, matches } }: { readonly of: OverviewAnswers }) {
  const from = new Date(Date.parse(usage.to) - (daysShown - 1) * dayMs).toISOString()
  const steps = stepsOf({ from, to: usage.to }, 'day')
  const byStart = new Map(usage.series.map((step) => [step.start, step]))
  const days = steps.map((start) => byStart.get(start))
  const free = days.map((day) => day?.free_calls ?? 0)
  const paid = days.map((day, index) => (day?.items ?? 0) - (free[index] ?? 0))
  const missed = days.map((day) => day?.errors ?? 0)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const answered = sum(free) + sum(paid)
  const calls = sum(days.map((day) => day?.calls ?? 0))
  const words =
    `${count(answered, 'item')} answered, ${count(sum(missed), 'call')} not found or refused` +
    `: ${percent(calls, calls + sum(missed))} of all calls were answered.`
  const labels = steps.map((start) => start.slice(5, 10))
  return (
    <>
      <Card
        title={`Calls of the last ${daysShown} days`}
        aside={<a href={linkTo('usage')}>Usage</a>}
      >
        <Bars
          labels={labels}
          series={[
            { name: 'Paid', values: paid },
            { name: 'By free calls', values: free },
            { name: 'Not answered', values: missed },
          ]}
          format={whole}
          words={answered + sum(missed) === 0 ? 'Nothing yet.' : words}
        />
      </Card>
      {matches.totals.looked_up > 0 && (
        <MatchRate
          title={`Found in the last ${daysShown} days`}
          answer={matches}
          steps={steps}
          labels={labels}
        />
      )}
    </>
  )
}
