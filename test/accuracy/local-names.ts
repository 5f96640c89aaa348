/**
 * Names of local shops that nobody knows, as their owners make them up: after a person, a street, a
 * landscape or a word that some famous brand bears as well. None of them is that brand.
 */
export interface LocalLine {
  readonly name: string
  readonly line: string
}

interface Region {
  /** Before the trade, or behind it where the language wants it so. */
  readonly order: 'before' | 'behind'
  readonly people: string
  readonly words: string
  readonly trades: string
  readonly towns: string
}

/** Words of brands that are words, surnames or places before they are brands. */
const borne =
  'apple target shell gap delta subway chase boost coach guess orange virgin marriott hilton ' +
  'macy kohl wendy arby denny ford lincoln dodge hyatt albertson harris ross marshall sears ' +
  'sprint cricket mint discover capital citizens regions key ally united american southwest spirit ' +
  'frontier alaska avis budget enterprise national alamo thrifty dollar family costa nero boots next ' +
  'lush morrison penny douglas casino free sun moon star monarch liberty progressive hartford ' +
  'nationwide pioneer summit atlas titan forever express limited carter gordon brooks jordan fossil ' +
  'puma jaguar dove nest ring canopy slack linear notion zoom square stripe bolt lime bird ' +
  'grab wise chime dave brigit cleo albert mercury ramp gusto bill box ' +
  'amazon alibaba wish hollister old navy white house kay zales pandora ' +
  'cracker barrel olive golden corral red robin lobster outback texas roadhouse buffalo panda jack ' +
  'carl hardee sonic culver freddy steak shake papa john domino little caesar marco jimmy jersey mike ' +
  'firehouse bruegger tim horton peet caribou dutch ' +
  'meridian republic heritage freedom patriot eagle falcon phoenix metro central union crown royal ' +
  'imperial regal century classic premier prime select choice value family forever evergreen everyday'

const regions: Readonly<Record<string, Region>> = {
  US: {
    order: 'before',
    people: "joe's maria's walt's lopez nguyen patterson o'malley whitaker henderson dale's",
    words:
      'mill creek oak hill riverside lakeview stone bridge maple street fifth avenue sunset harbor ' +
      'blue ridge copper kettle iron horse twin pines silver spoon corner cedar grove prairie',
    trades:
      'bakery; family farm; bait and tackle; nails; hair studio; auto repair; dental; cafe; grill; ' +
      'deli; florist; pet grooming; yoga; martial arts; hardware; plumbing; landscaping; daycare; ' +
      'brewing; barber shop; cleaners; tire center; pharmacy; market; liquors; books; gifts; tattoo; ' +
      'chiropractic; storage; lawn care; roofing; towing; guns; quilts; orchard; ranch; kennels; ' +
      'family restaurant; farm stand; car wash; music school; photography; bagels; donuts; taqueria; ' +
      'physical therapy; animal hospital; counseling; marina; campground; bowling; dance academy',
    towns: 'ASHEVILLE NC;BOISE ID;TOPEKA KS;MILWAUKEE WI',
  },
  GB: {
    order: 'before',
    people: "smith's patel hughes mccarthy fletcher & sons davies barnaby",
    words: 'the village high street old forge station road church lane riverside green oak abbey',
    trades:
      'butchers; bakery; tandoori; fish bar; kebab house; off licence; newsagents; florist; barbers; ' +
      'garage; tea rooms; arms; inn; nurseries; farm shop; pharmacy; opticians; dental practice; ' +
      'plumbing; carpets; beauty; launderette; cycles; antiques; gallery; fisheries; kitchen; larder',
    towns: 'LEEDS GB;BRISTOL;NORWICH GBR;YORK',
  },
  DE: {
    order: 'behind',
    people: 'müller schneider krause yildiz hoffmann petersen',
    words: 'am markt zur linde alte post rosen sonnen stadt berg',
    trades:
      'bäckerei; metzgerei; gasthaus; apotheke; friseur; blumen; eiscafe; imbiss; getränkemarkt; ' +
      'hofladen; fahrradladen; autohaus; kosmetik; physiotherapie; buchhandlung; weinhandlung; kiosk',
    towns: 'MUENCHEN DEU;KOELN DE;LEIPZIG;FREIBURG DE',
  },
  FR: {
    order: 'behind',
    people: 'dupont martin lefebvre benali moreau',
    words: 'du port des halles de la gare saint michel du moulin les tilleuls',
    trades:
      'boulangerie; boucherie; pharmacie; coiffure; brasserie; garage; librairie; fleuriste; tabac; ' +
      'pressing; epicerie; creperie; fromagerie; bijouterie; pizzeria; cave; opticien; auto ecole',
    towns: 'LYON FRA;NANTES;LILLE FR;RENNES',
  },
  ES: {
    order: 'behind',
    people: 'garcia lopez hermanos fernandez paco',
    words: 'el puerto la plaza del sol san juan los olivos',
    trades:
      'panaderia; farmacia; peluqueria; carniceria; taller; cafeteria; ferreteria; fruteria; bar; ' +
      'libreria; optica; clinica dental; zapateria; estanco; bodega; churreria; academia',
    towns: 'VALENCIA ESP;SEVILLA;BILBAO ES;MURCIA',
  },
  IT: {
    order: 'behind',
    people: 'rossi esposito bianchi da mario',
    words: 'del corso la piazza al ponte san marco il borgo',
    trades:
      'panificio; farmacia; macelleria; gelateria; trattoria; parrucchiere; ferramenta; pasticceria; ' +
      'tabaccheria; officina; enoteca; ottica; cartoleria; lavanderia',
    towns: 'TORINO ITA;BOLOGNA;VERONA IT;BARI',
  },
  NL: {
    order: 'behind',
    people: 'de vries jansen bakker van dijk',
    words: 'het plein de molen aan zee t hoekje oude haven',
    trades:
      'bakkerij; slagerij; kapsalon; bloemen; fietsen; eetcafe; apotheek; cafetaria; slijterij; ' +
      'garage; kaashandel; boekhandel; tuincentrum',
    towns: 'UTRECHT NLD;GRONINGEN NL;BREDA;LEIDEN NL',
  },
  IN: {
    order: 'before',
    people: 'sharma krishna lakshmi gupta reddy',
    words: 'sri new shree royal green hill metro city',
    trades:
      'sweets; medicals; general store; textiles; mobiles; tiffin centre; jewellers; hardware; ' +
      'bakery; fashions; provision store; dental clinic; travels; electricals; restaurant; salon',
    towns: 'BANGALORE IN;PUNE;CHENNAI IND;HYDERABAD',
  },
  AU: {
    order: 'before',
    people: "nguyen thompson macca's bruno",
    words: 'beach side bay coast hill top wattle',
    trades:
      'bakehouse; butchery; surf shop; newsagency; pharmacy; physio; smash repairs; fish and chips; ' +
      'cellars; espresso; nursery; hair; motors; pet barn; bottle shop',
    towns: 'GEELONG AUS;HOBART AU;CAIRNS AUS;PERTH AU',
  },
  SE: {
    order: 'before',
    people: 'lindqvist hassan erikssons',
    words: 'gamla stan torget hamn solsidan',
    trades: 'bageri; frisör; pizzeria; blommor; cykel; optik; bilverkstad; konditori; livs',
    towns: 'MALMO SWE;UPPSALA SE;LUND;GOTEBORG SE',
  },
}

const styles: readonly string[] = [
  '{name} {town}',
  'SQ *{name} {town}',
  'POS PURCHASE {name} 0412 {town}',
  '{name}',
  'SUMUP *{name}',
  'TST* {name} {town}',
]

/** The words around another in English names of shops. */
const english = ['{}', 'the {}', '{} lane', 'old {}', '{} & sons', '{} hill', "{}'s", '{} creek']

/** Every word before or behind every trade; the styles take turns, in the same order every time. */
export function localLines(): LocalLine[] {
  const lines: LocalLine[] = []
  for (const region of Object.values(regions)) {
    const trades = region.trades.split(';').map((trade) => trade.trim())
    const towns = region.towns.split(';')
    const words = `${region.people} ${region.words} ${borne}`.split(' ')
    words.forEach((word, at) => {
      trades.forEach((trade, index) => {
        if (region.order === 'behind' && (at + index) % 4 !== 0) return
        const turn = at + index
        const form = english[(at * 3 + index) % english.length] ?? '{}'
        const name =
          region.order === 'before' ? `${form.replace('{}', word)} ${trade}` : `${trade} ${word}`
        const style = styles[turn % styles.length] ?? '{name}'
        const town = towns[turn % towns.length] ?? ''
        lines.push({ name, line: written(style, name, town) })
      })
    })
  }
  return lines
}

function written(style: string, name: string, town: string): string {
  return style.replace('{name}', name).replace('{town}', town).toUpperCase()
}

/** Names that the lists above happen to spell and that a careful reader takes for the brand. */
export const brandsAfterAll: ReadonlySet<string> = new Set([
  'amazon market',
  'amazon pharmacy',
  'boots pharmacy',
  'buffalo grill',
  'capital grill',
  'central market',
  'delta dental',
  'dollar general store',
  'frontier restaurant',
  'old navy fashions',
  'penny market',
  'premier inn',
  'roadhouse restaurant',
  'spirit dental',
  "white's pharmacy",
  'shell car wash',
  'star market',
  'subway restaurant',
  'the hartford dental',
  'twin liquors',
  'village inn',
])
