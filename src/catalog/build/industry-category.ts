const categories: readonly (readonly [industry: RegExp, code: string, mcc: string])[] = [
  [/airline/i, 'TRAVEL_FLIGHTS', '4511'],
  [/hotel|lodging|resort|vacation rental/i, 'TRAVEL_LODGING', '7011'],
  [/cruise|travel|tour/i, 'TRAVEL_OTHER_TRAVEL', '4722'],
  [/car rental|car sharing/i, 'TRAVEL_RENTAL_CARS', '7512'],
  [/insur/i, 'GENERAL_SERVICES_INSURANCE', '6300'],
  [/video gam|game (develop|publish|studio)|gaming platform/i, 'ENTERTAINMENT_VIDEO_GAMES', '5816'],
  [/music|podcast|audio stream/i, 'ENTERTAINMENT_MUSIC_AND_AUDIO', '5815'],
  [/casino|gambl|betting|lotter/i, 'ENTERTAINMENT_CASINOS_AND_GAMBLING', '7995'],
  [/cinema|movie|television|broadcast|video stream|film/i, 'ENTERTAINMENT_TV_AND_MOVIES', '4899'],
  [/newspaper|publish/i, 'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS', '5994'],
  [/restaurant/i, 'FOOD_AND_DRINK_RESTAURANT', '5812'],
  [/coffee/i, 'FOOD_AND_DRINK_COFFEE', '5814'],
  [/supermarket|grocer|food retail/i, 'FOOD_AND_DRINK_GROCERIES', '5411'],
  [/department store/i, 'GENERAL_MERCHANDISE_DEPARTMENT_STORES', '5311'],
  [
    /apparel|clothing|fashion|footwear|luxury/i,
    'GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES',
    '5651',
  ],
  [/consumer electronics/i, 'GENERAL_MERCHANDISE_ELECTRONICS', '5732'],
  [/marketplace|e-?commerce/i, 'GENERAL_MERCHANDISE_ONLINE_MARKETPLACES', '5262'],
  [/furniture/i, 'HOME_IMPROVEMENT_FURNITURE', '5712'],
  [/home improvement/i, 'HOME_IMPROVEMENT_HARDWARE', '5200'],
  [/retail/i, 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE', '5999'],
  [/wireless|mobile network|telecom/i, 'RENT_AND_UTILITIES_TELEPHONE', '4814'],
  [/broadband|internet service|cable/i, 'RENT_AND_UTILITIES_INTERNET_AND_CABLE', '4899'],
  [/water util/i, 'RENT_AND_UTILITIES_WATER', '4900'],
  [/waste/i, 'RENT_AND_UTILITIES_SEWAGE_AND_WASTE_MANAGEMENT', '4900'],
  [
    /electric util|gas util|utilit|power gener|energy suppl/i,
    'RENT_AND_UTILITIES_GAS_AND_ELECTRICITY',
    '4900',
  ],
  [/oil|petroleum|fuel/i, 'TRANSPORTATION_GAS', '5541'],
  [/railway|railroad|transit|bus operator/i, 'TRANSPORTATION_PUBLIC_TRANSIT', '4111'],
  [/ride.?hailing|ride.?shar/i, 'TRANSPORTATION_TAXIS_AND_RIDE_SHARES', '4121'],
  [
    /logistic|parcel|courier|freight|postal|delivery service/i,
    'GENERAL_SERVICES_POSTAGE_AND_SHIPPING',
    '4215',
  ],
  [
    /brokerage|asset manag|investment|wealth/i,
    'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
    '6211',
  ],
  [/crypto/i, 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS', '6051'],
  [/education|e-?learning|university/i, 'GENERAL_SERVICES_EDUCATION', '8299'],
  [/hospital|healthcare (provider|facilit)|clinic/i, 'MEDICAL_OTHER_MEDICAL', '8062'],
  [/drug store|pharmacy/i, 'MEDICAL_PHARMACIES_AND_SUPPLEMENTS', '5912'],
  [/fitness|gym/i, 'PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS', '7997'],
  [/automobile|car maker|automotive/i, 'GENERAL_SERVICES_AUTOMOTIVE', '5511'],
  [/law firm|consult/i, 'GENERAL_SERVICES_CONSULTING_AND_LEGAL', '8111'],
  [/account|tax/i, 'GENERAL_SERVICES_ACCOUNTING_AND_FINANCIAL_PLANNING', '8931'],
  [/storage reit|self.storage/i, 'GENERAL_SERVICES_STORAGE', '4225'],
]

/** Software, and whatever else a company sells on an invoice. */
const otherwise = ['GENERAL_SERVICES_OTHER_GENERAL_SERVICES', '7372'] as const

/** The category of a payment to a company of an industry, where no table of merchants gives one. */
export function categoryOfIndustry(industry: string | null): readonly [code: string, mcc: string] {
  const found = categories.find(([pattern]) => industry !== null && pattern.test(industry))
  return found === undefined ? otherwise : [found[1], found[2]]
}
