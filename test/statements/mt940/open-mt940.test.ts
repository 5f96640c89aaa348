import { expect, test } from 'vitest'
import { looksLikeMt940, openMt940 } from '../../../src/statements/mt940/open-mt940.ts'
import { readAll, told } from '../read-all.ts'

function message(lines: string, end = '-'): string {
  return `:20:STARTUMS\n:25:10020030/1234567\n:28C:0/1\n:60F:C240101EUR1000,00\n${lines}\n:62F:C240131EUR984,50\n${end}\n`
}

async function linesOf(content: string | Uint8Array) {
  return (await readAll(openMt940, content)).rows.map(told)
}

async function textOf(field: string): Promise<string | undefined> {
  const { rows } = await readAll(openMt940, message(`:61:2401020102D1,00NMSCNONREF\n${field}`))
  return rows[0]?.description
}

test.each([
  ['2401020102D12,50NTRFNONREF', '2024-01-02 | -12.50'],
  ['2401020102C12,NTRFNONREF//B7', '2024-01-02 | 12'],
  ['240102C0,5NTRFNONREF', '2024-01-02 | 0.5'],
  ['2401020102DR1234,56N005NONREF', '2024-01-02 | -1234.56'],
  ['2401020102CR1234,56N051NONREF', '2024-01-02 | 1234.56'],
  ['2401020102RC5,00NTRFNONREF', '2024-01-02 | -5.00'],
  ['2401020102RD5,00NTRFNONREF', '2024-01-02 | 5.00'],
  ['2401020102RDR5,00NTRFNONREF', '2024-01-02 | 5.00'],
  ['2401021231D5,00NTRFNONREF', '2023-12-31 | -5.00'],
  ['2312310102D5,00NTRFNONREF', '2024-01-02 | -5.00'],
  ['240230    D5,00NTRFNONREF', '- | -5.00'],
  ['2402300229D5,00NTRFNONREF', '2024-02-29 | -5.00'],
  ['2401020102D 12.50 NTRF NONREF', '2024-01-02 | -12.50'],
  ['9912311231D1.234,50FCHGNONREF', '1999-12-31 | -1234.50'],
])(':61:%s', async (line, expected) => {
  expect(await linesOf(message(`:61:${line}\n:86:x`))).toEqual([`${expected} | x`])
})

test('German subfields: payee first, then the purpose behind SVWZ+, words cut in two made whole', async () => {
  expect(
    await textOf(
      ':86:177?00SB-BARGELD/KARTE?109075?20EREF+2024010212345?21SVWZ+REWE SAGT DANKE. 43330\n?22123 Berlin/DE?2302.01.2024 13.45?30MARKDEF1100?31DE12345?32REWE Markt GmbH Filiale Ber\n?33lin Mitte?34992',
    ),
  ).toBe(
    'REWE Markt GmbH Filiale Berlin Mitte REWE SAGT DANKE. 43330123 Berlin/DE 02.01.2024 13.45',
  )
})

test('German subfields: the other party, a purpose without words, and a type alone', async () => {
  expect(
    await textOf(
      ':86:105?00LASTSCHRIFT?20SVWZ+1001234 . Bookshop?21ABWE+Bookshop AG?32PayPal Europe',
    ),
  ).toBe('PayPal Europe Bookshop AG 1001234 . Bookshop')
  expect(await textOf(':86:005?00UEBERWEISUNG?20Miete Januar?21Wohnung 3?32Erika Muster')).toBe(
    'Erika Muster Miete Januar Wohnung 3',
  )
  expect(await textOf(':86:808?00ENTGELTABSCHLUSS?20EREF+77')).toBe('ENTGELTABSCHLUSS')
})

test.each([
  [
    ':86:020~00152~20Faktura 12/2024~21 za styczen~3010201026~3112345~32ORANGE POLSKA S.A.~33AL JEROZOLIMSKIE',
    'ORANGE POLSKA S.A. AL JEROZOLIMSKIE Faktura 12/2024 za styczen',
  ],
  [
    ':86:020<00PRZELEW<20CZYNSZ MARZEC<27SPOLDZIELNIA LOTNIK<28UL. POLNA 1<3010901<31123',
    'SPOLDZIELNIA LOTNIK CZYNSZ MARZEC',
  ],
  [':86:^00ZAKUP KARTA^20ZABKA Z5678 WARSZAWA^34073', 'ZABKA Z5678 WARSZAWA'],
  [
    ':86:911 WYCH. PRZEL. ELIXIR; NA RACH.: 1140; DLA: JAN KOWALSKI; TYT.: ZA OBIAD; TNR: 1234',
    'JAN KOWALSKI ZA OBIAD',
  ],
])('Polish writings: %s', async (field, expected) => {
  expect(await textOf(field)).toBe(expected)
})

test.each([
  [
    ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL12RABO0123456789/BIC/RABONL2U/NAME/Bol.com b.v.\n/REMI/Order 1234/56/EREF/NOTPROVIDED',
    'Bol.com b.v. Order 1234/56',
  ],
  [
    ':86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2A/ING BANK NV\n INZAKE WEB///REMI/USTD//Bestelling 99//',
    'ING BANK NV INZAKE WEB Bestelling 99',
  ],
  [
    ':86:/BENM//NAME/Vattenfall A/S/REMI/Termijn januari/ISDT/2024-01-02',
    'Vattenfall A/S Termijn januari',
  ],
  [':86:/ORDP//NAME/Jan Jansen/ADDR/Straat 1/REMI/Cadeau', 'Jan Jansen Cadeau'],
  [
    ':86:/CNTP/NL1/BNGHNL2G/Gemeente Utrecht/Utrecht//REMI/STRD/CUR/9001123412341234/',
    'Gemeente Utrecht 9001123412341234',
  ],
  [':86:/TRTP/Kosten', 'Kosten'],
  [
    ':86:SEPA INCASSO ALGEMEEN DOORLOPEND  INCASSANT: NL12ZZZ123\n NAAM: VITENS NV                  OMSCHRIJVING: WATER Q1\n IBAN: NL1',
    'VITENS NV WATER Q1',
  ],
  [
    ':86:BEA   NR:12AB34   02.01.24/13.45 ALBERT HEIJN 1234\nZAANDAM,PAS012',
    'ALBERT HEIJN 1234 ZAANDAM',
  ],
  [
    ':86:BEA, Betaalpas                   Albert Heijn 1234,PAS012\nNR:12AB34, 02.01.24/13:45\nZAANDAM',
    'Albert Heijn 1234',
  ],
])('Dutch writings: %s', async (field, expected) => {
  expect(await textOf(field)).toBe(expected)
})

test.each([
  [
    ':86:KAUF/DIENSTLEISTUNG VOM 02.01.2024 KARTEN NR. XXXX1234\nMIGROS ZÜRICH',
    'KAUF/DIENSTLEISTUNG VOM 02.01.2024 KARTEN NR. XXXX1234 MIGROS ZÜRICH',
  ],
  [`:86:${'A'.repeat(60)} SPLI\nT WORD`, `${'A'.repeat(60)} SPLIT WORD`],
  [':86:Line one\n:86:Line two', 'Line one Line two'],
  [':86:Time: 13:45\n:noon', 'Time: 13:45 :noon'],
])('plain text: %s', async (field, expected) => {
  expect(await textOf(field)).toBe(expected)
})

test('without a text the line below, or the reference of the owner, tells', async () => {
  const lines =
    ':61:2401020102D1,00NMSCNONREF//B1\nDOMICILIATION PROXIMUS\n:61:2401020102D2,00NCHKCHEQUE 77\n:61:2401020102D3,00NCHGNONREF'
  expect(await linesOf(message(lines))).toEqual([
    '2024-01-02 | -1.00 | DOMICILIATION PROXIMUS',
    '2024-01-02 | -2.00 | CHEQUE 77',
    '2024-01-02 | -3.00 | NCHG',
  ])
})

test('several messages, in the blocks of Swift or not, are read; texts of balances are none of a row', async () => {
  const swift = `{1:F01BANKDEFFXXXX0000000000}{2:I940X}{4:\n${message(':61:2401020102D1,00NMSCNONREF\n:86:A', '-}')}`
  const other = message(':61:2401030103C2,00NMSCNONREF\n:86:B')
    .replace('EUR1000', 'CHF1000')
    .replace(/-\n$/, ':86:closing text\n-\n')
  const { rows } = await readAll(openMt940, `${swift}${other}`.replaceAll('\n', '\r\n'))
  expect(rows.map((row) => [row.row, told(row), row.currency])).toEqual([
    [1, '2024-01-02 | -1.00 | A', 'EUR'],
    [2, '2024-01-03 | 2.00 | B', 'CHF'],
  ])
})

test('other fields are read when they are asked for', async () => {
  const file = message(':61:2401030102D1,00NMSCREF1//B1\n:86:005?00KARTE?20Zweck?32Laden')
  const asked = { description: ['type', 'payee'], date: 'value date', id: 'reference' }
  const { rows } = await readAll(openMt940, file, asked)
  expect(rows).toMatchObject([{ description: 'KARTE Laden', date: '2024-01-03', id: 'REF1' }])
})

test('a line that cannot be read is an error in its place', async () => {
  expect(
    await linesOf(message(':61:nonsense\n:86:A\n:61:2401020102D1,00NMSCNONREF\n:86:B')),
  ).toEqual(['- | - | A | !is no line of MT940: ":61:nonsense"', '2024-01-02 | -1.00 | B'])
})

test('a file without movements is refused', async () => {
  await expect(linesOf(message(''))).rejects.toThrow(/no movements/)
})

test('is told from its first bytes', () => {
  expect(
    [message(''), `{1:F01X}{2:I940X}{4:\n${message('')}`, `\n${message('')}`].map(looksLikeMt940),
  ).toEqual([true, true, true])
  expect(looksLikeMt940('a;b\n:20:x')).toBe(false)
})
