import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { MailSettings } from '../../config/mail-settings.ts'
import { isLoopback } from '../../config/payments.ts'
import { errorText } from '../../errors.ts'
import type { Report } from '../../report.ts'
import type { Letter } from './letter.ts'
import { letterHtml } from './letter-html.ts'

/** Finds the words when it is their turn; null: there is nobody to write to. */
type Writing = () => Promise<Letter | null>

export interface Mail {
  readonly isOn: boolean
  /** False when too many letters wait. Nobody waits for a letter, whether it is written or not. */
  post(writing: Writing): boolean
  close(): void
}

export interface MailParts {
  readonly settings: MailSettings
  readonly report: Report
  /** After these a letter is tried again; the last one lies within the life of its link. */
  readonly retryAfterMs?: readonly number[]
}

const waitingMax = 1_000
const atOnce = 4
const retryAfterMs = [2_000, 15_000, 60_000, 300_000]
const smtpLimitMs = 15_000

interface Waiting {
  readonly writing: Writing
  readonly tries: number
}

/** Sends letters, a few at once, beside the requests that asked for them. */
export function openMail({
  settings,
  report,
  retryAfterMs: waits = retryAfterMs,
}: MailParts): Mail {
  const deliver = delivererOf(settings, report)
  const waiting: Waiting[] = []
  const later = new Set<NodeJS.Timeout>()
  let running = 0

  function post(writing: Writing): boolean {
    if (waiting.length + later.size >= waitingMax) return false
    waiting.push({ writing, tries: 0 })
    // Not before the request that asked has been answered.
    setImmediate(work)
    return true
  }

  async function work(): Promise<void> {
    const next = running < atOnce ? waiting.shift() : undefined
    if (!next) return
    running += 1
    await send(next)
    running -= 1
    setImmediate(work)
  }

  async function send({ writing, tries }: Waiting): Promise<void> {
    let letter: Letter | null = null
    try {
      letter = await writing()
      if (letter) await deliver?.(letter)
    } catch (error) {
      const wait = waits[tries]
      // Without the address, which is nobody's business who reads logs.
      report('mail_failed', {
        error: errorText(error),
        tries: tries + 1,
        again: wait !== undefined,
      })
      const written = letter
      const again = { writing: written ? async () => written : writing, tries: tries + 1 }
      if (wait !== undefined) sendLater(again, wait)
    }
  }

  function sendLater(again: Waiting, wait: number): void {
    const timer = setTimeout(() => {
      later.delete(timer)
      waiting.push(again)
      void work()
    }, wait)
    later.add(timer)
  }

  return {
    isOn: deliver !== null,
    post: (writing) => deliver !== null && post(writing),
    close() {
      waiting.length = 0
      for (const timer of later) clearTimeout(timer)
    },
  }
}

type Deliver = (letter: Letter) => Promise<void>

function delivererOf(settings: MailSettings, report: Report): Deliver | null {
  if (settings.type === 'off') {
    report('mail_off', {
      says: 'Without SMTP_URL nobody can reset a password or confirm an e-mail.',
    })
    return null
  }
  if (settings.type === 'log') {
    return async ({ to, subject, link }) => report('mail', { to, subject, link })
  }
  const opened = transportOf(settings.url)
  opened.catch(() => {}) // Told with each letter.
  return async (letter) => {
    const { subject, text } = letter
    const to = { name: '', address: letter.to }
    const transport = await opened
    await transport.sendMail({ from: settings.from, to, subject, text, html: letterHtml(letter) })
  }
}

/** A password goes over the network encrypted only. */
async function transportOf(url: string): Promise<Transporter<SentMessageInfo>> {
  const { default: nodemailer } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  return nodemailer.createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(password) } } : {}),
    requireTLS: !secure && user !== '' && !isLoopback(hostname),
    connectionTimeout: smtpLimitMs,
    greetingTimeout: smtpLimitMs,
    socketTimeout: smtpLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
