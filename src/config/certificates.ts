import { readFileSync } from 'node:fs'
import { CodedError } from '../errors.ts'

/**
 * Certificates to trust, from the file that a variable names. A file without one would trust
 * nobody.
 */
export function readCertificates(file: string, variable: string): string {
  const text = readText(file, variable)
  if (/^-----BEGIN (TRUSTED )?CERTIFICATE-----/m.test(text)) return text
  throw new CodedError('start_refused', `${variable} names ${file}, which holds no certificate.`)
}

function readText(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CodedError('start_refused', `${variable} cannot be read: ${reason}.`, cause)
  }
}
