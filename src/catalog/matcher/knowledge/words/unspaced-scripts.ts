/**
 * Scripts that set no spaces between words, or glue the bank's words to others: Chinese, Japanese,
 * Korean, Thai. Letters of Latin and digits inside of them are words of their own.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ーｰﾞﾟ々]/u

export function isUnspacedLetter(letter: string): boolean {
  return unspaced.test(letter)
}

const phrase = new RegExp(`(?:${unspaced.source}\\p{M}*){2,}`, 'gu')

/** The stretches between marks and words of other scripts. */
export function unspacedPhrases(text: string): readonly string[] {
  return text.match(phrase) ?? []
}
