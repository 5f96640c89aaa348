/** Countries as addresses in them name them: by two codes, and in their own languages. */
const spelled = `
AE ARE UAE|الإمارات العربية المتحدة
AR ARG República Argentina
AT AUT Österreich
AU AUS Commonwealth of Australia
BE BEL België|Belgique|Belgien
BG BGR България
BR BRA Brasil
CA CAN
CH CHE Schweiz|Suisse|Svizzera|Die Schweiz
CL CHL
CN CHN 中国|中國|PRC|People's Republic of China|P.R. China
CO COL
CY CYP Κύπρος
CZ CZE Česko|Česká republika|Czech Republic
DE DEU Deutschland|BRD|Bundesrepublik Deutschland
DK DNK Danmark
EE EST Eesti
EG EGY مصر
ES ESP España|Espanya
FI FIN Suomi
FR FRA République française
GB GBR UK|Great Britain|Vereinigtes Königreich|Royaume-Uni
GR GRC Ελλάδα|Hellas
HK HKG Hong Kong|香港
HR HRV Hrvatska
HU HUN Magyarország
ID IDN
IE IRL Éire|Republic of Ireland
IL ISR ישראל
IN IND भारत
IS ISL Ísland
IT ITA Italia
JP JPN 日本|日本国
KR KOR 대한민국|한국|Republic of Korea|Korea
LT LTU Lietuva
LU LUX Luxemburg|Lëtzebuerg
LV LVA Latvija
MO MAC Macau|Macao|澳門
MX MEX México
MY MYS
NL NLD Nederland|The Netherlands|Holland|Pays-Bas
NO NOR Norge|Noreg
NZ NZL Aotearoa
PE PER Perú
PH PHL Philippines|Pilipinas
PL POL Polska
PT PRT
RO ROU România
RS SRB Srbija|Србија
RU RUS Россия|Российская Федерация|Russian Federation
SA SAU السعودية|المملكة العربية السعودية|KSA
SE SWE Sverige
SG SGP 新加坡
SI SVN Slovenija
SK SVK Slovensko|Slovak Republic
TH THA ประเทศไทย|ไทย
TR TUR Türkiye|Turkey
TW TWN 台灣|台湾|Taiwan, R.O.C.
UA UKR Україна|Украина
US USA U.S.A.|United States of America|The United States|Estados Unidos
VN VNM Việt Nam|Viet Nam
ZA ZAF RSA
`
/** Countries that Unicode calls otherwise than the catalog, and nearly everybody, does. */
const called: Readonly<Record<string, string>> = {
  HK: 'Hong Kong',
  MO: 'Macau',
  TR: 'Turkey',
}

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The country of an address in English, however the address writes it; as it is where unknown. */
export function countryName(text: string | null): string | null {
  if (text === null) return null
  const bare = text.toUpperCase().replaceAll('.', '')
  const code = codes.get(bare) ?? (/^[A-Z]{2}$/.test(bare) ? bare : null)
  if (code === null) return text
  return called[code] ?? english.of(code) ?? text
}

const codes = new Map(
  spelled
    .trim()
    .split('\n')
    .flatMap((line) => {
      const code = line.slice(0, 2)
      const names = [line.slice(3, 6), ...line.slice(7).split('|')]
      return names.map((name) => [name.toUpperCase().replaceAll('.', ''), code] as const)
    }),
)
codes.delete('')
