import { z } from 'zod'
import { url } from './env-fields.ts'

/** How links reach the holders of accounts. */
export type MailSettings =
  | { readonly type: 'smtp'; readonly url: string; readonly from: string }
  /** Where nobody else can reach the service, its log is mailbox enough. */
  | { readonly type: 'log' }
  | { readonly type: 'off' }

export const mailFields = {
  SMTP_URL: url(['smtp://', 'smtps://']).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\x00-\x1f\x7f]{1,200} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as "Enrichment <no-reply@example.com>"',
    )
    .optional(),
}

interface MailEnvironment {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
}

export function mailFaults({ SMTP_URL, MAIL_FROM }: MailEnvironment): string[] {
  if (Boolean(SMTP_URL) === Boolean(MAIL_FROM)) return []
  return ['SMTP_URL and MAIL_FROM belong together; one is missing']
}

export function mailSettingsOf(env: MailEnvironment, isLoopback: boolean): MailSettings {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = env
  if (smtpUrl && from) return { type: 'smtp', url: smtpUrl, from }
  return { type: isLoopback ? 'log' : 'off' }
}
