/**
 * The texts that are hashed. A head is a leaf of the heads' tree; a statement, which names that
 * tree's root and the statement before, is a leaf of the checkpoints' own tree, which only grows.
 * Two trees, because witnesses sign only a log whose earlier leaves never change, and heads do.
 */
export interface AccountHead {
  readonly accountId: string
  readonly seq: number
  readonly hash: string
}

/** RFC 8785, with its few members written out. */
export function headText({ accountId, seq, hash }: AccountHead): string {
  return `{"account_id":${JSON.stringify(accountId)},"hash":"${hash}","seq":${seq}}`
}

export interface Statement {
  /** 0, 1, 2 …: the index of the leaf. */
  readonly number: number
  readonly at: string
  readonly accounts: number
  readonly root: Buffer
  /** The leaf hash of the statement before, or null in the first. */
  readonly previous: Buffer | null
}

export function statementText({ number, at, accounts, root, previous }: Statement): string {
  return [
    'ledger heads v1',
    `number ${number}`,
    `at ${at}`,
    `accounts ${accounts}`,
    `root ${root.toString('base64')}`,
    `previous ${previous?.toString('base64') ?? 'none'}`,
    '',
  ].join('\n')
}
