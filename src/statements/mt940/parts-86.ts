/** The parts of `:86:`, in whichever dialect; empty where it does not have one. */
export interface Field86 {
  readonly payee: string
  readonly purpose: string
  /** The bank's word for the kind of booking. */
  readonly type: string
}
