import { expect, test } from 'vitest'
import { guessByLine } from '../../../src/catalog/matcher/knowledge/categories/category-model.ts'
import { matchLine } from '../../../src/catalog/matcher/match-line.ts'
import { read } from '../../../src/catalog/matcher/reading/reading.ts'
import { testCatalog } from '../open-test-catalog.ts'

const catalog = testCatalog()
const match = (line: string, amount: number | null = -20) => matchLine(catalog, line, amount)

test.each([
  ['PAGO MOVIL EN BAR CAN ROIG, COMISION 0,00', 'Bar Can Roig'],
  ['POS presso: FERRAMENTA TRE PINI VIA ROMA 2 Nessuna commissione', 'Ferramenta Tre Pini'],
])('a fee that is none is no fee: %s', (line, merchant) => {
  expect(match(line)).toMatchObject({ merchant })
  expect(match(line).category).not.toMatch(/^BANK_FEES/)
})

test.each([
  'COMISION MANTENIMIENTO 1,50',
  'FOREIGN TRANSACTION FEE 10.00',
  'KONTOFUEHRUNG ENTGELT 3,90',
  'ATM FEE 2.00',
])('a fee that is one stays one: %s', (line) => {
  expect(match(line)).toMatchObject({ merchant: null })
  expect(match(line).category).toMatch(/^BANK_FEES/)
})

test.each([
  '신한카드(1054)승인 홍*동 12,700원(일시불)10/22 15:48 행복한의원 누적98,700원',
  '[현대카드]-승인 김*수님 1,500원(일시불) 달빛분식 누적:354,220원',
])('the issuer of a card that writes of a purchase is not surely who was paid: %s', (line) => {
  const { merchantId, confidence } = match(line)
  expect(merchantId === null || confidence < 0.5).toBe(true)
})

test('the words beside a name that nobody knows tell what it sold', () => {
  const sold = (word: string, came: boolean) =>
    guessByLine(catalog.categoryModel, {
      keys: ['zorblax', word],
      from: 0,
      to: 1,
      came,
      phrase: null,
    })
  expect(sold('tuition', false)?.category).toBe('GENERAL_SERVICES_EDUCATION')
  expect(sold('payroll', true)?.category).toBe('INCOME_WAGES')
})

test('so does the sign of the amount', () => {
  const sent = (came: boolean) =>
    guessByLine(catalog.categoryModel, { keys: ['transfer'], from: 0, to: 0, came, phrase: null })
      ?.category
  expect(sent(true)).toMatch(/^TRANSFER_IN/)
  expect(sent(false)).toMatch(/^TRANSFER_OUT/)
})

test.each([
  ['ZAHLUNGSEINGANG DEUTSCHE BANK', 'ZAHLUNGSAUSGANG DEUTSCHE BANK'],
  ['TRANSFERENCIA RECIBIDA BBVA', 'TRANSFERENCIA ENVIADA BBVA'],
  ['PRZELEW PRZYCHODZACY PKO', 'PRZELEW WYCHODZACY PKO'],
  ['우리은행 입금', '우리은행 출금'],
])('without an amount a word tells whether money came: %s', (came, went) => {
  expect(match(came, null).category).toMatch(/^(TRANSFER_IN|INCOME)_/)
  expect(match(went, null).category).not.toMatch(/^(TRANSFER_IN|INCOME)_/)
})

test('an amount is believed before a word', () => {
  expect(match('TRANSFERENCIA RECIBIDA BBVA', -50).category).toMatch(/^TRANSFER_OUT_/)
})

test.each([
  ['SUN LIFE', 'GENERAL_SERVICES_INSURANCE', 'INCOME_OTHER_INCOME'],
  ['HM REVENUE AND CUSTOMS', 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT', 'INCOME_TAX_REFUND'],
])('what an insurer or the tax office pays is income: %s', (line, paid, came) => {
  expect(match(line, -80)).toMatchObject({ merchantId: expect.any(String), category: paid })
  expect(match(line, 80)).toMatchObject({ merchantId: expect.any(String), category: came })
})

test.each([
  ['REFUND KESTREL & HOOD', match('REFUND KESTREL & HOOD', -12).category],
  ['REFUND SUN LIFE', 'GENERAL_SERVICES_INSURANCE'],
  ['UBER TRIP AMSTERDAM', 'TRANSPORTATION_TAXIS_AND_RIDE_SHARES'],
])('a refund keeps the category of the purchase, whoever was paid: %s', (line, bought) => {
  expect(match(line, 12).category).toBe(bought)
})

test.each([
  ['STATE FARM FROM CHECKING 1234', 'GENERAL_SERVICES_INSURANCE'],
  ['DVLA VEHICLE TAX FROM 1234', 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT'],
])('where neither amount nor word tells, an insurer or office was paid: %s', (line, paid) => {
  expect(match(line, null).category).toBe(paid)
})

test.each([
  ['PAYPAL REFUND', 'TRANSFER_IN_ACCOUNT_TRANSFER'],
  ['HM REVENUE AND CUSTOMS REFUND', 'INCOME_TAX_REFUND'],
])('but what a wallet or the tax office gives back came: %s', (line, came) => {
  expect(match(line, 50).category).toBe(came)
})

test('of words that nobody ever wrote the model guesses nothing', () => {
  const keys = ['qqxzvw']
  expect(
    guessByLine(catalog.categoryModel, { keys, from: 0, to: 0, came: null, phrase: null }),
  ).toBe(null)
})

test.each([
  ['TRANSFER TO BRUMVEX PLUMBING LTD', 'Brumvex Plumbing', 'TRANSFER TO JOHN BRUMVEX'],
  ['VIREMENT A BRUMVEX MENUISERIE SARL', 'Brumvex Menuiserie', 'VIREMENT A SOPHIE MARTIN'],
  ['UEBERWEISUNG AN BRUMVEX SANITAER GMBH', 'Brumvex Sanitaer', 'UEBERWEISUNG AN PETRA VOGEL'],
])('money sent names a business and no person: %s', (line, merchant, toPerson) => {
  expect(match(line)).toMatchObject({ merchant })
  expect(match(line).confidence).toBeGreaterThan(0.5)
  expect(match(toPerson).merchant).toBe(null)
})

test('a strange word beside a brand bounds its confidence, and hides it from nobody', () => {
  const { domain, confidence } = match('ALBERT VRUMICE 0412 BRNO')
  expect(domain).toBe('albert.cz')
  expect(confidence).toBeGreaterThan(0.5)
  expect(confidence).toBeLessThan(0.7)
})

test('the word of another trade leaves one word of a brand doubtful, and a longer name if it must', () => {
  expect(match('ESSO CHURCH').confidence).toBeLessThan(0.7)
  expect(match('BURGER KING PHARMACY LEEDS').confidence).toBeLessThan(0.7)
  const { domain, confidence } = match('BARNES NOBLE CAFE 2811 DENVER CO')
  expect(domain).toBe('barnesandnoble.com')
  expect(confidence).toBeGreaterThan(0.9)
})

test.each([
  ['Klarna Zalando Rechnung', 'Zalando'],
  ['Klarna Bank AB (publ) Zalando 8H2KJ1MN Rechnung', 'Zalando'],
  ['Klarna Bank AB Rechnung 99', 'Klarna'],
])("a wallet beside the bank's word carries for whom the line names: %s", (line, merchant) => {
  expect(match(line).merchant).toBe(merchant)
})

test('a short number begins a name', () => {
  expect(match('PAYPAL *123FLOWERS').merchant).toBe('123flowers')
  expect(match('PAYPAL *8H2KJ1MN').merchant).toBe('PayPal')
})

test('a wallet under the whole name of its company is the wallet', () => {
  expect(match('PayPal (Europe) S.a.r.l. et Cie., S.C.A.').merchant).toBe('PayPal')
})

test("a platform's own number behind its star is nobody's name", () => {
  const { merchant, confidence } = match('GRAB* A 8KQ2W7PLMX4T BATU FERRING MY')
  expect(merchant).toBe('Grab')
  expect(confidence).toBeGreaterThan(0.9)
  expect(match('FOODPANDA *CHICKEN HOUSE SG').merchant).toBe('Chicken House')
  // The rule leaves the shop to be read; the models decide whether it is the merchant.
  expect(read(catalog, 'GRAB *CHICKEN HOUSE SG', -20).lead.start).toBe(1)
  expect(read(catalog, 'GRAB* A 8KQ2W7PLMX4T SG', -20).lead.start).toBe(0)
})

test.each([
  ['BRUMVEX KAFE MCC5411', '5411', 'FOOD_AND_DRINK_GROCERIES'],
  ['Покупка BRUMVEX MCC: 5912 12.03', '5912', 'MEDICAL_PHARMACIES_AND_SUPPLEMENTS'],
  ['BRUMVEX \u041c\u0421\u0421 4784', '4784', 'TRANSPORTATION_TOLLS'],
])('a merchant category code that the line states tells what was bought: %s', (line, mcc, code) => {
  expect(match(line)).toMatchObject({ mcc, category: code })
})

test('a brand that is surely known keeps its category, and a transfer its direction', () => {
  const coffee = { merchant: 'Starbucks', mcc: '5812', category: 'FOOD_AND_DRINK_COFFEE' }
  expect(match('STARBUCKS COFFEE MCC5812')).toMatchObject(coffee)
  expect(match('BRUMVEX MCC4829', 20).category).toBe('TRANSFER_IN_ACCOUNT_TRANSFER')
  expect(match('BRUMVEX MCC4829', -20).category).toBe('TRANSFER_OUT_ACCOUNT_TRANSFER')
  expect(match('MCC BRUMVEX MCC 5411').mcc).toBe('5411')
})

test.each(['BRUMVEX KAFE MCC1234', 'BRUMVEX KAFE 5411', 'BRUMVEX KAFE MCC'])(
  'what is no such code tells nothing: %s',
  (line) => {
    expect(match(line)).toEqual({ ...match(line), mcc: null, category: 'FOOD_AND_DRINK_COFFEE' })
  },
)

test.each([
  'Recibiste una transferencia en tu cuenta',
  'TRANSFER RECEIVED FROM ANNA MARIA BRUMVEX',
  'PRZELEW PRZYCHODZACY ANNA BRUMVEX',
  'GELEN HAVALE ANNA BRUMVEX',
])('without an amount the words tell that money came: %s', (line) => {
  expect(match(line, null).category).toMatch(/^(TRANSFER_IN|INCOME)_/)
  expect(match(line, -20).category).not.toMatch(/^(TRANSFER_IN|INCOME)_/)
})

test.each([
  'CREDIT CARD PAYMENT',
  'TRANSFER FROM CURRENT ACCOUNT TO SAVINGS',
  'PRZELEW WYCHODZACY ANNA BRUMVEX',
])('and that it went: %s', (line) => {
  expect(match(line, null).category).not.toMatch(/^(TRANSFER_IN|INCOME)_/)
})

test('signs of Chinese and Japanese tell the trade of a name that nobody has seen', () => {
  expect(match('連世歯科').category).toBe('MEDICAL_DENTAL_CARE')
})

test('a telephone company that is paid by transfer is no transfer, and a bank is', () => {
  expect(match('VODAFONE TRANSFER 12345').category).toMatch(/^RENT_AND_UTILITIES_/)
  expect(match('TRANSFER TO BARCLAYS').category).toMatch(/^TRANSFER_OUT_/)
})
