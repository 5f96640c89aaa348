import { expect, test } from 'vitest'
import { openMt940 } from '../../src/statements/mt940/open-mt940.ts'
import { openOfx } from '../../src/statements/ofx/open-ofx.ts'
import { openQif } from '../../src/statements/qif/open-qif.ts'
import { encoded } from './banks/bank-files.ts'
import { readAll } from './read-all.ts'

const mt940 = (text: string) =>
  `:20:X\r\n:25:PL12\r\n:60F:C260101PLN0,\r\n:61:2601050105D12,34NMSCNONREF\r\n:86:020~00X~20${text}\r\n-\r\n`
const qif = (text: string) => `!Type:Bank\nD05.01.2026\nT-12,34\nP${text}\n^\n`
const ofx = (text: string) =>
  `OFXHEADER:100\nENCODING:USASCII\nCHARSET:NONE\n\n<OFX><STMTTRN><DTPOSTED>20260105<TRNAMT>-12.34<NAME>${text}</STMTTRN></OFX>`
const forms = [
  [openMt940, mt940],
  [openQif, qif],
  [openOfx, ofx],
] as const

test.each([
  ['windows-1250', 'Zakład Usług Żółć Łódź'],
  ['windows-1254', 'Şişli Mağazası İstanbul'],
  ['windows-1252', 'Bäckerei Müller Straße'],
  ['shift_jis', 'セブンイレブン新宿駅前店'],
  ['utf-16le', 'Bäckerei Müller Straße'],
] as const)('%s is told from the content in MT940, QIF and OFX', async (encoding, text) => {
  for (const [open, write] of forms) {
    const file = write(text)
    const bytes =
      encoding === 'utf-16le' ? Buffer.from(`\ufeff${file}`, 'utf16le') : encoded(file, encoding)
    const { rows, shape } = await readAll(open, bytes)
    expect(rows).toMatchObject([{ amount: '-12.34', description: text, error: null }])
    expect(shape.encoding).toBe(encoding)
  }
})

test('the charset that an OFX header names goes before a guess', async () => {
  const file = ofx('ČEZ Prodej').replace('NONE', '1250')
  const { rows, shape } = await readAll(openOfx, encoded(file, 'windows-1250'))
  expect([rows[0]?.description, shape.encoding]).toEqual(['ČEZ Prodej', 'windows-1250'])
})
