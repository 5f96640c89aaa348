import { readPackageJson } from './package-json.ts'
import { readTsv, sourcesFolder } from './read-tsv.ts'

/** Given names and mail providers, for /enrich/person and for telling people from shops. */
export function givenNames(): string[] {
  const english = ['female', 'male'].flatMap((sex) =>
    stringsOf(readPackageJson('@stdlib', `datasets-${sex}-first-names-en`, 'data', 'names.json')),
  )
  const curated = readTsv(`${sourcesFolder}/given-names.tsv`).flatMap((row) =>
    (row.names ?? '').split(' '),
  )
  const folded = [...english, ...curated].map((name) =>
    name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
  )
  return [...new Set(folded)].filter((name) => /^[\p{L}'-]{2,}$/u.test(name)).sort()
}

export function disposableDomains(): string[] {
  const list = stringsOf(readPackageJson('disposable-email-domains', 'index.json'))
  return [...new Set(list.map((domain) => domain.toLowerCase()))].sort()
}

export function freeMailDomains(): string[] {
  return readTsv(`${sourcesFolder}/free-mail.tsv`)
    .map((row) => row.domain ?? '')
    .sort()
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
