import { expect, test } from 'vitest'
import { companyColumns, readCompany } from '../../src/catalog/company-record.ts'
import { openCompanyTable } from '../../src/catalog/company-table.ts'
import { readDataLines } from '../../src/catalog/data-files.ts'

const { companies, rows } = openCompanyTable()
const lines = readDataLines('companies.tsv').slice(1)

test('every record is that of its line, and made once', () => {
  expect(companies.length).toBe(lines.length)
  const others = lines.flatMap((line, position) => {
    const company = companies.at(position)
    const isSame = JSON.stringify(company) === JSON.stringify(readCompany(line))
    return isSame && companies.at(position) === company ? [] : [line]
  })
  expect(others).toEqual([])
})

test('nobody stands beyond the table', () => {
  expect([-1, companies.length, Number.NaN].map((at) => companies.at(at))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a row tells of a company what its record does', () => {
  const others = lines.filter((_, position) => {
    const row = rows.at(position)
    const company = companies.at(position)
    return (
      row.domain !== company?.domain ||
      row.key !== company.key ||
      row.rank !== company.rank ||
      row.hq !== company.hq ||
      row.employees !== company.employees ||
      Number(row.foundedYear) !== Number(company.foundedYear)
    )
  })
  expect(others).toEqual([])
})

test('the values of a column are those of the records, in their order', () => {
  const valuesOf = (column: 'id' | 'domain' | 'otherDomains') => {
    const values: string[][] = lines.map(() => [])
    rows.each(column, (from, to, position) => {
      values[position]?.push(rows.bytes.toString('utf8', from, to))
    })
    return values
  }
  const all = [...companies]
  expect(valuesOf('id')).toEqual(all.map(({ id }) => [id]))
  expect(valuesOf('domain')).toEqual(all.map(({ domain }) => (domain === null ? [] : [domain])))
  expect(valuesOf('otherDomains')).toEqual(all.map(({ otherDomains }) => otherDomains))
})

test('a value is the first of several, a further one, or the only one', () => {
  const places: string[][] = lines.map(() => [])
  rows.each('nameKeys', (_from, _to, position, place) => {
    places[position]?.push(place)
  })
  const expected = lines.map((line) => {
    const values = line.split('\t')[nameKeys]?.split(';').filter(Boolean) ?? []
    const first = values.length > 1 ? 'first' : 'only'
    return values.map((_, at) => (at > 0 ? 'further' : first))
  })
  expect(places).toEqual(expected)
})

const nameKeys = companyColumns.indexOf('name_keys')
