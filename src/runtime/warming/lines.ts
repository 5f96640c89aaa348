/**
 * Bank lines as they come, composed so that each way of reading one is gone: brands whole, cut off
 * at the end of a column and behind a processor, transfers, fees, wages, machines, towns, and names
 * that nobody knows.
 */
export const composedLines: readonly (readonly [description: string, amount: number])[] = [
  ['MCDONALDS F12345 CHICAGO IL', -8.4],
  ['COSTCO WHSE #0482 SACRAMENTO CA', -142.17],
  ['SQ *BLUE LANTERN BAKERY SALEM OR', -9.75],
  ['PAYPAL *STEAM GAMES 4029357733', -19.99],
  ['DOORDASH*THAI ORCHID', -31.2],
  ['AMAZON PRIME*1A2B3C4D5', -14.99],
  ['STARBUCK', -4.95],
  ['HOMEDEP 0917  DALLAS TX', -61.3],
  ['REWE SAGT DANKE 44512 KOELN DE', -23.81],
  ['CARREFOUR MARKET 0332 LYON', -18.02],
  ['CB BOULANGERIE DU PONT 14/03', -3.6],
  ['SAINSBURYS S/MKTS 0812 LONDON GB', -27.4],
  ['VISA DEBIT PURCHASE TRADER JOE S #552 TUCSON AZ', -44.9],
  ['POS 4412 RIVERSTONE DENTAL GROUP', -120],
  ['WINTERMOOR KENNELS LLC 00412', -80],
  ['ACH DEPOSIT NORTHFIELD MILLS PAYROLL 0331', 1840.22],
  ['TRANSFER TO SAVINGS ...4471', -300],
  ['ZELLE PAYMENT FROM K OYELARAN', 45],
  ['SEPA LASTSCHRIFT STADTWERKE MUSTERSTADT', -64],
  ['ATM CASH 003321 HIGH STREET', -60],
  ['FOREIGN TRANSACTION FEE', -1.2],
  ['INTEREST PAYMENT', 0.84],
  ['AUTOPAY ELECTRIC BILL 99812', -88.3],
  ['KLARNA* SPORTSHOES 88121', -54.95],
]
