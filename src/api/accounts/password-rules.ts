import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../config/paths.ts'
import { ProblemSignal } from '../http/exchange.ts'

const lengthMin = 10
const lengthMax = 1_024

/** A password to be set. One that is only compared may be anything: older ones go on. */
export const newPasswordText = z
  .string()
  .min(lengthMin)
  .max(lengthMax)
  .meta({
    description:
      'At least 10 characters, none of the commonest passwords, not the e-mail, no single character ' +
      'repeated, no run such as 1234567890.',
    examples: ['correct horse battery'],
  })

export const passwordText = z.string().max(lengthMax)

/** Those of the commonest fifty thousand that are long enough to be chosen at all. */
const common: ReadonlySet<string> = new Set(
  readFileSync(
    join(packageRoot, 'src', 'api', 'accounts', 'data', 'common-passwords.txt'),
    'utf8',
  ).split('\n'),
)

/** Why this must be no password of this account; null if it may be one. */
export function weaknessOf(password: string, email: string): string | null {
  const folded = password.toLowerCase().trim()
  const characters = [...password]
  if (new Set(characters).size === 1) return 'must not be one character repeated'
  if (folded.length < lengthMin) return 'must have at least 10 characters beside spaces around'
  if (common.has(folded)) return 'is one of the commonest passwords'
  if (isRun(characters)) return 'must not be a run such as 1234567890'
  const [localPart = ''] = email.split('@')
  if (folded === email || folded === localPart) return 'must not be the e-mail'
  return null
}

export function demandStrong(password: string, email: string, pointer: string): void {
  const weakness = weaknessOf(password, email)
  if (weakness === null) return
  const errors = [{ pointer, message: weakness }]
  throw new ProblemSignal('invalid_request', { detail: `The password ${weakness}.`, errors })
}

/** Each character is the next, or the one before, of the last; digits go round. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0)
    const goesRound = (step === 9 || step === -9) && /^\d$/.test(character)
    return goesRound ? -step / 9 : step
  })
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
