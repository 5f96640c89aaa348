import { Card, PageHead, Tile } from '../../parts/card.tsx'
import { LowCredits } from '../../parts/low-credits.tsx'
import { balance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo, place } from '../../state/place.ts'
import { dollars, whole } from '../../state/words.ts'
import { AutoTopUp } from './auto-top-up.tsx'
import { Orders } from './orders.tsx'
import { Receipt } from './receipt.tsx'
import { TopUp } from './top-up.tsx'

export function Credits() {
  const { id } = place.value
  return id === '' ? <AllCredits /> : <Receipt key={id} id={id} />
}

function AllCredits() {
  const held = balance.value
  const account = useLoaded('threshold', async (signal) => {
    return (await call<{ low_credits_cents: number | null }>('GET', '/account', { signal })).json
  })
  const low = account.value?.low_credits_cents ?? null
  return (
    <>
      <PageHead title="Credits" words="Prepaid, in dollars. Free calls are used before them." />
      <div class="stacked">
        {held && <LowCredits held={held} lowCents={low} />}
        <div class="tiles">
          <Tile
            title="Credits"
            figure={held ? dollars(held.balance_cents) : '–'}
            hint={<Threshold isKnown={account.value !== null} lowCents={low} />}
          />
          <Tile
            title="Set aside for jobs"
            figure={held ? dollars(held.reserved_cents) : '–'}
            hint="given back where not used"
          />
          <Tile
            title="Free calls left"
            figure={held ? whole(held.free_calls_remaining) : '–'}
            hint="used before credits"
          />
        </div>
        <Card title="Add credits">
          <TopUp />
        </Card>
        <AutoTopUp />
        <Orders />
      </div>
    </>
  )
}

interface ThresholdParts {
  readonly isKnown: boolean
  readonly lowCents: number | null
}

function Threshold({ isKnown, lowCents }: ThresholdParts) {
  if (!isKnown) return <>&nbsp;</>
  const words =
    lowCents === null ? 'Warn me when they are low' : `warned below ${dollars(lowCents)}`
  return <a href={linkTo('settings')}>{words}</a>
}
