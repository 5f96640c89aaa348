/** Regions that stand behind a town in place of the country, by the codes of the post. */
const codes =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,' +
  'DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,' +
  'IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,' +
  'MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
  'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,' +
  'OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,' +
  'SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,AB Alberta,BC British Columbia,' +
  'MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,ON Ontario,' +
  'PE Prince Edward Island,QC Quebec,SK Saskatchewan'

const byCode = new Map(codes.split(',').map((pair) => [pair.slice(0, 2), pair.slice(3)]))
const byName = new Map([...byCode.values()].map((name) => [name.toLowerCase(), name]))

/** The region that an address names by its code or in full, if it is one of the two countries'. */
export function regionIn(line: string): string | null {
  const code = /\b([A-Z]{2})\b(?=[^A-Za-z]*$|\s+[A-Z]\d)/.exec(line)?.[1]
  if (code !== undefined && byCode.has(code)) return byCode.get(code) ?? null
  const lower = line.toLowerCase()
  for (const [name, region] of byName) if (lower.includes(` ${name}`)) return region
  return null
}

/** GeoNames has the states' codes for the United States. */
export function stateOf(code: string): string | null {
  return byCode.get(code) ?? null
}
