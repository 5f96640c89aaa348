/**
 * Words that may stand beside a brand without making it another: the branch, the legal form, the
 * goods, the way of paying.
 */
export const legalWords: ReadonlySet<string> = new Set(
  (
    'inc incorporated ltd limited llc llp plc corp corporation co company gmbh mbh ag se kg kgaa ug ' +
    'ev eg ohg sa sas sarl srl spa sl slu bv nv vof ab asa as aps oy oyj kk pty pte pvt private tbk ' +
    'bhd sdn kgs scs sca lda ltda me eireli sro doo eood zoo spzoo cie'
  ).split(' '),
)

/** Legal forms of one country; the others are those of many. */
const seats: ReadonlyMap<string, string> = new Map([
  ['gmbh', 'DE'],
  ['pvt', 'IN'],
  ['ltda', 'BR'],
  ['pty', 'AU'],
])

/** "Ikea Germany GmbH" is the German company of a brand of the world. */
export function seatOf(keys: readonly string[]): string | null {
  const form = keys.find((key) => seats.has(key))
  return form === undefined ? null : (seats.get(form) ?? null)
}

export const fillerWords: ReadonlySet<string> = new Set(
  (
    'store stores shop shops shopping supercenter supercentre superstore superstores supermarket ' +
    'express online onl web www com net org http https app apps mobile help info bill billing ' +
    'payment payments pay pmt pymt purchase order orders subscription subscriptions subscr subs ' +
    'subscript membership member monthly yearly annual plan service services svc svcs center centre ' +
    'international intl int europe european eu emea uk us usa usd eur gbp group holding holdings ' +
    'branch outlet retail wholesale warehouse restaurant cafe fuel gas petrol station pump inside ' +
    'outside gaz kiosk terminal airport arpt mall plaza park north south east west city street st ' +
    'road rd ave avenue blvd drive dr hwy highway square high lane main downtown village ' +
    'filiale fil markt laden tankstelle agence magasin boutique tienda sucursal negozio filial no nr ' +
    'num ref trip ride eats pending digital media marketplace mktp mktpl mktplace interactive ' +
    'entertainment technologies technology systems solutions software global deutschland france ' +
    'espana italia nederland ireland canada australia india japan sweden polska the and of de la le ' +
    'les du des del der die das und et y e i of at in on by to for a an direct customer care support ' +
    'crt auto automatic autopay recurring reload topup cashout payout wallet balance gift card cards ticket tickets ' +
    'stn stns ins mkt mkts hdwe ctr whse pumps registration renewal fee fees ltda gmb hypermarket hyper ' +
    'ag co cc pos visa debit credit refund return returns delivery free trial premium basic pro plus ' +
    'dept client cliente kunde kundennr recibo recibos factura facture fattura rechnung mensual mensualite ' +
    'abo abonnement contrat contract vertrag utility bills statement mandate mandat ' +
    'music video tv family individual student pharmacy bakery self checkout kasse danke merci'
  ).split(' '),
)
