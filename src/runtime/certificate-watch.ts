import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { errorText } from '../errors.ts'
import type { Notices } from '../notices.ts'
import type { Report } from '../report.ts'

/**
 * The certificates that this process was told to trust or to show: at the start and once a day the
 * operator hears of those that are near their end, before servers can no longer be reached.
 */
const dayMs = 86_400_000
const soonDays = 21
const verySoonDays = 7
/** A longer file is a system's bundle of public authorities, which its distributor renews. */
const certificatesMax = 20

export interface EndingCertificate {
  readonly subject: string
  readonly ends: string
  /** Whole days that are left; below zero when it is past its end. */
  readonly days: number
  readonly state: 'ends within 21 days' | 'ends within 7 days' | 'expired'
}

/** Those of a PEM file that are near their end. */
export function endingCertificates(pem: string, now: Date): readonly EndingCertificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length > certificatesMax) return []
  return blocks.flatMap((block) => {
    const { subject, validTo } = new X509Certificate(block)
    const end = new Date(validTo)
    const days = Math.floor((end.getTime() - now.getTime()) / dayMs)
    if (days >= soonDays) return []
    const left = days < verySoonDays ? 'ends within 7 days' : 'ends within 21 days'
    const state = days < 0 ? 'expired' : left
    return [{ subject: subject.replaceAll('\n', ', '), ends: end.toISOString(), days, state }]
  })
}

/** The files of certificates that a configuration names, by the variable that names them. */
export function certificateFiles({
  distributed,
  databaseUrl,
}: Pick<Config, 'distributed' | 'databaseUrl'>): ReadonlyMap<string, string> {
  const asked = databaseUrl ? new URL(databaseUrl).searchParams : new URLSearchParams()
  const named = [
    ['KAFKA_SSL_CA', distributed?.kafka.caFile],
    ['REDIS_SSL_CA', distributed?.redis.caFile],
    ['DATABASE_URL sslrootcert', asked.get('sslrootcert')],
    ['DATABASE_URL sslcert', asked.get('sslcert')],
  ] as const
  return new Map(named.flatMap(([name, file]) => (file ? [[name, file] as const] : [])))
}

interface WatchDeps {
  readonly files: ReadonlyMap<string, string>
  readonly notices: Pick<Notices, 'tell'>
  readonly report: Report
  readonly now?: () => Date
}

export function openCertificateWatch({
  files,
  notices,
  report,
  now = () => new Date(),
}: WatchDeps) {
  function look(): void {
    for (const [name, file] of files) {
      try {
        const ending = endingCertificates(readFileSync(file, 'utf8'), now())
        for (const certificate of ending) {
          const { subject: holder, ...rest } = certificate
          notices.tell('certificate_expiring', file, { setting: name, holder, ...rest })
        }
      } catch (error) {
        report('certificate_unread', { setting: name, file, error: errorText(error) })
      }
    }
  }
  look()
  const timer = setInterval(look, dayMs).unref()
  return { look, close: () => clearInterval(timer) }
}
