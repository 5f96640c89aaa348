import { describe, expect, test } from 'vitest'
import { fillSlot, settingOf } from '../../../../../src/catalog/build/train/lines/fill-slot.ts'
import {
  paidToBusiness,
  readFormats,
} from '../../../../../src/catalog/build/train/lines/formats.ts'
import { makeLine, openMaker } from '../../../../../src/catalog/build/train/lines/made-lines.ts'
import { openWorld } from '../../../../../src/catalog/build/train/lines/world.ts'
import { randomOf } from '../../../../../src/catalog/build/train/random.ts'
import { matchLine } from '../../../../../src/catalog/matcher/match-line.ts'
import { testCatalog } from '../../../open-test-catalog.ts'

const catalog = testCatalog()
const world = openWorld(catalog)
const formats = readFormats()

function lines(seed: number, count: number) {
  const maker = openMaker(catalog, world, randomOf(seed), formats)
  return Array.from({ length: count }, () => makeLine(maker))
}

describe('the wordings of statements', () => {
  test('are at least six hundred of forty-five countries, each one once', () => {
    const written = formats.map(({ country, parts }) => country + JSON.stringify(parts))
    expect(formats.length).toBeGreaterThanOrEqual(600)
    expect(new Set(formats.map(({ country }) => country)).size).toBeGreaterThanOrEqual(45)
    expect(written.filter((text, at) => written.indexOf(text) !== at)).toEqual([])
  })

  test('have no place that nothing fills', () => {
    const payee = {
      text: 'Acorn Deli',
      before: '',
      beside: '',
      domain: 'acorndeli.com',
      short: false,
    }
    const setting = settingOf(world, randomOf(1), 'AU', payee)
    const named = new Set(['M', 'm', 'K', 'x', 'dom'])
    for (const { parts } of formats) {
      for (const { slot } of parts) {
        if (slot !== null && !named.has(slot)) expect(fillSlot(setting, slot)).toBeTypeOf('string')
      }
    }
  })
})

test('a wording that sends money to one person may send it to a business', () => {
  const toPeople = formats.filter(({ names }) => names === 'nobody')
  const toBusinesses = toPeople.map(paidToBusiness).filter((format) => format !== null)
  expect(toBusinesses.length).toBeGreaterThan(400)
  for (const { names, parts } of toBusinesses) {
    expect(names).toBe('merchant')
    expect(parts.filter(({ slot }) => slot === 'M')).toHaveLength(1)
    expect(parts.some(({ slot }) => slot === 'N' || slot === 'vpan')).toBe(false)
  }
})

test('the same seed makes the same lines, another one others', () => {
  expect(lines(3, 50)).toEqual(lines(3, 50))
  expect(lines(4, 50)).not.toEqual(lines(3, 50))
})

test('the letters of a name are told from those around it', () => {
  for (const { line, name, roles } of lines(5, 500)) {
    expect(roles.length).toBe(line.length)
    const own = [...roles].map((role, at) => (role === 'N' ? line.charAt(at) : '')).join('')
    if (name !== null && own !== '') expect(own.startsWith(name)).toBe(true)
  }
})

test('of thousands of local shops few are taken for somebody else', () => {
  const shops = lines(20_301, 9_000).filter(({ company, hidden, name }) => {
    return company === null && hidden === null && name !== null
  })
  const taken = shops.filter(({ line, amount }) => {
    const { merchantId, confidence } = matchLine(catalog, line, amount)
    return merchantId !== null && confidence >= 0.7
  })
  expect(shops.length).toBeGreaterThan(1_500)
  expect(taken.length / shops.length).toBeLessThanOrEqual(0.025)
})
