const word = /\b(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC)\+/g

/**
 * German banks put the parts of a SEPA payment into one text, each behind a word: the purpose is
 * behind SVWZ+, or before the first word; references tell nobody anything.
 */
export function purposeOf(text: string): string {
  const words = [...text.matchAll(word)]
  const [first] = words
  if (!first) return text
  const purpose = words.findIndex((match) => match[1] === 'SVWZ')
  if (purpose < 0) return text.slice(0, first.index).trim()
  const from = (words[purpose]?.index ?? 0) + 'SVWZ+'.length
  return text.slice(from, words[purpose + 1]?.index ?? text.length).trim()
}

/** The party behind the one that moved the money, where a payment names it. */
export function otherPartyOf(text: string): string {
  const words = [...text.matchAll(word)]
  const at = words.findIndex((match) => match[1] === 'ABWA' || match[1] === 'ABWE')
  if (at < 0) return ''
  const from = (words[at]?.index ?? 0) + 'ABWA+'.length
  return text.slice(from, words[at + 1]?.index ?? text.length).trim()
}
