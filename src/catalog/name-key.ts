import { letters } from './fold.ts'
import { companyWords } from './names/company-words.ts'

/** Company names by their letters: case, diacritics, punctuation and legal forms do not count. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæøłđœıðþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/&/g, ' and ')
    .replace(/\+/g, ' plus ')
    .replace(/['’‘`´.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The exact spelling first, then the one without legal forms. */
export function nameKeys(name: string): string[] {
  const words = nameWords(name)
  if (words.length > 1 && words[0] === 'the') words.shift()
  if (words.length === 0) return []
  const full = words.join('')
  const endings = companyWords('name_endings')
  while (words.length > 1 && endings.has(words.at(-1) ?? '')) words.pop()
  while (words.length > 1 && words.at(-1) === 'and') words.pop()
  const short = words.join('')
  return short === full ? [full] : [full, short]
}
