import { InvalidArgumentError } from 'commander'

/** Values of options, as several commands read them. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is no whole number.')
  return Number(text)
}

export function repeatable(text: string, before: readonly string[]): readonly string[] {
  return [...before, text]
}
