import { letters } from './fold.ts'

const legalForms = new Set(
  (
    'inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh mbh ag se kg ' +
    'kgaa ug ohg sa sas sarl srl spa sl slu bv nv vof ab asa aps oy oyj kk pty pte pvt private ' +
    'tbk bhd sdn holdings holding group companies'
  ).split(' '),
)

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
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop()
  while (words.length > 1 && words.at(-1) === 'and') words.pop()
  const short = words.join('')
  return short === full ? [full] : [full, short]
}
