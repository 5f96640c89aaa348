import { expect, test } from 'vitest'
import { refusalOf } from '../../src/statements/refusals.ts'

const office = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const withStream = (name: string) =>
  Buffer.concat([office, Buffer.alloc(2_040), Buffer.from(name, 'utf16le')])
const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['an old workbook', withStream('Workbook'), /Excel 97–2003 \(\.xls\)\. .*save it as \.xlsx/],
  ['an older one', Buffer.from('0908100000060500', 'hex'), /Excel 97–2003/],
  [
    'an encrypted workbook',
    withStream('EncryptedPackage'),
    /password\. Open it, take the password off/,
  ],
  ['a container that shows neither', office, /\.xls\), or one that is protected by a password/],
  ['a Word document', withStream('WordDocument'), /Word document\. Download/],
  ['a PDF', latin('\n%PDF-1.7'), /PDF.*Download the statement/],
  ['a PNG', latin('\x89PNG\r\n\x1a\n'), /an image\. Download/],
  ['a JPEG', latin('\xff\xd8\xff\xe0'), /an image/],
  ['a GIF', latin('GIF89a'), /an image/],
  ['a BMP', latin('BM\x36\x00\x00\x00\x00\x00\x00\x00'), /an image/],
  ['a photo of a telephone', latin('\0\0\0\x18ftypheic'), /an image/],
  ['a WEBP', latin('RIFF\x10\0\0\0WEBPVP8 '), /an image/],
  ['an SVG', latin('<?xml version="1.0"?><svg>'), /an image/],
  ['a web page', latin('\xef\xbb\xbf\n<!DOCTYPE html><html>'), /web page \(HTML\).*save it as/],
  ['a table of a web page', latin('<table border=1><tr>'), /web page/],
  ['a web page in UTF-16', Buffer.from('\ufeff<html><body>', 'utf16le'), /web page/],
  [
    'XML of Excel 2003',
    latin('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'),
    /Excel 2003 in XML/,
  ],
  [
    'XML of Excel 2003 without its mark',
    latin('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    /Excel 2003 in XML/,
  ],
  ['a RAR', latin('Rar!\x1a\x07\x01'), /RAR archive\. Unpack it/],
  ['a 7-Zip', latin('7z\xbc\xaf\x27\x1c'), /7-Zip archive/],
  ['a bzip2', latin('BZh91AY'), /bzip2\. Send it unpacked/],
  ['nothing', latin(''), /is empty\. Download/],
  ['blanks', latin('\xef\xbb\xbf \r\n\t\n'), /is empty/],
])('%s is refused, and told what to do', (_, bytes, message) => {
  const refusal = refusalOf(bytes)
  expect(refusal?.message).toMatch(message)
  expect(refusal?.errors[0]?.message.length).toBeGreaterThan(5)
})

test.each([
  ['CSV', latin('Date,Amount\n')],
  ['a bank whose name begins as a picture does', latin('BM Bank;Datum\n')],
  ['a table about tables', latin('table,amount\n')],
  [
    'CAMT',
    latin('<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'),
  ],
  ['OFX', latin('<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>')],
  ['JSON', latin('{"items":[]}')],
  ['a tab in front', latin('\tDate\tAmount\n')],
  ['a ZIP', latin('PK\x03\x04')],
])('%s is not', (_, bytes) => {
  expect(refusalOf(bytes)).toBeNull()
})
