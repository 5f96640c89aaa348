import type { Answer } from './send.ts'
import { send } from './send.ts'

export interface LogIn {
  readonly email: string
  readonly password: string
  /** The address that a proxy says it comes from. */
  readonly from: string
  readonly cookie?: string
}

export function logIn(
  url: string,
  { email, password, from, cookie }: LogIn,
  path = '/auth/login',
): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) }
  return send(url, { path, body: JSON.stringify({ email, password }), headers })
}
