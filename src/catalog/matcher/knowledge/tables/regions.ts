import { keyByWord, wordsByKey } from './word-pairs.ts'

const countries = keyByWord('countries')

/** By code; were one code two countries', the later line would count. */
const states: ReadonlyMap<string, string> = new Map(
  [...wordsByKey('states')].flatMap(([country, codes]) =>
    codes.map((code): [string, string] => [code, `${country}-${code.toUpperCase()}`]),
  ),
)

export const regionWords: readonly string[] = [...countries.keys(), ...states.keys()]

export function countryOf(key: string): string | undefined {
  return countries.get(key)
}

export function stateOf(key: string): string | undefined {
  return states.get(key)
}
