import { describe, expect, test } from 'vitest'
import { matchLine } from '../../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../open-test-catalog.ts'

const catalog = testCatalog()
const withdrawal = 'TRANSFER_OUT_WITHDRAWAL'

function nameIn(line: string): string | null {
  return matchLine(catalog, line, -20).merchant
}

describe('a line about cash names the bank or the operator of the machine', () => {
  test.each([
    ['ATM WITHDRAWAL CHASE 0412', 'Chase'],
    ['ATM WDL SBI MG ROAD', 'State Bank of India'],
    ['RETIRO CAJERO BBVA', 'BBVA'],
    ['SAQUE 24H ITAU', 'Itaú'],
    ['BANKOMAT PKO BP WARSZAWA', 'PKO BP'],
    ['WYPLATA BANKOMAT ING', 'ING'],
    ['KONTANTUTTAG BANKOMAT SWEDBANK', 'Swedbank'],
    ['PARA CEKME GARANTI ATM', 'Garanti Bankası'],
    ['WDL ATM CBA BROADWAY NSW', 'Commonwealth Bank'],
    ['GELDAUTOMAAT GELDMAAT UTRECHT', 'Geldmaat'],
    ['CASH WITHDRAWAL NOTEMACHINE YORK', 'NoteMachine'],
    ['SAQUE BANCO24HORAS', 'Banco24Horas'],
  ])('%s', (line, bank) => {
    const answer = matchLine(catalog, line, -20)
    expect([answer.merchant, answer.category]).toEqual([bank, withdrawal])
    expect(answer.confidence).toBeGreaterThanOrEqual(0.7)
  })

  test('and not the bank whose message it is', () => {
    expect(nameIn('[우리은행] 11/03 10:12 110***2201 출금 20,000원 홍길동')).toBe(null)
  })

  test('and none where it names a street, a station or nothing', () => {
    const lines = [
      'ATM WITHDRAWAL 123 MAIN ST SPRINGFIELD',
      'ATM WITHDRAWAL UNION STATION DC',
      'ATM WITHDRAWAL FIRST AVE SEATTLE',
      'RETIRO EN CAJERO AUTOMATICO',
      'PRELIEVO BANCOMAT ROMA',
    ]
    expect(lines.map(nameIn)).toEqual(lines.map(() => null))
  })
})

describe('a transfer names the wallet or bank at its other end', () => {
  test.each([
    ['WISE TRANSFER', 'Wise'],
    ['TRANSFER FROM PAYPAL', 'PayPal'],
    ['UEBERWEISUNG AN TRADE REPUBLIC', 'Trade Republic'],
    ['TRANSFERENCIA DESDE NEQUI', 'Nequi'],
  ])('%s', (line, holder) => {
    const answer = matchLine(catalog, line, -20)
    expect([answer.merchant, answer.confidence]).toEqual([holder, 0.69])
  })

  test('and not where it names a payee as well', () => {
    const { reasons } = matchLine(catalog, 'TRANSFER FROM PAYPAL ANNA KOWALSKA', -20)
    expect(reasons).not.toContain('holder')
  })

  test('and nobody where it names none', () => {
    expect(nameIn('ONLINE TRANSFER TO CHECKING 1234')).toBe(null)
  })
})

test('no brand is read across the fields of a memo', () => {
  expect(nameIn('TRF LI/DL/ADEBAYO')).not.toBe('Lidl')
})
