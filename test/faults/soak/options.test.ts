import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('a mode is enough: half of the full load for half an hour, into infra', () => {
  expect(readOptions(['--mode', 'embedded'])).toEqual({
    mode: 'embedded',
    minutes: 30,
    rate: 150,
    seed: expect.any(Number),
    out: 'infra',
  })
})

test('all can be told', () => {
  const args = '--mode distributed --minutes 2 --rate 20 --seed 7 --out dist'.split(' ')
  const told = { mode: 'distributed', minutes: 2, rate: 20, seed: 7, out: 'dist' }
  expect(readOptions(args)).toEqual(told)
})

test.each([
  ['', '--mode must be embedded or distributed, not left out'],
  ['--mode both', '--mode must be embedded or distributed, not both'],
  ['--mode embedded --minutes 0', '--minutes must be a whole number from 1 to 1440, not 0'],
  ['--mode embedded --rate 1.5', '--rate must be a whole number'],
  ['--mode embedded --rate 99999', '--rate must be a whole number from 1 to 10000'],
  ['--mode embedded --seed x', '--seed must be a whole number'],
  ['--mode embedded --hours 2', "Unknown option '--hours'"],
])('wrong usage is told with the usage: %s', (line, why) => {
  const read = () => readOptions(line.split(' ').filter((word) => word !== ''))
  expect(read).toThrow(why)
  expect(read).toThrow('npm run soak -- --mode MODE')
})
