import { expect, test } from 'vitest'
import { namesOfCategory, taxonomy } from '../../src/catalog/taxonomy.ts'

test('eighteen categories, each with subcategories whose names are unique within it', () => {
  expect(taxonomy.categories).toHaveLength(18)
  for (const { subcategories } of taxonomy.categories) {
    const names = subcategories.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('every code is unique, belongs to its category and has a four-digit MCC', () => {
  const codes = taxonomy.categories.flatMap((category) =>
    category.subcategories.map((sub) => {
      expect(sub.code.startsWith(`${category.code}_`)).toBe(true)
      expect(sub.mcc_code).toMatch(/^\d{4}$/)
      return sub.code
    }),
  )
  expect(new Set(codes).size).toBe(codes.length)
})

test('a code gives back the names it is published under', () => {
  expect(namesOfCategory('FOOD_AND_DRINK_COFFEE')).toMatchObject({
    category: 'Food and Drink',
    subcategory: 'Coffee',
    primary: 'FOOD_AND_DRINK',
  })
  expect(namesOfCategory('NO_SUCH_CODE')).toBeNull()
})
