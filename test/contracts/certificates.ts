import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificates {
  /** The signer of the server's certificate, which a client must be told to trust. */
  readonly authority: string
  /** Somebody who signed nothing here. */
  readonly stranger: string
  /** The server's, good for 127.0.0.1 and for no name. */
  readonly certificate: string
  readonly key: string
  /** Key and certificate in one file, as Kafka wants them. */
  readonly keystore: string
  remove(): Promise<void>
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const lasting = ['-days', '2']

/** An authority and a server's certificate signed by it, in a folder of their own. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'enrich-certificates-'))
  const at = (name: string) => join(folder, name)
  const [authority, stranger] = [at('authority.pem'), at('stranger.pem')]
  for (const file of [authority, stranger]) {
    const files = ['-keyout', `${file}.key`, '-out', file]
    openssl(['req', '-x509', ...newKey, ...lasting, ...files, '-subj', '/CN=Test authority'])
  }
  const [key, request, certificate] = [at('server.key'), at('server.csr'), at('server.pem')]
  openssl(['req', ...newKey, '-keyout', key, '-out', request, '-subj', '/CN=Test server'])
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\n')
  const signer = ['-CA', authority, '-CAkey', `${authority}.key`, '-CAcreateserial']
  const files = ['-in', request, '-out', certificate, '-extfile', at('names')]
  openssl(['x509', '-req', ...files, ...signer, ...lasting])
  const keystore = at('keystore.pem')
  writeFileSync(keystore, `${readFileSync(key, 'utf8')}${readFileSync(certificate, 'utf8')}`)
  return {
    ...{ authority, stranger, certificate, key, keystore },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The obstacle to making certificates here, in a sentence. */
export function missingOpenssl(): readonly string[] {
  try {
    openssl(['version'])
    return []
  } catch {
    return ['Certificates are made with openssl: install it, as with "apt install openssl".']
  }
}

function openssl(args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' })
}
