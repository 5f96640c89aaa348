/**
 * Letters that look alike in Latin, Greek and Cyrillic, in this order: banks whose keyboards have
 * two of them print "SΤΑRLΙΝΚ", in which few letters are Latin.
 */
const alike = (
  'AΑА BΒВ C_С EΕЕ HΗН IΙІ J_Ј KΚК MΜМ NΝ_ OΟО PΡР S_Ѕ TΤТ XΧХ YΥУ ZΖ_ ' +
  'a_а c_с e_е i_і j_ј oοо p_р s_ѕ x_х y_у'
).split(' ')

interface Script {
  readonly own: RegExp
  /** Letters of the others, and how this one writes what looks the same. */
  readonly doubles: ReadonlyMap<string, string>
}

/** Latin words have Greek letters in them; of Latin and Cyrillic the one with more has the word. */
const scripts: readonly Script[] = [
  { own: /\p{Script=Latin}/u, doubles: doublesIn(0) },
  { own: /\p{Script=Greek}/u, doubles: doublesIn(1) },
  { own: /\p{Script=Cyrillic}/u, doubles: doublesIn(2) },
]

function doublesIn(script: number): ReadonlyMap<string, string> {
  return new Map(
    alike.flatMap((letters) => {
      const own = letters.charAt(script)
      return own === '_' ? [] : [...letters].map((letter): [string, string] => [letter, own])
    }),
  )
}

const cyrillic = /\p{Script=Cyrillic}/u
const mark = /\p{M}/u
const mayMix = /[\u0370-\u052f]/
const word = /[\p{L}\p{M}]+/gu

/** The text with each word in one script, where one has all its letters. */
export function inOneScript(text: string): string {
  return mayMix.test(text) ? text.replace(word, wordInOneScript) : text
}

function wordInOneScript(mixed: string): string {
  const among = scripts.filter(({ own }) => own.test(mixed))
  if (among.length < 2) return mixed
  if (cyrillic.test(mixed)) among.sort((a, b) => lettersIn(mixed, b) - lettersIn(mixed, a))
  for (const script of among) {
    const written = [...mixed].map((letter) => inScript(letter, script))
    if (!written.includes(undefined)) return written.join('')
  }
  return mixed
}

function lettersIn(mixed: string, { own }: Script): number {
  return [...mixed].filter((letter) => own.test(letter)).length
}

function inScript(letter: string, { own, doubles }: Script): string | undefined {
  return own.test(letter) || mark.test(letter) ? letter : doubles.get(letter)
}
