import { companyWords } from './company-words.ts'

/**
 * Legal forms as registers write them. A form is a run of words; points are gone and single letters
 * joined: "S. p. A." is `spa`, "A/S" is `as`.
 */
const formsBehind = companyWords('forms_behind')
const formsBefore = companyWords('forms_before')
const grouping = companyWords('groupings')
const links = companyWords('links')
const formLengthMax = 5

export function withoutFormsBehind(words: readonly string[]): readonly string[] {
  let kept = words
  for (;;) {
    const ending = lengthOfForm(kept, (length) => kept.slice(-length), formsBehind)
    // "E & Y" ends with no form, so that its last word is none that joins one.
    const isCut = kept.length < words.length
    const next = ending > 0 ? kept.slice(0, -ending) : isCut ? withoutLink(kept) : kept
    if (next === kept) return kept
    kept = next
  }
}

export function withoutFormsBefore(words: readonly string[]): readonly string[] {
  const start = lengthOfForm(words, (length) => words.slice(0, length), formsBefore)
  return start === 0 ? words : words.slice(start)
}

export function withoutGrouping(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && grouping.has(words[end - 1] ?? '')) end -= 1
  return end === words.length ? words : withoutLink(words.slice(0, end))
}

/** A name is never only its legal form, so one word stays. */
function lengthOfForm(
  words: readonly string[],
  part: (length: number) => readonly string[],
  forms: ReadonlySet<string>,
): number {
  for (let length = Math.min(formLengthMax, words.length - 1); length > 0; length -= 1) {
    if (forms.has(part(length).join(' '))) return length
  }
  return 0
}

/** "Tiffany & Co." loses its form, and then the word that joined it. */
function withoutLink(words: readonly string[]): readonly string[] {
  return words.length > 1 && links.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}
