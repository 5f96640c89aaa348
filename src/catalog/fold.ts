/** Letters that are no base letter with a mark, and how they are written without them. */
export const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

const onlyAscii = /^[\x20-\x7e]*$/

/**
 * The one spelling in which lines and names are compared: lower case without diacritics. The build
 * folds the names, the matcher folds the lines, and both must agree to the letter. The length may
 * change, so positions are not those of the line.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (onlyAscii.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøłđœıðþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[’‘`´]/g, "'")
}

/** Words of a folded text: letters and digits; an apostrophe joins, & is "and", + is "plus". */
export function foldWords(text: string): string[] {
  return wordsOfFolded(fold(text))
}

export function wordsOfFolded(folded: string): string[] {
  const words: string[] = []
  let word = ''
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at)
    if (isWordCode(code)) {
      word += folded[at]
      continue
    }
    if (code === apostropheCode && word !== '') continue
    if (word !== '') words.push(word)
    if (code === plusCode && word !== '' && !isDigit(folded.charCodeAt(at + 1))) words.push('plus')
    if (code === ampersandCode) words.push('and')
    word = ''
  }
  if (word !== '') words.push(word)
  return words
}

const apostropheCode = 0x27
const plusCode = 0x2b
const ampersandCode = 0x26

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isWordCode(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || isDigit(code)
  return code >= 0xaa && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f)
}
