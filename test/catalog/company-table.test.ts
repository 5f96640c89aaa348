import { expect, test } from 'vitest'
import { readCompany } from '../../src/catalog/company-record.ts'
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
      row.id !== company?.id ||
      row.domain !== company.domain ||
      row.otherDomains.join() !== company.otherDomains.join() ||
      row.key !== company.key ||
      row.rank !== company.rank ||
      row.hq !== company.hq ||
      row.employees !== company.employees ||
      Number(row.foundedYear) !== Number(company.foundedYear)
    )
  })
  expect(others).toEqual([])
})
