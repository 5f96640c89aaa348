import { expect, it } from 'vitest'
import {
  emptySpending,
  largest,
  spendingWith,
} from '../../../../../src/console/app/pages/results/spending.ts'

it('money out is summed to the cent by category and merchant; money in and errors are not', () => {
  const spending = emptySpending()
  const food = { category: 'Food and Drink', merchant: 'Rewe', website: 'rewe.de' }
  spendingWith(spending, { row: 1, amount: -0.1, ...food })
  spendingWith(spending, { row: 2, amount: -0.2, ...food })
  spendingWith(spending, { row: 3, amount: 2_500, category: 'Income', merchant: 'Acme' })
  spendingWith(spending, { row: 4, error: { message: 'must be a number' } })
  spendingWith(spending, { row: 5, amount: -12.99, category: 'Entertainment', merchant: 'Netflix' })
  expect(largest(spending.categories, 'spentCents', 10)).toMatchObject([
    { name: 'Entertainment', spentCents: 1_299, rows: 1 },
    { name: 'Food and Drink', spentCents: 30, rows: 2 },
  ])
  expect(largest(spending.merchants, 'spentCents', 1)).toMatchObject([{ name: 'Netflix' }])
})
