/**
 * Lines as statements have them: known merchants in several dresses, unknown ones, plain
 * transfers.
 */
const lines: readonly (readonly [string, number])[] = [
  ['STARBUCKS STORE 00512 SEATTLE WA', -5.75],
  ['NETFLIX.COM LOS GATOS CA', -15.49],
  ['SQ *HARBOR LIGHT COFFEE ASHEVILLE NC', -6.2],
  ['UBER *TRIP HELP.UBER.COM', -23.1],
  ['AMZN Mktp US*2K4LM9QX3', -41.87],
  ['WHOLEFDS MKT 10234 AUSTIN TX', -88.02],
  ['DD DOORDASH WENDYS', -19.4],
  ['SHELL OIL 57444230192 HOUSTON TX', -52.6],
  ['PAYPAL *SPOTIFYUSAI', -10.99],
  ['TARGET 00021345 MINNEAPOLIS MN', -34.11],
  ['TST* THE COPPER KETTLE PORTLAND OR', -47.3],
  ['DIRECT DEP ACME LOGISTICS PAYROLL', 2450],
  ['CARD PAYMENT TO TESCO STORES 3297', -12.8],
  ['ATM WITHDRAWAL 004512 MAIN ST', -100],
  ['LIDL DIENSTLEISTUNG BERLIN DE', -27.65],
  ['MONTHLY SERVICE FEE', -12],
  ['GREYWILLOW PET GROOMING LLC', -65],
  ['HOME DEPOT #6512 DENVER CO', -129.99],
  ['ZELLE TO J MARTINEZ', -250],
  ['Kaufland Praha 4 CZ 1204', -18.22],
]

const transactions = lines.map(([description, amount]) => ({ description, amount }))

export const singleBodies = transactions.map((transaction) => JSON.stringify(transaction))

export const itemsPerBatch = 100

export const batchBody = JSON.stringify({
  transactions: Array.from(
    { length: itemsPerBatch },
    (_, index) => transactions[index % transactions.length],
  ),
})
