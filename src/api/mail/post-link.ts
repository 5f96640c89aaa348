import { createLink } from '../accounts/links.ts'
import type { ApiContext } from '../context.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { Letter } from './letter.ts'
import { movedLetter, moveLetter, resetLetter, verifyLetter } from './letters.ts'

/** Nothing depends on the e-mail here: neither the answer nor its time tells of accounts. */
export function demandMail({ mail }: ApiContext): void {
  if (mail.isOn) return
  const detail = 'This service sends no e-mail: its operator has not set SMTP_URL.'
  throw new ProblemSignal('unavailable', detail)
}

/** The account is looked for when the letter's turn has come. `asked` hears whose it is. */
export function postReset(
  { mail, runtime, baseUrl }: ApiContext,
  email: string,
  asked: (accountId: string) => void,
): boolean {
  return mail.post(async () => {
    const { pool } = runtime()
    const { rows } = await pool.query<{ id: string }>('select id from accounts where email = $1', [
      email,
    ])
    const [account] = rows
    if (!account) return null
    asked(account.id)
    return resetLetter(baseUrl, email, await createLink(pool, account.id, 'reset'))
  })
}

export function postVerification(
  { mail, runtime, baseUrl }: ApiContext,
  { id, email }: { readonly id: string; readonly email: string },
): boolean {
  return mail.post(async () => {
    return verifyLetter(baseUrl, email, await createLink(runtime().pool, id, 'verify'))
  })
}

/** To the new address, as only its reader may move the account there. */
export function postMove(
  { mail, runtime, baseUrl }: ApiContext,
  { id, email }: { readonly id: string; readonly email: string },
): boolean {
  return mail.post(async () => {
    const { pool } = runtime()
    const { rows } = await pool.query('select 1 from accounts where email = $1', [email])
    // Neither the reader of an account that is there nor the one who asked learns of it.
    if (rows.length > 0) return null
    return moveLetter(baseUrl, email, await createLink(pool, id, 'email', email))
  })
}

export function postMoved(
  { mail, baseUrl }: ApiContext,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  return mail.post(async () => movedLetter(baseUrl, from, to))
}

/** To the holder of an account, at the address that it has when the letter's turn has come. */
export function postToHolder(
  { mail, runtime, baseUrl }: ApiContext,
  accountId: string,
  write: (baseUrl: string, to: string) => Letter,
): boolean {
  return mail.post(async () => {
    const { rows } = await runtime().pool.query<{ email: string }>(
      'select email from accounts where id = $1',
      [accountId],
    )
    const [account] = rows
    return account ? write(baseUrl, account.email) : null
  })
}
