import { rangeOf, yearOf } from '../../../catalog/import/imported-company.ts'
import { nodesAt, textAt, typesOf } from '../page/data-nodes.ts'
import type { DataNode } from '../page/page.ts'
import { plainText } from '../page/plain-text.ts'
import { countryName } from './country-names.ts'
import { industryOfTypes } from './organization-types.ts'

const placeLength = 80

export interface OrganizationFacts {
  readonly foundedYear: number | null
  readonly employees: string | null
  readonly hq: string | null
  readonly industry: string | null
}

/** The first of the nodes that tells a fact is believed. */
export function factsOf(nodes: readonly DataNode[]): OrganizationFacts {
  return {
    foundedYear: firstOf(nodes, foundedIn),
    employees: firstOf(nodes, employeesOf),
    hq: firstOf(nodes, placeOf),
    industry: firstOf(nodes, industryOf),
  }
}

function firstOf<T>(nodes: readonly DataNode[], read: (node: DataNode) => T | null): T | null {
  for (const node of nodes) {
    const fact = read(node)
    if (fact !== null) return fact
  }
  return null
}

function foundedIn(node: DataNode): number | null {
  const text = textAt(node, 'foundingDate') ?? textAt(node, 'dateFounded')
  const year = yearOf(/\b(\d{4})\b/.exec(text?.slice(0, 100) ?? '')?.[1])
  return year !== null && year <= new Date().getUTCFullYear() ? year : null
}

function employeesOf(node: DataNode): string | null {
  const [quantity] = nodesAt(node, 'numberOfEmployees')
  if (quantity === undefined) return rangeOfText(textAt(node, 'numberOfEmployees') ?? '')
  const value = textAt(quantity, 'value')
  if (value !== null) return rangeOfText(value)
  const [min, max] = ['minValue', 'maxValue'].map((name) => numberIn(textAt(quantity, name) ?? ''))
  return rangeBetween(min ?? null, max ?? null)
}

/** "120", "1,200+", "51-200". */
function rangeOfText(text: string): string | null {
  const [, low, high] =
    /^(?:\D{0,20}[^\d−-])?([\d.,’' ]+)(?:\s*(?:-|–|—|to)\s*([\d.,’' ]+))?/i.exec(
      text.slice(0, 60),
    ) ?? []
  if (low === undefined) return null
  return rangeBetween(numberIn(low), high === undefined ? null : numberIn(high))
}

function rangeBetween(min: number | null, max: number | null): string | null {
  if (max === null) return min === null ? null : rangeOf(min)
  return min === null ? rangeOf(max) : rangeOf(Math.max(min, Math.round((min + max) / 2)))
}

function numberIn(text: string): number | null {
  const digits = text.replace(/[.,’' ](?=\d{3}(?!\d))/g, '').replace(/[^\d.]/g, '')
  const number = Math.floor(Number.parseFloat(digits))
  return Number.isFinite(number) && number > 0 && !/^\s*[−-]/.test(text) ? number : null
}

/** "City, Region" where a region is told, else "City, Country". */
function placeOf(node: DataNode): string | null {
  const places = [node, ...nodesAt(node, 'location')]
  for (const address of places.flatMap((place) => nodesAt(place, 'address'))) {
    const city = wordAt(address, 'addressLocality')
    const country = countryName(wordAt(address, 'addressCountry'))
    const region = regionName(wordAt(address, 'addressRegion'), country)
    const area = region !== null && region !== city ? region : country
    if (city !== null) return area === null ? city : city.includes(area) ? city : `${city}, ${area}`
  }
  return null
}

function wordAt(node: DataNode, name: string): string | null {
  const text = textAt(node, name)
  return text === null ? null : plainText(text, placeLength)
}

const states: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,' +
    'DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,' +
    'IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,' +
    'MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,' +
    'NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
    'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,' +
    'RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,' +
    'VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,' +
    'PR Puerto Rico'
  )
    .split(',')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)
const provinces: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NS Nova Scotia,ON Ontario,' +
    'NL Newfoundland and Labrador,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon'
  )
    .split(',')
    .map((line) => [line.slice(0, 2), line.slice(3)]),
)

/** The catalog writes states and provinces out. Other short codes say nothing to a reader. */
function regionName(text: string | null, country: string | null): string | null {
  if (text === null) return null
  const code = text.toUpperCase().replaceAll('.', '')
  const isCanada = country === 'Canada'
  const name = isCanada ? provinces[code] : states[code]
  if (name && (country === null || country === 'United States' || isCanada)) return name
  return country !== null && /^[\dA-Z]{1,3}$/.test(code) ? null : text
}

function industryOf(node: DataNode): string | null {
  const said = textAt(node, 'industry')
  const plain = said === null || /^\s*(https?:|\d)/.test(said) ? null : plainText(said, 100)
  return plain ?? industryOfTypes(typesOf(node))
}
