/**
 * The words that banks put over their columns, by the column's meaning, in English, German, French,
 * Dutch, Italian, Spanish, Portuguese, Polish, Czech, Hungarian, Romanian, Turkish, Swedish,
 * Norwegian, Danish, Finnish and Japanese: the likeliest first, as `plainHeader` leaves them. A
 * word that means something else at another bank stands under both kinds, and the column's content
 * decides. `text` is a booking type beside a payee, and the description where nothing else is.
 */
export type HeaderKind = keyof typeof headerWords

const counterparties = {
  /** The other side of the payment, whichever way the money goes. */
  party: `counter party|counterparty|counterparty name|counter party name|name of counterparty|partner name|partner
    merchant|merchant name|merchant description|vendor|payee payer|payer payee|name|company|other party|shop|store
    auftraggeber empfanger|empfanger auftraggeber|auftraggeber beguenstigter|auftraggeber begunstigter
    beguenstigter auftraggeber|begunstigter auftraggeber|beguenstigter zahlungspflichtiger
    begunstigter zahlungspflichtiger|name zahlungsbeteiligter|zahlungsbeteiligter|empfanger zahlungspflichtiger
    auftraggeber zahlungsempfanger|zahlungsempfanger zahlungspflichtiger|partnername|empfanger 1|gegenpartei|handler
    auftraggeber empfanger name|name des partners|haendler|name des zahlungsbeteiligten|sender empfanger
    naam tegenpartij|tegenrekeninghouder|naam tegenpartij bevat|tegenpartij|naam|tegenpartij naam|naam van de tegenpartij
    naam uiteindelijke partij|contrepartie|nom de la contrepartie|nom contrepartie|tiers|supplier found|beneficiaire emetteur
    controparte|nome controparte|ordinante beneficiario|beneficiario ordinante|esercente|contraparte|comercio
    nome da contraparte|ordenante beneficiario|beneficiario remetente|remetente destinatario|destinatario remetente
    kontrahent|nadawca odbiorca|odbiorca nadawca|odbiorca zleceniodawca|dane kontrahenta|nazwa kontrahenta
    nazwa nadawcy odbiorcy|nadawca odbiorca nazwa|kontrahent nazwa|strona transakcji|dane nadawcy odbiorcy
    nazev protiuctu|nazev protistrany|protistrana|nazev uctu protistrany|jmeno protistrany|protiucet nazev|obchodnik
    nazov protistrany|nazov protiuctu|nazev protiuctu prijemce|nazev obchodnika|nazev obchodnika protiuctu
    partner neve|partner nev|ellenoldali nev|ellenoldal neve|ellenpartner neve|kedvezmenyezett megbizo|partner elnevezese
    kereskedo|ellenoldali szamla neve|ellenoldali fel neve|nume contraparte|beneficiar ordonator|ordonator beneficiar
    nume beneficiar ordonator|comerciant|karsi taraf|karsi hesap adi|alici gonderici|gonderen alici|isyeri|is yeri
    isyeri adi|uye isyeri|karsi taraf adi|motpart|namn|avsandare mottagare|mottagare avsandare|mottaker avsender|navn
    butik|modpart|saaja maksaja|maksaja saaja|nimi|vastapuoli|vastapuolen nimi|saajan nimi maksaja|saaja tai maksaja
    利用店名|ご利用店名|利用店名 商品名|取引先|振込先|相手先|ご利用先|ご利用店名 商品名|利用先|利用先など|お取引先|ご利用先など`,
  payee: `payee|payee name|beneficiary|beneficiary name|recipient|recipient name|target name|creditor name|creditor|to
    to name|zahlungsempfanger|zahlungsempfanger in|zahlungsempfangerin|zahlungsempfanger name|empfanger|empfangername
    empfangerin|empfanger name|begunstigter|beguenstigter|name des empfangers|begunstigte|ontvanger|begunstigde
    naam begunstigde|naam ontvanger|beneficiaire|nom du beneficiaire|destinataire|beneficiario|destinatario
    nome do destinatario|odbiorca|nazwa odbiorcy|dane odbiorcy|prijemce|nazev prijemce|jmeno prijemce|kedvezmenyezett
    kedvezmenyezett neve|beneficiar|nume beneficiar|alici|alici adi|mottagare|mottagarens namn|mottaker
    mottakers navn|modtager|modtagers navn|saaja|maksunsaaja|saajan nimi|受取人|お受取人`,
  payer: `payer|payer name|sender|sender name|source name|debtor name|debtor|ordering party|from|from name|originator
    zahlungspflichtige r|zahlungspflichtiger|zahlungspflichtige|auftraggeber|auftraggeber in|absender|name des auftraggebers
    auftraggeber name|betaler|opdrachtgever|naam opdrachtgever|afzender|payeur|emetteur|donneur d ordre|nom du donneur d ordre
    ordinante|mittente|pagatore|ordenante|remitente|emisor|remetente|ordenador|nadawca|zleceniodawca|nazwa nadawcy
    dane nadawcy|platce|odesilatel|nazev platce|plactce|megbizo|megbizo neve|fizeto|ordonator|nume ordonator|platitor
    gonderen|gonderici|gonderen adi|avsandare|avsandarens namn|avsender|avsenders navn|afsender|afsenders navn|maksaja
    maksajan nimi|依頼人|振込依頼人|お振込人`,
} as const

const texts = {
  main: `description|transaction description|payment reference|verwendungszweck|narrative|narration|particulars|label
    transaction details|memo|details|transaction remarks|remarks|transaction|purpose|title|description 1|description 2
    transaction narrative|transaction particulars|statement description|payment description|payment details|remittance information
    unstructured remittance information|remittance info|communication|statement text|item|info text|comments|what|transaction text
    buchungstext verwendungszweck|vorgang verwendungszweck|verwendungszweck zeile 1|beschreibung|buchungsdetails|zahlungszweck
    zahlungsgrund|zweck|zahlungsreferenz|buchungsinformation|buchungsinformationen|buchungs details|betreff|umsatztext
    avisierungstext|mitteilung|verwendungszweck 1|vwz|transaktionsbeschreibung|buchungstext details|zahlungsinformation
    omschrijving|naam omschrijving|mededelingen|mededeling|vrije mededeling|omschrijving 1|omschrijving 2|omschrijving 3
    betalingsomschrijving|omschrijving transactie|details van de beweging|communicatie|transactieomschrijving
    libelle|libelle operation|libelle de l operation|libelle complet|libelle simplifie|motif|motif de paiement|nature de l operation
    libelle de operation|detail de l operation|informations complementaires|communications|intitule|detail de la transaction
    descrizione|descrizione completa|descrizione operazione|causale descrizione|descrizione estesa|descrizione movimento|dettaglio
    concepto|descripcion|concepto ampliado|detalle|descripcion del movimiento|concepto movimiento|glosa|descripcion operacion
    descricao|historico|descritivo|descricao do movimento|descricao movimento|lancamento|detalhes|descricao da operacao
    opis|tytul|tytul operacji|tytul przelewu|opis transakcji|tytulem|szczegoly|szczegoly transakcji|opis tytul|tytul transakcji
    zprava pro prijemce|popis|zprava|popis transakce|popis operace|popis pohybu|detaily|poznamka pro prijemce|ucel platby
    sprava pre prijimatela|avizo|detail|popis pro me|zprava pro mne|av pole|informacie pre prijemcu|zprava pro prijemce i pro me
    kozlemeny|leiras|tranzakcio leirasa|megjegyzes|szoveg|konyvelesi leiras|tranzakcio megnevezese|megnevezes|kozlemenyek
    descriere|descrierea tranzactiei|detalii|detalii tranzactie|explicatii|descriere tranzactie|descriere operatiune|detalii plata
    aciklama|islem aciklamasi|aciklamalar|islem aciklama|islem detayi|detay|islem detaylari
    beskrivning|text|text mottagare|rubrik|meddelande|transaktionstext|specifikation|transaktion|transaktionsbeskrivning|forklaring
    forklaring tekst|beskrivelse|tekst|melding|transaksjonstekst|tittel|bokforingstekst|transaktionstekst|posteringstekst|besked
    meddelelse|emne|detaljer|viesti|selite|otsikko|kuvaus|tapahtuman kuvaus|tiedot|tapahtumatiedot|saajan viesti|tapahtuman tiedot
    摘要内容|お取り扱い内容|お取扱内容|取扱内容|取引内容|入出金内容|内容|ご利用内容|明細|お取引内容|取引名|適用|商品名|取引の内容`,
  /** Goes on where `main` or `text` ends. */
  extra: `mas datos|observaciones|dettagli|item title|subject|omschrijving 4|additional information|additional info
    more information|informacion adicional|description 3|datos adicionales|informazioni aggiuntive|detalle adicional
    verwendungszweck zeile 2|verwendungszweck 2|verwendungszweck zeile 3|upresneni|doplnujici udaj`,
  text: `buchungstext|vorgang|umsatzbezeichnung|buchungsart text|opis operacji|operacja|operazione|movimiento|operacion|operation
    transactie|libelle court|libelle simplifie court|摘要|causale|movimento|umsatz info|info|islem|transactiesoort omschrijving`,
  /** References that some banks fill with texts, and most with numbers. */
  reference: `reference|ref|referens|referenz|referentie|kundenreferenz|referencia|riferimento|referencja|reference number
    customer reference|end to end reference|payment ref|your reference|betalingskenmerk|message|merknad|komentarz`,
  /** A user's own words, and only where nothing else is. */
  note: `note|notes|notes and tags|bemerkung|notiz|anmerkung|kommentar|comment|poznamka|komentar|notatka|notitie|opmerking
    notes tags|commentaire|nota|note interne|uzivatelska identifikace|megjegyzesek|メモ|備考|ラベル|huomautus|muistiinpano|notater`,
  type: `type|transaction type|tran type|category|subcategory|type of transaction|payment type|entry type|spending category
    trans type|tx type|booking type|kind|umsatzart|umsatztyp|transaktionstyp|transaktionsart|buchungsart|buchungsschlussel|typ
    kategorie|zahlungsart|art|geschaftsvorfall|gvc|art der buchung|mutatiesoort|soort|soort transactie|code omschrijving|type transactie
    boekingstype|type operation|type d operation|nature|categorie|category parent|sous categorie|type de transaction|famille
    tipo|tipologia|tipo operazione|tipo movimiento|tipo de movimiento|categoria|tipo operacion|tipo de operacion|tipo movimento
    tipo transacao|tipo de transacao|sub categoria|subcategoria|canale|tipo lancamento|rodzaj transakcji|typ transakcji|typ operacji
    rodzaj operacji|kategoria|rodzaj|typ transakce|typ operace|typ platby|kategorie transakce|druh transakce|typ pohybu|druh
    tranzakcio tipusa|tipus|tranzakcio jogcime|forgalom tipusa|jogcim|muvelet|kategoria nev|tip tranzactie|tip|tip operatiune
    tipul tranzactiei|islem tipi|islem turu|tur|kategori|etiket|islem adi|transaktionstyp kod|kategori namn|transaksjonstype
    undertype|underkategori|hovedkategori|transaktionstype|laji|selitys|tapahtumalaji|tyyppi|kategoria nimi|tapahtuman tyyppi
    取引種類|区分|取引区分|種別|支払方法|入払区分|ジャンル|transaction category|details type|kanal sube|mcc description`,
} as const

const moments = {
  date: `booking date|posted date|post date|posting date|date posted|completed date|entry date|settlement date|booked|date op
    buchungstag|buchungsdatum|buchung|datum buchung|gebucht am|boekingsdatum|boekdatum|datum boeking|datum van boeking
    date de comptabilisation|date comptable|date d operation|date operation|date de l operation|data contabile|data registrazione
    data di registrazione|data contabilizzazione|contabilizzazione|fecha contable|fecha operacion|fecha de operacion|f operacion
    data lanc|data lancamento|data de lancamento|data do lancamento|data mov|data movimento|data do movimento|data ksiegowania
    data zaksiegowania|data rozliczenia|datum zauctovani|datum zuctovani|zauctovano|datum zaknihovani|datum zaueztovani|konyveles datuma
    konyvelesi datum|konyveles napja|konyvelve|konyveles|data procesarii|data inregistrarii|data contabila|data postarii
    bokforingsdatum|bokforingsdag|bokford|bokfort|bokforing|bokforingsdato|bokfort dato|bokfoeringsdato|bogforingsdato|bogfort
    bogforingsdag|bogfort dato|kirjauspaiva|kirjauspvm|kirjattu|kirjauspaivamaara|muhasebe tarihi`,
  plainDate: `date|datum|fecha|data|dato|tarih|pvm|paivamaara|paiva|日付|年月日|取引日|お取引日|datum transactie|transactiedatum
    date time|datum uhrzeit|datetime|datum a cas|tarih saat|timestamp|created on|finished on|date of transaction|dag|datum och tid
    datum i vrijeme|data ora|fecha y hora|data i czas|date finished|ご利用日|利用日|取扱日|取引年月日|ご利用年月日|datum provedeni|created
    day|datum der buchung|発生日|取引日時|計算日`,
  transactionDate: `transaction date|txn date|trans date|tran date|trans dt|purchase date|started date|date of purchase|transactiondate
    authorisation date|umsatztag|transaktionsdatum|kaufdatum|belegdatum|umsatzdatum|date transaction|date de transaction|date d achat
    date de la transaction|data operazione|data transazione|data di esecuzione|fecha transaccion|fecha de la transaccion
    data da transacao|data operacji|data transakcji|datum transakce|datum operace|datum a cas transakce|datum splatnosti
    tranzakcio datuma|tranzakcio idopontja|tranzakcio ideje|data tranzactie|data tranzactiei|data operatiunii|islem tarihi
    transaktionsdag|transaktionsdatum|kopdatum|transaksjonsdato|kjopsdato|transaktionsdato|kobsdato|tapahtumapaiva|ostopaiva
    maksupaiva|fecha de compra|data da compra|islem tarih|clearing date|reservationsdatum|transactie datum`,
  valueDate: `value date|value dt|valuedate|val date|date val|valuta|valutadatum|wertstellung|wertstellungsdatum|wert|wertstellung valuta
    valutatag|rentedatum|date valeur|date de valeur|interest date|data valuta|valuta data|fecha valor|f valor|data valor|data val
    data waluty|data waluta|datum valuty|datum valutace|valuta datuma|erteknap|ertek datuma|esedekesseg|valor|valor tarihi|valutadag
    valuteringsdag|rentedato|valuteringsdato|valutadato|arvopaiva|maksupvm|data decontarii|rantedag|起算日|datum hodnoty|data valutei`,
} as const

const sums = {
  amount: `amount|source amount|source amount after fees|transaction amount|value|amount in account currency|gross|net amount|sum|total|local amount|billing amount
    amount debit credit|debit credit|net|valor|movimento|terheles jovairas|mouvement|payment amount|amount local|cad|usd|billed amount|account amount|amount posted|transaction value
    betrag|umsatz|betrag in eur|buchungsbetrag|brutto|summe|umsatz in|zahlungsbetrag|betrag in kontowahrung|soll haben betrag
    montant|montant operation|montant de l operation|somme|montant en|bedrag|transactiebedrag|mutatiebedrag
    importo|ammontare|importo in|importo operazione|entrate uscite|importe|importe en|cantidad|importe operacion|monto
    montante|valor em|valor r|quantia|valor da transacao|importancia|debito credito valor|kwota|kwota operacji|kwota transakcji
    kwota w walucie rachunku|suma|castka|objem|obrat|castka v mene uctu|castka transakce|suma transakce|ciastka|cena|osszeg
    tranzakcio osszege|konyvelt osszeg|terheles jovairas|forgalom|terheles jovairas osszege|tranzakcio osszeg|valoare|suma tranzactie
    valoare tranzactie|suma tranzactiei|tutar|islem tutari|meblag|tutari|islem tutar|belopp|insattning uttag|insattningar uttag
    belop|beloep|belob|transaksjonsbelop|transaktionsbelob|maara|summa|maara euroa|euroa|tapahtuman summa|円|金額|取引金額|入出金|入出金 円
    利用金額|ご利用金額|支払金額|お支払金額|利用額|支払総額|今回支払金額`,
  debit: `debit|debit amount|debits|paid out|money out|withdrawal|withdrawals|withdrawal amt|withdrawal amount|dr|debit amt|amount out
    spent|payments out|outflow|charge|charges|paid out amount|debited|dr amount|soll|belastung|ausgang|ausgaben|lastschrift|ausgabe
    auszahlung|auszahlungen|belastungen|belastung in|debet|af|uit|uitgaven|afgeschreven|debet bedrag|debit euros|depense|depenses
    debits|retrait|sortie|sorties|montant debit|uscite|addebiti|dare|addebito|uscita|importo addebito|cargo|cargos|debe|gasto
    gastos|adeudo|salidas|importe cargo|debito|debitos|saida|saidas|despesa|obciazenia|obciazenie|wydatki|wydatek|kwota obciazenia
    wyplaty|wyplata|winien|vydaj|vydaje|odchozi|na vrub|md|odepsano|debetni|vydej|terheles|kiadas|terhelesek|terheles osszege
    kifizetes|debit lei|sume debitate|iesiri|plati|borc|cikan|giden|odenen|cekilen|gider|uttag|utgift|utgifter|ut|ut fra konto
    belastet|haevet|ud|udbetalt|udgift|debet belop|otto|otot|veloitus|panosta|お引出し|お支払金額 出金|出金|支払い金額|出金額|お引き出し|引出
    出金金額|お引出金額|支払|払出金額|お支払い金額`,
  credit: `credit|credit amount|credits|paid in|money in|deposit|deposits|deposit amt|deposit amount|cr|credit amt|amount in|received
    payments in|inflow|paid in amount|credited|cr amount|haben|gutschrift|eingang|einnahmen|einnahme|einzahlung|gutschriften|gutschrift in
    einzahlungen|bij|in|inkomsten|bijgeschreven|credit bedrag|credit euros|recette|recettes|depot|entree|entrees|montant credit|entrate
    accrediti|avere|accredito|entrata|importo accredito|abono|abonos|haber|ingreso|ingresos|entradas|importe abono|credito|creditos
    entrada|receita|uznania|uznanie|wplywy|wplyw|kwota uznania|wplaty|wplata|ma|prijem|prijmy|prichozi|ve prospech|dal|pripsano
    kreditni|prijmy kredit|jovairas|bevetel|jovairasok|jovairas osszege|befizetes|credit lei|sume creditate|intrari|incasari|alacak
    gelen|giren|yatan|yatirilan|gelir|insattning|inkomst|inkomster|inn|inn pa konto|godskrevet|indsat|ind|indbetalt|indtaegt|kredit
    pano|panot|hyvitys|お預入れ|入金|預かり金額|受入金額|受入|入金額|お預け入れ|お預り金額|預入|入金金額|お預入金額|預り金額`,
  direction: `af bij|debit credit|credit debit|dr cr|cr dr|d c|c d|db cr|soll haben|s h|indicator|debit credit indicator|direction
    transaction direction|dc|debet credit|credit debet|bij af|plus min|plus minus|sens|signe|segno|dare avere|debe haber|d h
    debito credito|cargo abono|naturaleza|strona|strona operacji|wn ma|md dal|smer|terheles jovairas jel|tartozik kovetel|irany|t k
    borc alacak|b a|debet kredit|inn ut|ind ud|in out|credit or debit|debit or credit|cd indicator|drcr|crdb|sign|zahlungsrichtung
    cdt dbt ind|入出金区分|t j|transaction dr cr|type d c|debit ou credit`,
} as const

const others = {
  balance: `balance|running balance|running bal|closing balance|account balance|available balance|balance after|book balance|saldo
    ledger balance|saldo nach buchung|kontostand|neuer saldo|kontosaldo|guthaben|saldo in|saldo na trn|saldo na mutatie|saldo na boeking
    solde|solde apres operation|solde apres|saldo contabile|saldo disponibile|disponible|saldo contabilistico|saldo disponivel
    saldo po transakcji|saldo po operacji|saldo koncowe|zustatek|zustatek po operaci|zostatok|konecny zustatek|zustatek po transakci
    egyenleg|konyvelt egyenleg|uj egyenleg|egyenleg tranzakcio utan|sold|sold contabil|sold final|sold disponibil|bakiye
    kullanilabilir bakiye|saldo efter|bokfort saldo|disponibelt saldo|bokforte saldo|saldo etter|saldo konto|残高|差引残高|取引後残高
    取引後残高 円|accountbalance|ending balance|startsaldo|endsaldo|saldo inicial|saldo final|opening balance|remaining balance|お預り残高`,
  currency: `currency|valuta|ccy|currency code|account currency|wahrung|waehrung|devise|devises|munt|valuta code|divisa|moneda|moeda|waluta
    mena|penznem|deviza|deviza nem|devizanem|moneda tranzactie|para birimi|doviz|doviz cinsi|valuutta|通貨|muntsoort|currency of amount
    kontowahrung|devies|waluta operacji|waluta rachunku|valuta konto|curr`,
  id: `id|transaction id|row id|external id|unique id|transaktions id|transaktionscode|transactiereferentie|transaction reference
    transferwise id|id transakcji|id operace|id transakce|id pohybu|identyfikator|transaction number|fitid|reference transaction
    transaction code|dekont no|referinta tranzactiei|arkistointitunnus|verifikationsnummer|tranzakcio azonosito|id operacji
    entry reference|bank reference|transactienummer|transaktionsnummer|numer transakcji|cislo transakce`,
  own: `account|account number|account name|account no|account type|auftragskonto|iban auftragskonto|bic auftragskonto|own account
    bankname auftragskonto|bezeichnung auftragskonto|konto|kontonummer|iban|iban bban|rekening|rekeningnummer|rubrieknaam|sort code
    product|produkt|card no|card number|card|card member|cardholder|card holder full name|account label|account num|compte|conto|cuenta
    numero de compte|conto o carta|numer rachunku|numer rachunku karty|numer konta|rachunek|cislo uctu|vlastni ucet|szamlaszam|cont
    hesap|hesap no|clearingnummer|tili|tilinumero|口座|利用者|ご利用者|bank account|card last four digits|purchased by|karteninhaber
    kontoname|name der bank|naam eigen rekening|iban eigen rekening|kaart|uw rekening|ihr konto|kortinnehavare|mitglied|konto eier`,
  /** Known, and of no use: fees, rates, addresses, the other side's account numbers. */
  other: `status|state|time|timezone|fee|fees|exchange rate|rate|balance impact|category split|address|receipt|emoji|country|city
    original amount|amount foreign currency|type foreign currency|original currency|foreign amount|foreign currency amount|local currency
    partner iban|iban zahlungsbeteiligter|bic swift code zahlungsbeteiligter|bic|bic swift code|kontonummer iban|blz|bankleitzahl
    glaubiger id|glaeubiger id|mandatsreferenz|kundenreferenz end to end|sammlerreferenz|lastschrift ursprungsbetrag
    auslagenersatz rucklastschrift|auslagenersatz ruecklastschrift|gekennzeichneter umsatz|rekening tegenpartij|tegenrekening
    tegenrekening iban bban|bic tegenpartij|volgnr|volgnummer|code|batch id|machtigingskenmerk|incassant id|reden retour|oorspr bedrag
    oorspr munt|koers|afschriftnummer|straat en nummer|postcode en plaats|landcode|adres tegenpartij|gestructureerde mededeling
    naam initierende partij|source fee amount|target fee amount|source amount|source amount after fees|target amount
    target amount after fees|source currency|target currency|batch|created by|total fees|exchange from|exchange to|exchange to amount
    payee account number|from email address|to email address|absender e mail adresse|empfanger e mail adresse|entgelt|netto|uhrzeit
    zeitzone|check or slip|cheque number|chq ref no|chq no|ref no cheque no|ref no|s no|serial|number|serial number|cheque no|check number
    check|slip|extended details|appears on your statement as|city state|zip code|radnummer|avsluttet|kod banky|nazev banky|ks|vs|ss|protiucet
    cislo protiuctu|provedl|bic ovladac|id pokynu|variabilni symbol|konstantni symbol|specificky symbol|kod banku|na konto z konta
    saajan tilinumero|saajan pankin bic|viite|viitenumero|afstemt|avstemt|til konto|fra konto|utlandsk belopp|支払手数料|未資金化区分
    支払月|支払回数|新規サイン|moneymap|stato|stav|allapot|durum|tags|attachment|transaktionsstatus|kontonummer mottagare|bokningsnummer
    category name|kundenreferenz end|sort|mcc|mcc code|foreign spend amount|commission|referans no|fis no|sube|avrakning`,
} as const

export const headerWords = { ...counterparties, ...texts, ...moments, ...sums, ...others } as const
