export const networks = ['twitter', 'linkedin', 'facebook', 'instagram', 'youtube'] as const
export type Network = (typeof networks)[number]

const domains: Readonly<Record<string, Network>> = {
  'twitter.com': 'twitter',
  'x.com': 'twitter',
  'linkedin.com': 'linkedin',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'fb.me': 'facebook',
  'instagram.com': 'instagram',
  'instagr.am': 'instagram',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
}

export function networkOfDomain(domain: string): Network | null {
  return Object.hasOwn(domains, domain) ? (domains[domain] ?? null) : null
}

export interface Profile {
  readonly network: Network
  readonly handle: string
}

/** The account that the address of a profile names; null for shares, posts, log-ins and people. */
export function profileOf(address: string): Profile | null {
  const url = urlOf(address)
  const labels = url?.hostname.split('.') ?? []
  const network = networkOfDomain(labels.slice(-2).join('.'))
  if (!url || network === null || !entrances.test(labels.slice(0, -2).join('.'))) return null
  const path = url.hash.startsWith('#!/') ? url.hash.slice(2) : url.pathname // As of old.
  const parts = path.split('/').flatMap((part) => decodedPart(part) ?? [])
  const handle = readers[network](parts, url)
  return handle === null ? null : { network, handle }
}

/** `@name`, as cards of pages name an account of Twitter, or the address of one. */
export function twitterHandle(text: string): string | null {
  const name = /^\s*@?(\w{1,15})\s*$/.exec(text)?.[1]
  if (name !== undefined) return /^\d+$/.test(name) || isPath('twitter', name) ? null : name
  const profile = profileOf(text)
  return profile?.network === 'twitter' ? profile.handle : null
}

/** Languages and devices before a network's domain; its help, law and business are no entrance. */
const entrances = /^(?:|www|m|mobile|web|touch|mbasic|music|(?:www\.)?[a-z]{2}(?:-[a-z]{2,4})?)$/

function urlOf(address: string): URL | null {
  const text = address.trim().replace(/^\/\//, 'https://')
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return null
  const url = new URL(whole)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

function decodedPart(part: string): string | null {
  if (part === '') return null
  try {
    return decodeURIComponent(part).trim()
  } catch {
    return null
  }
}

/** First steps of addresses that are no account. */
const paths: Readonly<Record<Network, ReadonlySet<string>>> = {
  twitter: set(
    'share intent home search hashtag i login signup explore settings about tos privacy widgets ' +
      'statuses status messages notifications oauth account download jobs compose',
  ),
  linkedin: set(''),
  facebook: set(
    'sharer sharer.php share share.php dialog plugins tr login login.php groups events photo ' +
      'photo.php photos watch hashtag people policy policies policy.php story.php permalink.php ' +
      'profile.php home home.php help legal privacy business ads marketplace gaming reel reels ' +
      'messages l.php flx recover reg r.php v2.0 about media notes stories video videos public ' +
      'feed pg pages p',
  ),
  instagram: set(
    'p reel reels stories explore accounts tv share direct about legal developer web oauth s ' +
      'directory press',
  ),
  youtube: set(
    'watch embed shorts playlist results feed live redirect t about premium gaming v channel c ' +
      'user howyoutubeworks yt ads creators kids music account signin attribution_link clip',
  ),
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

function isPath(network: Network, name: string): boolean {
  return paths[network].has(name.toLowerCase())
}

/** Parts of a profile that are still the profile; of a company at LinkedIn all are. */
const within = set('about reviews home info posts_all jobs people life videos featured community')
const withinInstagram = set('reels tagged')

type Reader = (parts: readonly string[], url: URL) => string | null

const readers: Readonly<Record<Network, Reader>> = {
  twitter([first = '', second]) {
    const name = first.replace(/^@/, '')
    if (second !== undefined || isPath('twitter', name)) return null
    return matching(name, /^\w{1,15}$/)
  },
  linkedin([kind = '', name = '']) {
    if (!/^(company(-beta)?|school|organization)$/i.test(kind)) return null
    return matching(name, /^[\p{L}\p{M}\p{N}._&'-]{1,100}$/u)
  },
  facebook([first = '', second, third, fourth = '']) {
    if (first === 'pg') return matching(second ?? '', facebookName)
    if (first === 'pages' && second === 'category') return matching(fourth, facebookName)
    if ((first === 'pages' || first === 'p') && second !== undefined) {
      return matching(third ?? second, facebookName)
    }
    if (isPath('facebook', first)) return null
    return second === undefined || within.has(second) ? matching(first, facebookName) : null
  },
  instagram([first = '', second]) {
    const name = first.replace(/^@/, '')
    if (isPath('instagram', name)) return null
    return second === undefined || withinInstagram.has(second)
      ? matching(name, /^[\w.]{1,30}$/)
      : null
  },
  youtube([first = '', second = ''], url) {
    if (url.hostname.endsWith('youtu.be')) return null
    if (first.startsWith('@')) return matching(first.slice(1), youtubeName)
    if (/^(c|user)$/i.test(first)) return matching(second.replace(/^@/, ''), youtubeName)
    if (first.toLowerCase() === 'channel') return matching(second, /^UC[\w-]{8,40}$/)
    return isPath('youtube', first) ? null : matching(first, /^[\w.-]{3,60}$/)
  },
}

const facebookName = /^[\p{L}\p{M}\p{N}.-]{2,100}$/u
const youtubeName = /^[\p{L}\p{M}\p{N}._-]{1,60}$/u

function matching(name: string, pattern: RegExp): string | null {
  return pattern.test(name) ? name : null
}
