import { expect, test } from 'vitest'
import { dataNodes } from '../../../../src/enrichment/live/page/data-nodes.ts'

const nodesOf = (text: string) => dataNodes([text], []).map(({ node }) => node)

test.each([
  ['a comma behind the last member', '{"name":"Acme","sameAs":["a","b",],}'],
  ['a comma within CDATA', '//<![CDATA[\n{"name":"Acme","sameAs":["a","b"],}\n//]]>'],
  [
    'entities',
    '{&quot;name&quot;:&quot;Acme&quot;,&quot;sameAs&quot;:[&quot;a&quot;,&quot;b&quot;]}',
  ],
  ['a break within a string', '{"name":"Acme","sameAs":["a","b"],"description":"a\nb"}'],
  ['a semicolon', '{"name":"Acme","sameAs":["a","b"]};'],
])('structured data with %s is read', (_, text) => {
  expect(nodesOf(text)).toMatchObject([{ name: 'Acme', sameAs: ['a', 'b'] }])
})

test('texts are kept as they are where commas are taken out', () => {
  expect(nodesOf('{"name":"Acme, ] \\", }","a":1,}')).toEqual([{ name: 'Acme, ] ", }', a: 1 }])
})

test.each([
  ['quotation marks', `{"a":"${'\\"'.repeat(120_000)}`],
  ['commas', `{${', '.repeat(120_000)}`],
  ['strings that never end', `{${'"\\'.repeat(80_000)}`],
])('hundred thousands of %s take no time', (_, text) => {
  const from = performance.now()
  expect(nodesOf(text)).toEqual([])
  // Read again from each of them, it would take minutes; a busy machine may take a second.
  expect(performance.now() - from).toBeLessThan(2_000)
})
