interface Subcategory {
  readonly name: string
  readonly code: string
  readonly mcc_code: string
}

interface Category {
  readonly name: string
  readonly code: string
  readonly subcategories: readonly Subcategory[]
}

/**
 * The published categories. Codes are those of the widely used personal-finance taxonomy, so that a
 * client can map them to its own; names are ours.
 */
export interface Taxonomy {
  readonly taxonomy_version: string
  readonly categories: readonly Category[]
}

/** Each line of a category: code suffix, name, default MCC. */
const taxonomyRows: readonly (readonly [code: string, name: string, subcategories: string])[] = [
  [
    'INCOME',
    'Income',
    `DIVIDENDS|Dividends|6211
     INTEREST_EARNED|Interest Earned|6012
     RETIREMENT_PENSION|Retirement and Pension|9399
     TAX_REFUND|Tax Refund|9311
     UNEMPLOYMENT|Unemployment Benefits|9399
     WAGES|Wages|6012
     OTHER_INCOME|Other Income|6012`,
  ],
  [
    'TRANSFER_IN',
    'Transfer In',
    `CASH_ADVANCES_AND_LOANS|Cash Advances and Loans|6012
     DEPOSIT|Deposit|6012
     INVESTMENT_AND_RETIREMENT_FUNDS|Investment and Retirement Funds|6211
     SAVINGS|Savings|6012
     ACCOUNT_TRANSFER|Account Transfer|4829
     OTHER_TRANSFER_IN|Other Transfer In|4829`,
  ],
  [
    'TRANSFER_OUT',
    'Transfer Out',
    `INVESTMENT_AND_RETIREMENT_FUNDS|Investment and Retirement Funds|6211
     SAVINGS|Savings|6012
     WITHDRAWAL|Cash Withdrawal|6011
     ACCOUNT_TRANSFER|Account Transfer|4829
     OTHER_TRANSFER_OUT|Other Transfer Out|4829`,
  ],
  [
    'LOAN_PAYMENTS',
    'Loan Payments',
    `CAR_PAYMENT|Car Payment|6012
     CREDIT_CARD_PAYMENT|Credit Card Payment|6012
     PERSONAL_LOAN_PAYMENT|Personal Loan Payment|6012
     MORTGAGE_PAYMENT|Mortgage Payment|6012
     STUDENT_LOAN_PAYMENT|Student Loan Payment|6012
     OTHER_PAYMENT|Other Loan Payment|6012`,
  ],
  ['LOAN_DISBURSEMENTS', 'Loan Disbursements', `OTHER_DISBURSEMENT|Loan Disbursement|6012`],
  [
    'BANK_FEES',
    'Bank Fees',
    `ATM_FEES|ATM Fees|6011
     FOREIGN_TRANSACTION_FEES|Foreign Transaction Fees|6012
     INSUFFICIENT_FUNDS|Insufficient Funds|6012
     INTEREST_CHARGE|Interest Charge|6012
     OVERDRAFT_FEES|Overdraft Fees|6012
     OTHER_BANK_FEES|Other Bank Fees|6012`,
  ],
  [
    'ENTERTAINMENT',
    'Entertainment',
    `CASINOS_AND_GAMBLING|Casinos and Gambling|7995
     MUSIC_AND_AUDIO|Music and Audio|5815
     SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS|Sporting Events, Amusement Parks and Museums|7996
     TV_AND_MOVIES|TV and Movies|4899
     VIDEO_GAMES|Video Games|5816
     OTHER_ENTERTAINMENT|Other Entertainment|7999`,
  ],
  [
    'FOOD_AND_DRINK',
    'Food and Drink',
    `BEER_WINE_AND_LIQUOR|Beer, Wine and Liquor|5921
     COFFEE|Coffee|5814
     FAST_FOOD|Fast Food|5814
     GROCERIES|Groceries|5411
     RESTAURANT|Restaurant|5812
     VENDING_MACHINES|Vending Machines|5814
     OTHER_FOOD_AND_DRINK|Other Food and Drink|5499`,
  ],
  [
    'GENERAL_MERCHANDISE',
    'General Merchandise',
    `BOOKSTORES_AND_NEWSSTANDS|Bookstores and Newsstands|5942
     CLOTHING_AND_ACCESSORIES|Clothing and Accessories|5651
     CONVENIENCE_STORES|Convenience Stores|5499
     DEPARTMENT_STORES|Department Stores|5311
     DISCOUNT_STORES|Discount Stores|5310
     ELECTRONICS|Electronics|5732
     GIFTS_AND_NOVELTIES|Gifts and Novelties|5947
     OFFICE_SUPPLIES|Office Supplies|5943
     ONLINE_MARKETPLACES|Online Marketplaces|5262
     PET_SUPPLIES|Pet Supplies|5995
     SPORTING_GOODS|Sporting Goods|5941
     SUPERSTORES|Superstores|5300
     TOBACCO_AND_VAPE|Tobacco and Vape|5993
     OTHER_GENERAL_MERCHANDISE|Other General Merchandise|5999`,
  ],
  [
    'HOME_IMPROVEMENT',
    'Home Improvement',
    `FURNITURE|Furniture|5712
     HARDWARE|Hardware|5200
     REPAIR_AND_MAINTENANCE|Repair and Maintenance|7699
     SECURITY|Security|7393
     OTHER_HOME_IMPROVEMENT|Other Home Improvement|5719`,
  ],
  [
    'MEDICAL',
    'Medical',
    `DENTAL_CARE|Dental Care|8021
     EYE_CARE|Eye Care|8043
     NURSING_CARE|Nursing Care|8050
     PHARMACIES_AND_SUPPLEMENTS|Pharmacies and Supplements|5912
     PRIMARY_CARE|Primary Care|8011
     VETERINARY_SERVICES|Veterinary Services|0742
     OTHER_MEDICAL|Other Medical|8099`,
  ],
  [
    'PERSONAL_CARE',
    'Personal Care',
    `GYMS_AND_FITNESS_CENTERS|Gyms and Fitness Centers|7997
     HAIR_AND_BEAUTY|Hair and Beauty|7230
     LAUNDRY_AND_DRY_CLEANING|Laundry and Dry Cleaning|7216
     OTHER_PERSONAL_CARE|Other Personal Care|7298`,
  ],
  [
    'GENERAL_SERVICES',
    'General Services',
    `ACCOUNTING_AND_FINANCIAL_PLANNING|Accounting and Financial Planning|8931
     AUTOMOTIVE|Automotive|7538
     CHILDCARE|Childcare|8351
     CONSULTING_AND_LEGAL|Consulting and Legal|8111
     EDUCATION|Education|8299
     INSURANCE|Insurance|6300
     POSTAGE_AND_SHIPPING|Postage and Shipping|4215
     STORAGE|Storage|4225
     OTHER_GENERAL_SERVICES|Other General Services|7399`,
  ],
  [
    'GOVERNMENT_AND_NON_PROFIT',
    'Government and Non-Profit',
    `DONATIONS|Donations|8398
     GOVERNMENT_DEPARTMENTS_AND_AGENCIES|Government Departments and Agencies|9399
     TAX_PAYMENT|Tax Payment|9311
     OTHER_GOVERNMENT_AND_NON_PROFIT|Other Government and Non-Profit|8699`,
  ],
  [
    'TRANSPORTATION',
    'Transportation',
    `BIKES_AND_SCOOTERS|Bikes and Scooters|7999
     GAS|Gas and Fuel|5541
     PARKING|Parking|7523
     PUBLIC_TRANSIT|Public Transit|4111
     TAXIS_AND_RIDE_SHARES|Taxis and Ride Shares|4121
     TOLLS|Tolls|4784
     OTHER_TRANSPORTATION|Other Transportation|4789`,
  ],
  [
    'TRAVEL',
    'Travel',
    `FLIGHTS|Flights|4511
     LODGING|Lodging|7011
     RENTAL_CARS|Rental Cars|7512
     OTHER_TRAVEL|Other Travel|4722`,
  ],
  [
    'RENT_AND_UTILITIES',
    'Rent and Utilities',
    `GAS_AND_ELECTRICITY|Gas and Electricity|4900
     INTERNET_AND_CABLE|Internet and Cable|4899
     RENT|Rent|6513
     SEWAGE_AND_WASTE_MANAGEMENT|Sewage and Waste Management|4900
     TELEPHONE|Telephone|4814
     WATER|Water|4900
     OTHER_UTILITIES|Other Utilities|4900`,
  ],
  ['OTHER', 'Other', `OTHER|Other|7299`],
]

export const taxonomy: Taxonomy = {
  taxonomy_version: '1.0.0',
  categories: taxonomyRows.map(([code, name, subcategories]) => ({
    name,
    code,
    subcategories: subcategories.split('\n').map((row) => readSubcategory(code, row.trim())),
  })),
}

export interface CategoryNames {
  readonly category: string
  readonly subcategory: string
  readonly primary: string
  readonly mcc: string
}

const namesByCode = new Map<string, CategoryNames>(
  taxonomy.categories.flatMap((category) =>
    category.subcategories.map((sub) => [
      sub.code,
      {
        category: category.name,
        subcategory: sub.name,
        primary: category.code,
        mcc: sub.mcc_code,
      },
    ]),
  ),
)

export function namesOfCategory(code: string): CategoryNames | null {
  return namesByCode.get(code) ?? null
}

/** The code of a pair of names; null when the taxonomy has no such pair. */
export function codeOfNames(category: string, subcategory: string): string | null {
  const found = taxonomy.categories.find(({ name }) => name === category)
  return found?.subcategories.find(({ name }) => name === subcategory)?.code ?? null
}

function readSubcategory(category: string, row: string): Subcategory {
  const [suffix = '', name = '', mcc = ''] = row.split('|')
  return { name, code: `${category}_${suffix}`, mcc_code: mcc }
}
