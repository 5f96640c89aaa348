/**
 * Legal forms as registers write them, folded, each line one or more countries' own. A form is a
 * run of words; points are gone and single letters joined: "S. p. A." is `spa`, "A/S" is `as`.
 */
const behind: readonly string[] = [
  // United States, Canada, United Kingdom, Ireland, and the many places that write English law.
  'inc|incorporated|corp|corporation|co|company|companies|ltd|limited|llc|llp|lllp|lp|plc|pllc|pc',
  'pbc|na|fsb|dac|clg|uc|teoranta|teo|cyf|ccc|limited liability company|public limited company',
  'public company limited|pcl|public company|joint stock company|jsc|ojsc|pjsc|cjsc|ojs|private',
  'pvt|pte|pty|proprietary|ltee|unlimited company|limited partnership|bancorp inc|trust company',
  // Germany, Austria, Switzerland, Liechtenstein.
  'gmbh|mbh|ggmbh|ag|kg|kgaa|ohg|ug|gbr|eg|ev|ek|ekfr|partg|partgmbb|ug haftungsbeschrankt|gesmbh',
  'aktiengesellschaft|gesellschaft mit beschrankter haftung|kommanditgesellschaft|se|stiftung|gesmbh',
  // France, Belgium, Luxembourg, Netherlands, Monaco, Maghreb, francophone Africa.
  'sa|sas|sasu|sarl|eurl|snc|sca|scop|scs|gie|sam|suarl|societe anonyme|sprl|bvba|cvba|cv|cva|vzw',
  'nv|bv|vof|naamloze vennootschap|besloten vennootschap|societe par actions simplifiee|scrl|srl',
  // Italy, San Marino, Spain, Portugal, Andorra.
  'spa|sapa|srls|scarl|scpa|scrl|ss|sl|slu|sll|sau|scoop|sociedad anonima|sociedad limitada|sgps',
  'societa per azioni|lda|unipessoal|limitada|sociedade anonima|unipersonal|sociedad cooperativa',
  // Sweden, Norway, Denmark, Finland, Iceland.
  'ab|abp|aktiebolag|aktiebolaget|publ|as|asa|ans|aksjeselskap|allmennaksjeselskap|aps|aktieselskab',
  'ivs|ks|oy|oyj|oyabp|osakeyhtio|ky|ry|hf|ehf|ohf|sf|amba|a mba',
  // Estonia, Latvia, Lithuania, Poland, Czechia, Slovakia, Hungary.
  'ou|osauhing|aktsiaselts|sia|uab|akciju sabiedriba|sp zoo|sp z oo|spzoo|spolka akcyjna|spolka',
  'spolka z ograniczona odpowiedzialnoscia|spk|spj|sro|spol sro|spol s ro|as sro|akciova spolecnost|vos|ks',
  'kft|zrt|nyrt|rt|bt|kkt|korlatolt felelossegu tarsasag|zartkoruen mukodo reszvenytarsasag',
  // Slovenia, Croatia, Bosnia, Serbia, Montenegro, North Macedonia, Bulgaria, Romania, Albania.
  'doo|dd|jdoo|dno|kd|ad|aad|dooel|ood|eood|ead|adsits|shpk|sha|scs|pfa',
  // Greece, Cyprus, Turkey, Israel.
  'ae|epe|ike|anonymi etaireia|αε|επε|ικε|ανωνυμη εταιρεια|as ti|ltd sti|limited sirketi|sti',
  'anonim sirketi|sanayi ve ticaret|san ve tic|tas|taş|בעמ|חברה בעמ',
  // Russia, Ukraine, Belarus, Kazakhstan, Georgia, Armenia, Azerbaijan.
  'ooo|oao|pao|zao|ao|nao|too|tov|prat|ooo|ооо|оао|пао|зао|ао|нао|тоо|тов|прат|пат|llp|ип|чао',
  'публичное акционерное общество|акционерное общество|общество с ограниченной ответственностью',
  // Brazil, Mexico, Argentina, Chile, Colombia, Peru, Ecuador, Venezuela and their neighbours.
  'ltda|eireli|epp|me|mei|cia|sa de cv|sab de cv|sab|s de rl de cv|de cv|sapi de cv|sapi|sc|ac',
  'sofom enr|eirl|sac|saa|saic|saci|sacif|saicf|sapem|ca|cxa|sce|esp|eice|sociedad por acciones',
  // China, Hong Kong, Taiwan, Japan, Korea.
  '股份有限公司|有限责任公司|有限責任公司|有限公司|集团|集團|控股|株式会社|有限会社|合同会社|주식회사|유한회사|주|株|有',
  'kk|kabushiki kaisha|kabushikigaisha|yk|yugen kaisha|gk|godo kaisha|hldgs|chusik hoesa',
  // India, Pakistan, Bangladesh, Sri Lanka, Malaysia, Singapore, Indonesia, Thailand, Vietnam.
  'sdn bhd|bhd|berhad|sendirian berhad|tbk|persero|persero tbk|pt|opc|jmc|jsco|บริษัท|จำกัด|มหาชน|cp',
  // Arab states, Iran, South Africa, Nigeria, Kenya, Australia, New Zealand.
  'psc|pjsc|wll|bsc|bsc c|ksc|kscp|kscc|saog|saoc|qpsc|qsc|sae|sal|fze|fzco|fz llc|fzc|dmcc|spc|jsc',
  'ش م ع|شركة|ذمم|npc|rf|soc ltd|cc|gte|nl|no liability',
]

/** Forms that stand before the name somewhere: PT Astra, OOO Yandex, AB Volvo, SC Dedeman. */
const before: readonly string[] = [
  'pt|ooo|oao|pao|zao|ao|nao|too|tov|prat|ооо|оао|пао|зао|ао|нао|тоо|тов|прат|пат|ип|cv|ud|firma',
  'kk|kabushiki kaisha|yk|gk|株式会社|有限会社|合同会社|주식회사|유한회사|株|주|บริษัท|شركة|uab|ab|as|ou|sia|oy|nv|bv',
  'cong ty tnhh|cong ty co phan|cong ty cp|cong ty|tap doan|ngan hang tmcp|sc|ad|dd|doo|sa|sas|sarl',
  'societe anonyme|societe|ste|ets|etablissements|sociedad anonima|aktiebolaget|aktieselskabet',
  'as|jsc|ojsc|pjsc|cjsc|joint stock company|public joint stock company|limited liability company',
  'публичное акционерное общество|акционерное общество|общество с ограниченной ответственностью',
  'koninklijke|compagnie|compagnie de|compagnie financiere|compagnie generale des etablissements',
  'telefonaktiebolaget|telefonaktiebolaget lm|groupe|grupo|gruppo|industria de|f|cie|compania',
  'spolka akcyjna|the|messrs|m s|hf|ehf|gebr|fa|perusahaan perseroan',
]

/** Words that a group adds to the name by which people know it. */
const grouping = new Set(
  (
    'group groups gruppe groupe gruppo grupo groep gruppen konsern koncern konzern holding ' +
    'holdings hldg hldgs corporation corp international intl internacional internazionale ' +
    'internationale global worldwide companies company co enterprises enterprise 集团 集團 控股 그룹'
  ).split(' '),
)

/** Words for its trade that a register adds to the name of a company that all know without them. */
const trades = new Set(
  (
    'technologies technology tech solutions systems services service software financial finance ' +
    'energy power motor motors motorcycle insurance assurance life trust bancorp bancshares ' +
    'bank banking stores store foods food brands beverage beverages cruises cruise home homes ' +
    'transport transportation logistics healthcare health pharmaceuticals pharmaceutical ' +
    'pharma industries industrial products airlines airways air lines communications telecom ' +
    'corporation group holdings holding international america usa us of and worldwide'
  ).split(' '),
)

/** The name without such words at its end, at most three. */
export function withoutTrade(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && words.length - end < tradesMax && trades.has(words[end - 1] ?? '')) end -= 1
  return words.slice(0, end)
}

const tradesMax = 3

const formsBehind = new Set(behind.join('|').split('|'))
const formsBefore = new Set(before.join('|').split('|'))
const formLengthMax = 5

export function withoutFormsBehind(words: readonly string[]): readonly string[] {
  let kept = words
  for (;;) {
    const ending = lengthOfForm(kept, (length) => kept.slice(-length), formsBehind)
    const next = ending === 0 ? withoutLink(kept) : kept.slice(0, -ending)
    if (next === kept) return kept
    kept = next
  }
}

export function withoutFormsBefore(words: readonly string[]): readonly string[] {
  const start = lengthOfForm(words, (length) => words.slice(0, length), formsBefore)
  return start === 0 ? words : words.slice(start)
}

export function withoutGrouping(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && grouping.has(words[end - 1] ?? '')) end -= 1
  return end === words.length ? words : withoutLink(words.slice(0, end))
}

/** A name is never only its legal form, so one word stays. */
function lengthOfForm(
  words: readonly string[],
  part: (length: number) => readonly string[],
  forms: ReadonlySet<string>,
): number {
  for (let length = Math.min(formLengthMax, words.length - 1); length > 0; length -= 1) {
    if (forms.has(part(length).join(' '))) return length
  }
  return 0
}

const links = new Set(['and', 'und', 'et', 'y', 'e', 'og', 'och', 've', 'i'])

/** "Tiffany & Co." loses its form, and then the word that joined it. */
function withoutLink(words: readonly string[]): readonly string[] {
  return words.length > 1 && links.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}
