import { fold } from '../../../catalog/fold.ts'
import type { SitePage } from '../page/page.ts'
import { plainText } from '../page/plain-text.ts'

/** Pages with more to read than that are about something. */
const littleText = 2_500
const hardlyAnyText = 700

/** Said by servers, hosters and registrars where nobody has put a page of his own. */
const emptyTitles =
  /welcome to (?:nginx|openresty|caddy|centos|tengine)|apache2? .{0,30}(?:default|test) page|test page for|default (?:web ?site|page|server|virtual)|^it works\W*$|it works!|iis windows|^iis\d*$|^index of(?: \/|$)|^apache tomcat|plesk|cpanel|directadmin|ispconfig|^placeholder(?: (?:page|site))?$|web ?server.{0,20}default|site not found|website not found|there isn.?t a github pages|account (?:has been )?suspended|suspended (?:domain|page|site)|^coming soon(?:\s*$|\s*[^\w\s]|\s+(?:to|page|web|we|new|a|our)\b)|coming soon$|under construction|launching soon|website (?:is )?coming|future home of|^hello world!?$|congratulations.{0,40}(?:site|working)|site (?:is )?under maintenance|^maintenance(?: mode)?$|^in k(?:u|ue)rze|im aufbau|en construction$|en construccion$|^parked(?:$| (?:at|by|free|on|domain|page))|web ?hosting.{0,20}default|^domain default|no site configured|^your (?:new )?(?:web)?site (?:is|will)|\bparking(?: page)?$|^proximamente|^demnachst(?:$| (?:hier|online|verfugbar|mehr))|^bientot|^opening soon|wordpress . installation|website disabled|sitio (?:web )?en construccion|^this (?:store|shop) is (?:currently )?unavailable/
const errorTitles =
  /^(?:error\s*)?[45]\d\d(?:\W*$|\s*[-–:,!.]|\s+(?:error|not|forbidden|bad|internal|service|gateway|unauthori[sz]ed|access|page|server|too|method|request|that|seite))|\b(?:404|403|500|502|503)\b.{0,20}(?:error|not found|forbidden|unavailable|gateway)|(?:error|fehler|erreur)\s*[45]\d\d|not found$|^not found|^page (?:not|can.?t|cannot)|^forbidden\W*$|access (?:is )?denied|^error(?:\W*$|[:!.] |\s+(?:\d|page|occurred|connect))|^oops\W*(?:$| (?:something|page|that|we|an?|the) )|bad gateway|service unavailable|internal server error|just a moment|attention required|are you (?:a )?(?:human|robot)|^captcha(?:\W*$| (?:check|challenge|required|verification))|^security check\W*$|security check (?:required|to)|checking your browser|verify(?:ing)? you are|seite nicht gefunden|nicht gefunden$|page introuvable|pagina no encontrada|pagina non trovata|pagina niet gevonden|unauthori[sz]ed|^request (?:rejected|blocked)|^blocked(?:\W*$| (?:by|request))|too many requests|ddos|something went wrong|^one moment\W*(?:$| please)|^pardon our interruption|sayfa bulunamadi|database connection$|^wordpress . error|no such app|application error|temporarily unavailable|unavailable for legal/
const signInTitles =
  /^(?:(?:please )?(?:sign|log)[ -]?(?:in|on)|login|logon|signin|sign up|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesion|accedi|inloggen|zaloguj|webmail|authentication required|single sign[- ]on|sso)(?:$|\s+(?:to|page|required|bei|a)\b.*)/
const saleTexts =
  /\b[\w-]+\.[a-z]{2,12} (?:is|may be|could be) for sale|hugedomains\.com|(?:domain|website|url)\b.{0,60}\b(?:is|may be|might be|could be)\b.{0,20}\b(?:for sale|available for (?:sale|purchase)|parked)|buy this (?:premium )?domain|(?:this|the) (?:premium )?domain (?:name )?(?:is|has been) (?:for sale|parked|registered|expired)|domain (?:for sale|parking|parked)|parked (?:domain|free|courtesy|at|by)|make an offer (?:on|for) (?:this|the) domain|inquire about this domain|purchase this domain|(?:domain|adresse|\.[a-z]{2,10})\b.{0,40} steht (?:jetzt )?zum verkauf|domain (?:zu verkaufen|kaufen)|(?:nom de )?domaine.{0,30} (?:est )?a vendre|dominio.{0,30}(?:en venta|in vendita)|domein.{0,20}te koop|domena.{0,20}na sprzedaz|domain .{0,40}(?:expired|geparkt|abgelaufen)|sedo domain parking|this (?:web ?page|domain) is parked|related searches.{0,200}(?:privacy policy|parked)/
/** Said to the owner by registrars, on pages with hardly anything else. */
const registrarTexts =
  /domain wurde (?:gerade|soeben|erfolgreich)|hier entsteht eine neue|(?:domain|page) (?:was )?(?:generated|registered) (?:by|at|with) [\w.]+|domaine a (?:bien )?ete (?:enregistre|cree)|congratulations on your new domain|get this domain/
const parkingHosts =
  /(?:^|\.|\/\/)(?:[\w-]+\.)?(?:sedoparking|parkingcrew|bodis|afternic|hugedomains|dan|undeveloped|above|parklogic|uniregistry|domainmarket|buydomains|sedo|skenzo|voodoo|cashparking|rookdns|parking-lot|smartname|namebright|efty|squadhelp|atom|epik|domaineasy|brandbucket|brandpa|domainagents)\.(?:com|net|io|de)\b/

/**
 * Whether a page that answered well is nobody's: for sale, parked, a server's first page, an
 * error or a door. `isTold` is whether its structured data names the organisation.
 */
export function isNobodysPage(page: SitePage, host: string, isTold: boolean): boolean {
  const titles = titlesOf(page)
  if (parkingHosts.test(host)) return true
  if (page.scripts.some((script) => parkingHosts.test(script.split('?')[0] ?? ''))) return true
  if (titles.some((title) => errorTitles.test(title) || signInTitles.test(title))) return true
  const isDescribed = isTold || page.metas.has('description')
  if (page.hasPassword && page.textLength < hardlyAnyText && !isDescribed) return true
  if (!isTold && titles.some((title) => emptyTitles.test(title))) return true
  if (!isTold && page.textLength < hardlyAnyText && isBare(page, host)) return true
  return isForSale(page, titles)
}

/** Nothing but the domain's own name, or a registrar's word about it. */
function isBare({ title, metas, text }: SitePage, host: string): boolean {
  if (registrarTexts.test(fold(text.replace(/\s+/g, ' ')))) return true
  const isTitled = metas.has('og:site_name') || metas.has('description')
  return !isTitled && (title ?? '').trim().toLowerCase() === host.replace(/^www\./, '')
}

/** Each part of the title and the first heading, folded. */
function titlesOf({ title, headings, metas }: SitePage): readonly string[] {
  const texts = [title, headings[0], metas.get('og:title')?.[0]]
  return texts.flatMap((text) => {
    const plain = fold(text ? (plainText(text, 300) ?? '') : '')
    const parts = plain.split(/\s+[-–—|:·•»›]\s+|\s*\|\s*/u).map((part) => part.trim())
    return plain === '' ? [] : [...new Set([plain, ...parts])]
  })
}

function isForSale({ text, textLength, metas }: SitePage, titles: readonly string[]): boolean {
  if (titles.some((title) => saleTexts.test(title))) return true
  if (textLength > littleText) return false
  const said = [...(metas.get('description') ?? []), text].join(' ')
  return saleTexts.test(fold(said.slice(0, 4_000).replace(/\s+/g, ' ')))
}
