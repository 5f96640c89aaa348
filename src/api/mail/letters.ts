import type { Letter } from './letter.ts'

/**
 * The secret stands after the `#`, which no server is sent: it is in no log and no referrer. The
 * page behind the link does nothing until its reader presses a button, as mail scanners open links.
 */
export function resetLetter(baseUrl: string, to: string, token: string): Letter {
  const link = `${baseUrl}/auth/reset#${token}`
  return {
    to,
    link,
    subject: 'Choose a new password',
    text: `Somebody, probably you, asked for a new password for the account of this address at
${baseUrl}

Choose one here within 30 minutes; the link works once:
${link}

If it was not you, do nothing: your password stays as it is.
`,
  }
}

export function verifyLetter(baseUrl: string, to: string, token: string): Letter {
  const link = `${baseUrl}/auth/verify#${token}`
  return {
    to,
    link,
    subject: 'Confirm your e-mail address',
    text: `An account was made with this address at
${baseUrl}

Confirm here within 30 minutes that the address is yours; the link works once:
${link}

If it was not you, do nothing. Whoever reads this mailbox can take the account over by asking for a
new password: ${baseUrl}/auth/reset
`,
  }
}

export function moveLetter(baseUrl: string, to: string, token: string): Letter {
  const link = `${baseUrl}/auth/email#${token}`
  return {
    to,
    link,
    subject: 'Confirm your new e-mail address',
    text: `Somebody, probably you, wants to use this address for an account at
${baseUrl}

Confirm here within 30 minutes; the link works once:
${link}

If it was not you, do nothing: the account stays with the address that it has.
`,
  }
}

/** To the address that the account had, whose reader can do something about it. */
export function movedLetter(baseUrl: string, to: string, moved: string): Letter {
  const link = `${baseUrl}/console`
  return {
    to,
    link,
    subject: 'Your account has a new e-mail address',
    text: `The account of this address at
${baseUrl}
now has the address ${moved}. Letters about it go there.

If it was not you, somebody knows your password and reads your sessions: write to whoever runs this
service, and change that password wherever else you use it.
`,
  }
}

const stoppedWords = {
  declined: 'your card was declined',
  disputed: 'a payment to us was disputed',
  unknown: 'we could not find out whether a payment went through',
} as const

export function topUpStoppedLetter(
  baseUrl: string,
  to: string,
  because: keyof typeof stoppedWords,
): Letter {
  const link = `${baseUrl}/console#credits`
  return {
    to,
    link,
    action: 'Open your credits',
    subject: 'Credits are not topped up any more',
    text: `Your account at
${baseUrl}
no longer buys credits by itself, because ${stoppedWords[because]}. When the credits are used
up, calls are refused. See what happened, and turn it on again:
${link}
`,
  }
}

export function topUpOnLetter(baseUrl: string, to: string, terms: string): Letter {
  const link = `${baseUrl}/console#credits`
  return {
    to,
    link,
    action: 'Open your credits',
    subject: 'Your account buys credits by itself now',
    text: `Your account at
${baseUrl}
was set up to buy credits by itself: ${terms}.

Change it or turn it off here:
${link}

If it was not you, turn it off, and change your password.
`,
  }
}
