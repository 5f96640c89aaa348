import type { Company } from '../../company-record.ts'
import type { LineMatch } from '../line-match.ts'

/** The rules' answer, made when somebody asks for it: it costs, and most lines need none. */
export class ByRules {
  /** The company that it names, or null. */
  readonly company: NamedCompany | null
  readonly #make: () => LineMatch
  #answer: LineMatch | null = null

  constructor(company: NamedCompany | null, make: () => LineMatch) {
    this.company = company
    this.#make = make
  }

  get answer(): LineMatch {
    this.#answer ??= this.#make()
    return this.#answer
  }
}

type NamedCompany = Pick<Company, 'id' | 'name'>
