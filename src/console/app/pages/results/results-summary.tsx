import { Card } from '../../parts/card.tsx'
import { Logo } from '../../parts/logo.tsx'
import { Shares } from '../../parts/shares.tsx'
import { changeQuery } from '../../state/place.ts'
import { count, dollars } from '../../state/words.ts'
import { largest, noCategory, type Spending, type SpentName } from './spending.ts'

const categoriesMax = 10
const merchantsMax = 10

/** Where the money went. A category narrows the table below to its rows. */
export function Summary({ spending }: { readonly spending: Spending }) {
  const by = spending.hasAmounts ? 'spentCents' : 'rows'
  const words = ({ spentCents, rows }: SpentName) =>
    spending.hasAmounts ? `${amountOf(spentCents)} · ${count(rows, 'row')}` : count(rows, 'row')
  const categories = largest(spending.categories, by, categoriesMax)
  const merchants = largest(spending.merchants, by, merchantsMax)
  return (
    <div class="halves">
      <Card title={spending.hasAmounts ? 'Spending by category' : 'Rows by category'}>
        {categories.length === 0 && <p class="quiet">No money went out.</p>}
        <Shares
          label="By category"
          rows={categories.map((one) => ({
            name: one.name,
            value: one[by],
            words: words(one),
            ...(one.name === noCategory
              ? {}
              : { onChoose: () => changeQuery({ category: one.name, show: '' }) }),
          }))}
        />
      </Card>
      <Card title="Top merchants">
        {merchants.length === 0 && <p class="quiet">No merchant was told.</p>}
        <Shares
          label="By merchant"
          rows={merchants.map((one) => ({
            name: one.name,
            value: one[by],
            words: words(one),
            start: <Logo domain={one.website} size={32} />,
            onChoose: () => changeQuery({ text: one.name, category: '', show: '' }),
          }))}
        />
      </Card>
    </div>
  )
}

/** The file says no currency, so none is put before the amount. */
function amountOf(cents: number): string {
  return dollars(cents).replace('$', '')
}
