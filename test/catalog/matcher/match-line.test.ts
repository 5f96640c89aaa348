import { describe, expect, test } from 'vitest'
import { liesIn } from '../../../src/catalog/matcher/knowledge/towns.ts'
import { matchLine } from '../../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../open-test-catalog.ts'

const catalog = testCatalog()
const match = (line: string, amount: number | null = -20) => matchLine(catalog, line, amount)

describe('a famous word in the name of a local shop is not the brand', () => {
  test.each([
    'SHELL SEAFOOD SHACK DESTIN FL',
    'TARGET PRACTICE ARCHERY RENO NV',
    'APPLE VALLEY DENTAL CARE',
    'MARRIOTT LANE MARKET',
    'NEXT DOOR CAFE YORK',
    'LINEAR FITNESS LAB',
    'SUBWAY TILE & STONE ALBANY NY',
    'ORANGE BLOSSOM NURSERY OCALA FL',
  ])('%s', (line) => {
    const { domain, confidence } = match(line)
    expect(domain === null || confidence < 0.7).toBe(true)
  })
})

describe('whatever trade stands behind a famous word, the brand is not sure', () => {
  const famous =
    'TARGET SHELL APPLE SUBWAY DELTA GREGGS LIDL ZARA ESSO HILTON STARBUCKS WALMART TESLA NETFLIX ' +
    'TESCO CARREFOUR ROSSMANN ALLIANZ VODAFONE WOOLWORTHS RELIANCE OXXO'
  const trades = [
    'STREET CAFE',
    'FAMILY DENTISTRY',
    '& SONS PLUMBING',
    'MUSIC ACADEMY',
    'TREE SERVICE',
    'WOODWORKS',
    'PHOTOGRAPHY',
    'VALLEY VETERINARY CLINIC',
    'COVE MARINA',
    'FAMILY FARM',
    'CHURCH',
  ]
  test.each(famous.split(' '))('%s', (word) => {
    const sure = trades.filter((trade) => {
      const { domain, confidence } = match(`${word} ${trade}`)
      return domain !== null && confidence >= 0.7
    })
    expect(sure).toEqual([])
  })
})

describe('a branch, a number or a town leaves a brand sure', () => {
  test.each([
    ['STARBUCKS COFFEE 3321 OMAHA NE', 'starbucks.com'],
    ['TESCO PETROL STATION LUTON', 'tesco.com'],
    ['MARRIOTT CHICAGO DOWNTOWN CHICAGO IL', 'marriott.com'],
    ['FORTINOS GAS BAR 221 GUELPH ON', 'fortinos.ca'],
    ['REWEMARKT ULM', 'rewe.de'],
  ])('%s', (line, domain) => {
    const answer = match(line)
    expect(answer.domain).toBe(domain)
    expect(answer.confidence).toBeGreaterThanOrEqual(0.7)
  })
})

test('an Australian chain is not sure behind an American till', () => {
  expect(match('RED ROOSTER PERTH WA').domain).toBe('redrooster.com.au')
  expect(match('TST* RED ROOSTER GRILL').confidence).toBeLessThan(0.7)
})

describe('a brand of many countries is answered with its main site where none is named', () => {
  test.each([
    ['VODAFONE', 'vodafone'],
    ['SHELL 12441', 'shell'],
    ['IKEA 264', 'ikea'],
  ])('%s', (line, label) => {
    expect(match(line).domain).toBe(`${label}.com`)
  })
})

describe('a processor is seen through and named as a counterparty', () => {
  test.each([
    ['SQ *BLUE FINCH COFFEE Boise ID', 'Blue Finch Coffee', 'Square'],
    ['TST* THE OAK BARREL', 'The Oak Barrel', 'Toast'],
    ['PAYPAL *SPOTIFY', 'Spotify', 'PayPal'],
    ['SUMUP *ATELIER VERT LYON', 'Atelier Vert', 'SumUp'],
  ])('%s', (line, merchant, processor) => {
    const answer = match(line)
    expect(answer.merchant).toBe(merchant)
    expect(answer.counterparties.map(({ name }) => name)).toContain(processor)
  })
})

test('a platform with nothing behind it is the merchant itself', () => {
  expect(match('AMZN MKTP US').merchant).toBe('Amazon')
})

describe('the words tell the trade of one brand', () => {
  test.each([
    ['COSTCO GAS #0112 RENO NV', 'TRANSPORTATION_GAS'],
    ['COSTCO WHSE #0112 RENO NV', 'GENERAL_MERCHANDISE_SUPERSTORES'],
  ])('%s', (line, category) => {
    expect(match(line)).toMatchObject({ domain: 'costco.com', category })
  })
})

describe('an unknown name is cleaned and cased', () => {
  test.each([
    ['DER ALTE GASTHOF 4412 KEMPTEN', 'Der Alte Gasthof'],
    ["POS PURCHASE JOE'S TACO STAND 000123", "Joe's Taco Stand"],
    ['CARTE 12/05 LE PETIT FOURNIL NANTES CB*1234', 'Le Petit Fournil'],
    ['Visa Purchase 04May Olive & Thyme Deli', 'Olive & Thyme Deli'],
  ])('%s', (line, merchant) => {
    expect(match(line)).toMatchObject({ merchant, domain: null })
  })
})

test.each([
  ['VISA BRUMVEXEL.COM', 'Brumvexel'],
  ['WWW.BRUMVEXEL.CO.UK LONDON', 'Brumvexel'],
  ['PAYU*BRUMVEXEL.PL', 'Brumvexel'],
])('the ending of a site is no part of the name: %s', (line, merchant) => {
  expect(match(line).merchant).toBe(merchant)
})

test.each([
  ['OOO LAZURNY BEREG SAMARKAND', 'Lazurny Bereg'],
  ['UAB PIEVU KELIAS VILNIUS', 'Pievu Kelias'],
  ['ООО КОФЕЙНЯ ЛАЗУРЬ', 'Кофейня Лазурь'],
])('a legal form before a name is no part of it: %s', (line, merchant) => {
  expect(match(line).merchant).toBe(merchant)
})

test('signs that a web page wrote as their names are read as signs', () => {
  const plain = match('BAKER & DAUGHTERS PLUMBING LEEDS')
  expect(plain.merchant).toBe('Baker & Daughters Plumbing')
  expect(match('BAKER &amp; DAUGHTERS PLUMBING LEEDS')).toEqual(plain)
})

test('a name that a column cut off is as right as it stands, and no surer than the whole', () => {
  const whole = match('PINE HOLLOW ANIMAL HOSPITAL RENO NV').confidence
  const { merchant, confidence } = match('PINE HOLLOW ANIMAL HOSPI RENO NV')
  expect(merchant).toMatch(/^Pine Hollow Animal Hospi/)
  expect(confidence).toBeLessThanOrEqual(whole)
  const stands = match('COMPRA 4471 BAR CASA RAMIR')
  expect(stands.merchant).toBe('Bar Casa Ramir')
  expect(stands.confidence).toBeGreaterThan(0.5)
})

test('a town that the terminal cut off is no part of the name', () => {
  expect(match('CURRY PALACE ROCKINGHA AUS').merchant).toBe('Curry Palace')
})

test('two things parted by a dash are not one name', () => {
  expect(match('TST* COPPER LANTERN - Downtown').merchant).toBe('Copper Lantern')
})

test('pay is income, and the employer is named', () => {
  expect(match('GEHALT 06/2026 KRONBERG FEINMECHANIK GMBH', 2400)).toMatchObject({
    merchant: 'Kronberg Feinmechanik',
    category: 'INCOME_WAGES',
  })
})

test('the site is that of the country that the line names', () => {
  expect(match('AMAZON PAYMENTS DEUTSCHLAND').domain).toBe('amazon.de')
  expect(match('AMAZON.COM SEATTLE WA').domain).toBe('amazon.com')
})

test('of towns with one name the largest is oftener meant, and a state is no country', () => {
  expect(match('SHELL 1234 BERLIN').domain).toBe('shell.de')
  expect(match('COOP 1234 ZURICH').domain).toBe('coop.ch')
  expect(liesIn('US-DE;GB', 'GB')).toBe(true)
  expect(liesIn('US-DE;GB', 'DE')).toBe(false)
})

test('letters before a number are a state behind one of its towns alone', () => {
  expect(match('AMAZON MUSIC*MB4471882')).toMatchObject({ domain: 'amazon.com', location: null })
  expect(match('COPPER KETTLE DINER SEATTLE WA98101').location).toMatchObject({ region: 'WA' })
})

test('an amount that nobody pays for coffee lowers the confidence', () => {
  const usual = match('STARBUCKS 1022', -5).confidence
  expect(match('STARBUCKS 1022', -9000).confidence).toBeLessThan(usual)
})

test('the legal form of a country and the owner of a site lead to the site of that country', () => {
  expect(match('FLIXBUS GMBH').domain).toBe('flixbus.de')
  expect(match('AMAZON PRIME GMBH')).toMatchObject({
    merchant: 'Amazon Prime',
    domain: 'amazon.de',
  })
})

test('a coined word is its brand beside strange words, a borne one is not', () => {
  expect(match('WALMART XYLOVIA').confidence).toBeGreaterThan(0.9)
  expect(match('DELTA XYLOVIA').confidence).toBeLessThan(0.7)
})

test('who runs a shop of a chain may stand before it', () => {
  expect(match("JIM'S NOFRILLS 1234 TORONTO ON").merchant).toBe('No Frills')
})

test('a payment between people stays one, unless a brand or a shop is who is paid', () => {
  expect(match('UPI/DR/412345678901/ZOMATO/YESB/X7/UPI').domain).toBe('zomato.com')
  expect(match('UPI/SRI LAKSHMI STORES/9988XX@OKAXIS').merchant).toBe('Sri Lakshmi Stores')
  expect(match('UPI/771200/RAMESH K/rent share').merchant).toBeNull()
  expect(match('PIX ENVIADO JOAO DA SILVA').merchant).toBeNull()
})

test('a bank in a town is its cash machine', () => {
  expect(match('BARCLAYS LEEDS GBR')).toMatchObject({
    domain: 'barclays.co.uk',
    category: 'TRANSFER_OUT_WITHDRAWAL',
  })
})

test("a bank's own site in its message is not who was paid", () => {
  const message =
    'Rs.412.00 spent on your SBI Credit Card ending 4410 at ZOMATO on 11/02/26. ' +
    'Trxn. not done by you? Report at https://sbicard.com/Dispute'
  expect(match(message).domain).toBe('zomato.com')
})

test('an employer is not called by the words of the bank around it', () => {
  const line = 'Deposit - ACH Paid From Kronberg Tools Payroll'
  expect(match(line, 2400).merchant).toBe('Kronberg Tools')
  expect(match('NET BANKING CREDIT SALARY', 2400).merchant).toBe(null)
})
