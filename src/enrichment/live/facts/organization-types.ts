/** The types of schema.org below Organization, and the trade that a type names by itself. */
const types: readonly (readonly [industry: string, names: string])[] = [
  [
    '',
    'Organization Corporation LocalBusiness OnlineBusiness Cooperative Consortium Project Brand ' +
      'FundingScheme LibrarySystem NGO PerformingGroup WorkersUnion Airline FundingAgency ' +
      'ProfessionalService Store HomeAndConstructionBusiness FoodEstablishment ' +
      'EmergencyService PoliceStation FireStation PublicSwimmingPool TouristInformationCenter ' +
      'ChildCare RadioStation TelevisionStation RecyclingCenter SelfStorage ArchiveOrganization ' +
      'PoliticalParty ResearchOrganization GovernmentOrganization ShoppingCenter',
  ],
  ['Accounting', 'AccountingService'],
  ['Airlines', 'Airline'],
  ['Automotive', 'AutoDealer AutoBodyShop AutoRental AutoRepair AutomotiveBusiness AutoWash'],
  ['Automotive', 'GasStation MotorcycleDealer MotorcycleRepair AutoPartsStore TireShop'],
  ['Banking', 'BankOrCreditUnion AutomatedTeller'],
  ['Bookstores', 'BookStore'],
  ['Clothing retail', 'ClothingStore ShoeStore MensClothingStore'],
  ['Construction', 'GeneralContractor RoofingContractor HousePainter'],
  ['Construction', 'Electrician Plumber HVACBusiness Locksmith'],
  ['Dentistry', 'Dentist'],
  ['E-commerce', 'OnlineStore'],
  ['Education', 'EducationalOrganization School CollegeOrUniversity HighSchool ElementarySchool'],
  ['Education', 'MiddleSchool Preschool'],
  ['Entertainment', 'EntertainmentBusiness AmusementPark ArtGallery Casino ComedyClub'],
  ['Entertainment', 'MovieTheater NightClub AdultEntertainment MusicGroup DanceGroup TheaterGroup'],
  ['Financial services', 'FinancialService'],
  ['Fitness', 'ExerciseGym HealthClub SportsActivityLocation SportsClub'],
  ['Healthcare', 'MedicalOrganization MedicalBusiness MedicalClinic Hospital Physician Optician'],
  ['Healthcare', 'DiagnosticLab VeterinaryCare'],
  ['Hotels', 'Hotel LodgingBusiness Resort Motel Hostel BedAndBreakfast Campground'],
  ['Insurance', 'InsuranceAgency'],
  ['Legal services', 'LegalService Attorney Notary'],
  ['Logistics', 'MovingCompany'],
  ['Media', 'NewsMediaOrganization'],
  ['Personal care', 'HealthAndBeautyBusiness BeautySalon DaySpa HairSalon NailSalon TattooParlor'],
  ['Pharmacies', 'Pharmacy'],
  ['Real estate', 'RealEstateAgent'],
  ['Restaurants', 'Restaurant FastFoodRestaurant CafeOrCoffeeShop BarOrPub Bakery Brewery'],
  ['Restaurants', 'IceCreamShop Winery Distillery'],
  ['Retail', 'DepartmentStore ConvenienceStore FurnitureStore GardenStore HardwareStore'],
  ['Retail', 'ElectronicsStore ComputerStore JewelryStore ToyStore SportingGoodsStore PetStore'],
  [
    'Retail',
    'HobbyShop HomeGoodsStore LiquorStore MobilePhoneStore MusicStore OfficeEquipmentStore',
  ],
  ['Retail', 'OutletStore PawnShop WholesaleStore BikeStore Florist MovieRentalStore'],
  ['Sports', 'SportsOrganization SportsTeam'],
  ['Staffing', 'EmploymentAgency'],
  ['Supermarkets', 'GroceryStore'],
  ['Travel', 'TravelAgency'],
]

const industries = new Map(
  types.flatMap(([industry, names]) => names.split(' ').map((name) => [name, industry])),
)

export function isOrganizationType(type: string): boolean {
  return industries.has(type)
}

/** Null where the type does not say it. */
export function industryOfTypes(names: readonly string[]): string | null {
  return names.map((name) => industries.get(name)).find((industry) => industry) ?? null
}
