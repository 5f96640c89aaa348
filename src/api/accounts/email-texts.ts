import { z } from 'zod'

/** One e-mail is one account, however it is written. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase().replaceAll('\0', '').toWellFormed()
}

/** Also what no account could have: for a person who mistypes it is wrong, not malformed. */
export const triedEmailText = z
  .string()
  .max(320)
  .regex(
    /^(?!\s)[^\x00-\x1f\x7f-\x9f]*(?<!\s)$/,
    'must hold no control characters, and no spaces around',
  )
  .meta({ examples: ['ada@example.com'] })
