export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The words on the button to the link; else the subject. */
  readonly action?: string
  /** The link alone, for a line of the log where there is no mailbox (loopback only). */
  readonly link: string
}
