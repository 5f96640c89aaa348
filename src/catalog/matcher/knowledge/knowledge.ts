import type { Company } from '../../company-record.ts'
import type { CompanyTable } from '../../company-table.ts'
import type { People } from '../../person-words.ts'
import type { BankRule } from './bank-lines.ts'
import type { ConfidenceModel } from './calibration.ts'
import type { CategoryModel } from './categories/category-model.ts'
import type { CategoryWords } from './categories/category-words.ts'
import type { LineIndex } from './line-index.ts'
import type { PhraseBook } from './phrases.ts'
import type { Processors } from './processors.ts'
import type { Reader } from './reader.ts'
import type { Places } from './towns.ts'
import type { BrandWord } from './words/brand-words.ts'
import type { NameWords } from './words/name-words.ts'
import type { WordBook } from './words/word.ts'
import type { Wordings } from './words/wordings.ts'

/** Everything that the matcher consults, so that its functions stay pure. */
export interface Knowledge {
  readonly companies: CompanyTable
  readonly lineIndex: LineIndex
  readonly bankRules: PhraseBook<BankRule>
  readonly processors: Processors
  readonly noise: PhraseBook<Noise>
  readonly places: Places
  readonly categoryWords: CategoryWords
  readonly categoryModel: CategoryModel
  readonly confidence: ConfidenceModel
  /** Words that many names share. */
  readonly commonWords: ReadonlySet<string>
  /** In how many names of others a word stands that is a brand's whole spelling, too. */
  readonly sharedWords: ReadonlyMap<string, number>
  readonly givenNames: ReadonlySet<string>
  readonly people: People
  readonly brandWords: ReadonlyMap<string, BrandWord>
  readonly wordings: Wordings
  readonly nameWords: NameWords
  readonly reader: Reader
  /** The words of lines, each with all that the tables say of it. */
  readonly words: WordBook
  readonly companyByDomain: (domain: string) => Company | null
}

/** Words of the bank around the merchant; some tell the country of the account. */
export interface Noise {
  readonly country: string | null
  readonly words: number
}
