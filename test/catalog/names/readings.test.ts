import { describe, expect, test } from 'vitest'
import { looseKeys, looseKeysInside, spellingsOf } from '../../../src/catalog/names/readings.ts'

const core = (name: string) => looseKeys(name).core

describe('a legal form does not count, whichever country writes it', () => {
  test.each(
    (
      'Acme Inc.|Acme, LLC|Acme P.L.C.|Acme Pty Ltd|Acme (Pty) Ltd|Acme Sdn. Bhd.|Acme Pte. Ltd.|Acme Pvt Ltd|' +
      'Acme GmbH & Co. KG|Acme UG (haftungsbeschränkt)|Acme KGaA|Acme Ges.m.b.H.|Acme S.A.R.L.|Acme SAS|' +
      'Acme B.V.|Acme N.V.|Acme BVBA|Acme S.p.A.|Acme S. r. l.|Acme S.L.U.|Acme, Lda.|Acme SGPS, S.A.|' +
      'Acme AB (publ)|Acme ASA|Acme ApS|Acme A/S|Acme Oyj|Acme hf.|Acme OÜ|Acme SIA|Acme UAB|' +
      'Acme Sp. z o.o.|Acme Spółka Akcyjna|Acme s.r.o.|Acme spol. s r.o.|Acme Kft.|Acme Nyrt.|Acme d.o.o.|' +
      'Acme EOOD|Acme S.C.A.|Acme A.Ş.|Acme Ltd. Şti.|Acme PJSC|Acme OAO|Acme Ltda.|Acme S.A. de C.V.|' +
      'Acme S.A.B. de C.V.|Acme S.A.C.|Acme EIRL|Acme C.A.|Acme Co., Ltd.|Acme K.K.|Acme Tbk|Acme PCL|' +
      'Acme W.L.L.|Acme K.S.C.P.|Acme SAOG|Acme FZE|Acme S.A.E.|Acme S.A.L.|Acme DAC|Acme Limited Partnership'
    ).split('|'),
  )('%s', (name) => {
    expect(core(name)).toBe('acme')
  })

  test.each(
    'PT Acme|OOO Acme|ООО Acme|UAB Acme|AB Acme|Công ty TNHH Acme|S.C. Acme S.R.L.|株式会社Acme|AS Acme'.split(
      '|',
    ),
  )('nor in front: %s', (name) => {
    expect(looseKeysInside(name).core).toBe('acme')
  })

  test.each(['トヨタ自動車株式会社', '株式会社 トヨタ自動車'])('%s', (name) => {
    expect(looseKeysInside(name).core).toBe(looseKeys('トヨタ自動車').core)
  })
})

test('conjunctions, initials, apostrophes, diacritics, plurals and points are as one writes them', () => {
  for (const [one, other] of [
    ['Marks & Spencer', 'Marks and Spencer'],
    ['Dupont et Fils', 'Dupont & Fils'],
    ['J.M. Smucker', 'J M Smucker'],
    ["Land O'Lakes", 'Land O Lakes'],
    ['Müller', 'Mueller'],
    ['Lowe’s', 'Lowes'],
    ['Société Générale', 'Societe Generale'],
    ['Wal-Mart', 'Walmart'],
    ['Rio Tinto Intl', 'Rio Tinto International'],
    ['Газпром', 'Gazprom'],
  ] as const) {
    expect(core(one)).toBe(core(other))
  }
})

test('without "Group" and its like a name is its short form', () => {
  expect(looseKeys('Volvo Group').short).toBe('volvo')
  expect(looseKeys('Nestlé Holdings International').short).toBe('nestle')
})

test.each([
  ['Lilly (Eli)', 'Eli Lilly'],
  ['Lauder, Estée', 'Estée Lauder'],
  ['Gap, Inc. (The)', 'Gap, Inc.'],
  ['Gap, The', 'Gap'],
  ['Meta Platforms (formerly Facebook)', 'Facebook'],
  ['Facebook f/k/a TheFacebook', 'Facebook f/k/a TheFacebook'],
  ['Alphabet Inc. Class C', 'Alphabet Inc.'],
  ['MARRIOTT INTL INC /MD/', 'MARRIOTT INTL INC'],
])('%s may stand for %s', (name, spelling) => {
  expect(spellingsOf(name)).toContain(spelling)
})
