interface SocialHandles {
  readonly twitter: string | null
  readonly linkedin: string | null
  readonly facebook: string | null
  readonly instagram: string | null
  readonly youtube: string | null
}

/** One row of the generated table: everything known of a company or brand. */
export interface Company {
  readonly id: string
  readonly name: string
  readonly domain: string | null
  readonly otherDomains: readonly string[]
  /** Detailed category code and MCC of what the company sells, where it is a merchant. */
  readonly category: string | null
  readonly mcc: string | null
  /** ISO 3166-1 codes; empty means everywhere. */
  readonly countries: readonly string[]
  readonly kind: string
  /** 0 (a handful of shops) to 9 (known to everybody). */
  readonly rank: number
  /** The folded name. */
  readonly key: string
  readonly industry: string | null
  readonly foundedYear: number | null
  readonly hq: string | null
  readonly employees: string | null
  readonly description: string | null
  readonly social: SocialHandles
  /** Slug of the drawing in the icon package. */
  readonly icon: string | null
}

export const companyColumns = [
  'id',
  'name',
  'domain',
  'other_domains',
  'category',
  'mcc',
  'countries',
  'kind',
  'rank',
  'name_keys',
  'line_keys',
  'industry',
  'founded_year',
  'hq',
  'employees',
  'twitter',
  'linkedin',
  'facebook',
  'instagram',
  'youtube',
  'icon',
  'description',
] as const

const noList: readonly string[] = []
const noSocial: SocialHandles = {
  twitter: null,
  linkedin: null,
  facebook: null,
  instagram: null,
  youtube: null,
}

export function readCompany(line: string): Company {
  const cells = line.split('\t')
  return {
    id: cells[0] ?? '',
    name: cells[1] ?? '',
    domain: cells[2] || null,
    otherDomains: cells[3] ? cells[3].split(';') : noList,
    category: cells[4] || null,
    mcc: cells[5] || null,
    countries: cells[6] ? cells[6].split(';') : noList,
    kind: cells[7] ?? '',
    rank: Number(cells[8]),
    key: firstOf(cells[9] ?? ''),
    industry: cells[11] || null,
    foundedYear: cells[12] ? Number(cells[12]) : null,
    hq: cells[13] || null,
    employees: cells[14] || null,
    social: readSocial(cells),
    icon: cells[20] || null,
    description: cells[21] || null,
  }
}

/** The first of the spellings of a name is the folded name itself. */
export function firstOf(nameKeys: string): string {
  const end = nameKeys.indexOf(';')
  return end === -1 ? nameKeys : nameKeys.slice(0, end)
}

function readSocial(cells: readonly string[]): SocialHandles {
  const social = {
    twitter: cells[15] || null,
    linkedin: cells[16] || null,
    facebook: cells[17] || null,
    instagram: cells[18] || null,
    youtube: cells[19] || null,
  }
  return Object.values(social).some((handle) => handle !== null) ? social : noSocial
}
