import { Card, PageHead, Tile } from '../../parts/card.tsx'
import { Shown } from '../../parts/shown.tsx'
import { open } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { place } from '../../state/place.ts'
import { saveAnswer } from '../../state/save.ts'
import { dollars, percent, whole } from '../../state/words.ts'
import { MatchRate } from './match-rate.tsx'
import type { UsageShown, UsageWindowAsked } from './read-usage.ts'
import { readUsage, usagePath } from './read-usage.ts'
import { labelOf, UsageChart } from './usage-chart.tsx'
import { GroupTable, StepTable } from './usage-tables.tsx'
import { askedBy, UsageWindow } from './usage-window.tsx'

export function Usage() {
  const asked = askedBy(place.value.query)
  const loaded = useLoaded(usagePath(asked), (signal) => readUsage(asked, signal))
  return (
    <>
      <PageHead
        title="Usage"
        words="What was charged is a sum of your ledger, to the cent. Times are UTC."
        aside={
          <button class="button button-quiet" type="button" onClick={() => void download(asked)}>
            Download CSV
          </button>
        }
      />
      <UsageWindow asked={asked} />
      <Shown of={loaded} lines={14}>
        {(shown) => <UsageFound shown={shown} asked={asked} />}
      </Shown>
    </>
  )
}

interface UsageFoundParts {
  readonly shown: UsageShown
  readonly asked: UsageWindowAsked
}

function UsageFound({ shown, asked }: UsageFoundParts) {
  const { totals } = shown.answer
  const paidBy = totals.items - totals.free_calls
  return (
    <div class="stacked">
      <div class="tiles">
        <Tile title="Spent" figure={dollars(totals.charged_cents)} hint="out of your credits" />
        <Tile
          title="Items enriched"
          figure={whole(totals.items)}
          hint={`${whole(Math.max(0, paidBy))} paid, ${whole(totals.free_calls)} by free calls`}
        />
        <Tile
          title="Answers given"
          figure={whole(totals.calls)}
          hint="to calls, batches and chunks of jobs, also by free calls"
        />
        <Tile
          title="Not answered"
          figure={whole(totals.errors)}
          hint={`not found or refused: free; ${percent(totals.calls, totals.calls + totals.errors)} were answered`}
        />
      </div>
      <UsageChart shown={shown} asked={asked} />
      <MatchRate
        title="Found"
        answer={shown.matches}
        steps={shown.steps}
        labels={shown.steps.map((start) => labelOf(start, asked.step))}
      />
      <GroupTable shown={shown} asked={asked} />
      <Card>
        <details>
          <summary>All steps as a table</summary>
          <StepTable shown={shown} asked={asked} />
        </details>
      </Card>
    </div>
  )
}

async function download(asked: UsageWindowAsked): Promise<void> {
  const response = await open('GET', usagePath(asked), { headers: { Accept: 'text/csv' } })
  await saveAnswer(response, `usage-by-${asked.by}.csv`)
}
