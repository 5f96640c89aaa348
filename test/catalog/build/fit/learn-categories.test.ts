import { describe, expect, test } from 'vitest'
import {
  type CategoryLesson,
  learnCategories,
} from '../../../../src/catalog/build/fit/learn-categories.ts'
import {
  guessByLine,
  readCategoryModel,
} from '../../../../src/catalog/matcher/knowledge/categories/category-model.ts'
import { writeNetwork } from '../../../../src/catalog/matcher/knowledge/categories/category-network.ts'

const categories = ['BREAD', 'SHOES']
/** Sorted, as tables are: runs of letters, the sides, two words beside a name, two of names. */
const features = ['#^sho', '#read', '$?', '@name', 'bread', 'shoes', '~oven', '~sole']
const place = (feature: string) => features.indexOf(feature)
const lesson = (category: number, ...own: string[]): CategoryLesson => ({
  category,
  features: [...own, '$?', '@name'].map(place),
})
const subject = {
  features: features.length,
  categories: categories.length,
  isKept: (feature: number) => feature === place('$?') || feature === place('@name'),
}
const lessons = Array.from({ length: 300 }, () => [
  lesson(0, 'bread', '#read', '~oven'),
  lesson(1, 'shoes', '#^sho', '~sole'),
]).flat()
const network = learnCategories(lessons, subject)
const model = readCategoryModel([categories.join('\t'), ...writeNetwork(network)], features)
const guess = (...keys: string[]) =>
  guessByLine(model, { keys, from: 0, to: 1, came: null, phrase: null })

describe('a network of categories', () => {
  test('tells a word that it learned', () => {
    expect(guess('bread')?.category).toBe('BREAD')
    expect(guess('shoes')?.category).toBe('SHOES')
  })

  test('tells a word that it never saw by its letters, since words were left out at times', () => {
    expect(guess('gingerbread')?.category).toBe('BREAD')
    expect(guess('shoery')?.category).toBe('SHOES')
    // Learned beside the whole word alone, it would stay below.
    expect(guess('gingerbread')?.probability).toBeGreaterThan(0.98)
  })

  test('tells by the words beside a name of which it knows nothing', () => {
    expect(guess('qqxzvw', 'oven')?.category).toBe('BREAD')
    expect(guess('qqxzvw', 'sole')?.category).toBe('SHOES')
    expect(guess('qqxzvw', 'zvwqqx')).toBe(null)
  })

  test('is the same whenever it learns the same', () => {
    expect(writeNetwork(learnCategories(lessons, subject))).toEqual(writeNetwork(network))
  })
})
