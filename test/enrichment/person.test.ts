import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enrichPerson, personSchema } from '../../src/enrichment/person.ts'
import { testCatalog } from '../catalog/open-test-catalog.ts'

const catalog = testCatalog()
const person = (email: string) => enrichPerson(catalog, email)

test('a name and the company of the domain, and nothing that would be a guess', () => {
  expect(personSchema.parse(person('maria.gonzalez@netflix.com'))).toEqual({
    name: 'Maria Gonzalez',
    title: null,
    company: 'Netflix',
    location: null,
    linkedin: null,
    domain: 'netflix.com',
  })
})

describe('reads the name in', () => {
  test.each([
    ['anna.schmidt@gmail.com', 'Anna Schmidt'],
    ['JEAN-PIERRE.DUPONT@orange.fr', 'Jean-Pierre Dupont'],
    ['pieter_van_dijk@example.nl', 'Pieter van Dijk'],
    ['john.smith+newsletter@gmail.com', 'John Smith'],
    ['Lee Jones <laura.jones@example.com>', 'Laura Jones'],
    ['laura.jones(private)@example.com', 'Laura Jones'],
    ['"emma.wilson"@example.com', 'Emma Wilson'],
    ['emma.wilson84@example.com', 'Emma Wilson'],
    ['josé.garcía@ejemplo.es', 'José García'],
    ['anna.weber@bücher.de', 'Anna Weber'],
    ['k.lindqvist@example.se', 'K. Lindqvist'],
  ])('%s', (email, name) => {
    expect(person(email)?.name).toBe(name)
  })
})

describe('says nothing of', () => {
  test.each([
    'info@netflix.com',
    'no-reply@netflix.com',
    'sales.team@netflix.com',
    'x7k2qq@gmail.com',
    'coolcat@hotmail.com',
    'anna.schmidt@mailinator.com',
    'not an address',
    '@netflix.com',
    'anna.schmidt@localhost',
    '',
  ])('%s', (email) => {
    expect(person(email)).toBeNull()
  })
})

test('an employer is known even where the address spells no name', () => {
  expect(person('klq77@netflix.com')).toMatchObject({ name: null, company: 'Netflix' })
})

test('a free mail provider is nobody’s employer', () => {
  expect(person('anna.schmidt@gmail.com')?.company).toBeNull()
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void person(text)))
})
