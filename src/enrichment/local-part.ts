/** Addresses of a desk, not of a person. */
const roles = new Set(
  (
    'abuse accounting accounts admin administrator ads advertising affiliate alerts all api apply ' +
    'billing board booking bookings bot business buchhaltung career careers ceo cfo community ' +
    'compliance contact contacto contactus cto customercare customerservice data datenschutz ' +
    'design dev developer developers devnull devops dmarc editor editorial email enquiries enquiry ' +
    'events everyone feedback finance frontdesk ftp general guest hello help helpdesk hi hola ' +
    'hostmaster hr info information inquiries investor investors invoice invoices it jobs kontakt ' +
    'legal list mail mailer mailer-daemon management manager marketing media member members ' +
    'membership news newsletter no-reply noc noreply notification notifications office online ' +
    'operations ops order orders owner partner partners partnerships payment payments payroll ' +
    'personal post postmaster pr press privacy procurement product purchasing reception recruiting ' +
    'recruitment register registrar reservations returns root sales secretary security service ' +
    'services shipping shop social soporte spam staff store student students subscribe subscriptions ' +
    'suggestions support sysadmin system tax team tech test testing trade training travel ' +
    'unsubscribe user users ventas verify vertrieb web webadmin webmaster welcome wholesale www'
  ).split(' '),
)

const particles = new Set('van von der den de la le del di da dos el al bin ter ten'.split(' '))
const namePart = /^[\p{L}][\p{L}'’-]*$/u

/**
 * A name from the part before the @, only where it spells one.
 *
 * `sales.team`, `no-reply`, `info2`: a desk or a machine.
 */
export function isRole(local: string): boolean {
  const plainLocal = local.replace(/\d+$/, '')
  return roles.has(plainLocal) || partsOf(plainLocal).some((part) => roles.has(part))
}

export function nameOfLocalPart(local: string, givenNames: ReadonlySet<string>): string | null {
  const parts = partsOf(local.replace(/\d+$/, ''))
  if (parts.length === 0 || parts.length > 5 || isRole(local)) return null
  if (!parts.every((part) => namePart.test(part))) return null
  if (parts.length === 1) return nameOfOneWord(parts[0] ?? '', givenNames)
  return nameOfParts(parts, givenNames)
}

/** A hyphen parts the names only where nothing else does: Jean-Pierre is one name. */
function partsOf(written: string): string[] {
  return written.split(/[._]/.test(written) ? /[._]+/ : /-(?=[^-]+$)/).filter((part) => part !== '')
}

/** At least two parts must be more than initials, and one a given name, or the order is a guess. */
function nameOfParts(parts: readonly string[], givenNames: ReadonlySet<string>): string | null {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (last.length < 2) return null
  if (givenNames.has(plain(first))) return parts.map(properCase).join(' ')
  const reversed = parts.length === 2 && givenNames.has(plain(last)) && first.length > 1
  if (reversed) return [last, first].map(properCase).join(' ')
  // An initial says little, yet it says who is meant among those of that surname.
  if (first.length === 1) return last.length > 2 ? parts.map(properCase).join(' ') : null
  return first.split('-').some((part) => givenNames.has(plain(part)))
    ? parts.map(properCase).join(' ')
    : null
}

function nameOfOneWord(word: string, givenNames: ReadonlySet<string>): string | null {
  if (givenNames.has(plain(word))) return properCase(word)
  return null
}

function properCase(part: string): string {
  if (part.length === 1) return `${part.toUpperCase()}.`
  if (particles.has(part)) return part
  return part.replace(/(^|[-'’])(\p{L})/gu, (_, edge: string, letter: string) => {
    return edge + letter.toUpperCase()
  })
}

function plain(part: string): string {
  return part.normalize('NFKD').replace(/\p{M}/gu, '')
}
