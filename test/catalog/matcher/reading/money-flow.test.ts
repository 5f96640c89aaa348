import { expect, test } from 'vitest'
import { MoneyFlow, nobodys } from '../../../../src/catalog/matcher/reading/money-flow.ts'
import { testCatalog } from '../../open-test-catalog.ts'

const { categoryModel } = testCatalog()
const flowOf = (line: string, amount: number | null = null) =>
  new MoneyFlow(categoryModel, line.split(' '), amount)
const first = { from: 0, to: 1 }

test('a word tells whether money came, an amount is believed before it', () => {
  expect(flowOf('transferencia recibida bbva').told(nobodys)).toBe(true)
  expect(flowOf('transferencia enviada bbva').told(nobodys)).toBe(false)
  expect(flowOf('transferencia recibida bbva', -5).told(nobodys)).toBe(false)
  expect(flowOf('transferencia enviada bbva', 5).isIncoming(nobodys)).toBe(true)
})

test('words of both kinds tell nothing, as none does', () => {
  expect(flowOf('adeudo recibido').told(nobodys)).toBe(null)
  expect(flowOf('zorblax').told(nobodys)).toBe(null)
})

test('words of the name tell nothing', () => {
  expect(flowOf('salon zorblax').told(nobodys)).toBe(null)
  expect(flowOf('lohn zorblax').told(nobodys)).toBe(true)
  expect(flowOf('lohn zorblax').told(first)).toBe(null)
  expect(flowOf('retour zorblax refund').isRefund({ from: 1, to: 2 })).toBe(true)
  expect(flowOf('refund zorblax').isRefund(first)).toBe(false)
})

test('where no word tells, the model does', () => {
  expect(flowOf('virement de julien').isIncoming(nobodys)).toBe(true)
  expect(flowOf('virement a julien').isIncoming(nobodys)).toBe(false)
})
