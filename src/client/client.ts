import type { ApiAnswer } from './answer.ts'
import type { CallSettings, ClientSettings, OperationName } from './call.ts'
import { callOperation } from './call.ts'
import type { Operations } from './data/operations.ts'
import { operations } from './data/operations.ts'
import type { Jobs } from './jobs.ts'
import { openJobs } from './jobs.ts'
import { checkReceipt } from './receipts.ts'

type AnswerTo<Name extends OperationName> = Operations[Name]['answer'] extends Response
  ? Response
  : ApiAnswer<Operations[Name]['answer']>

type ArgumentsOf<Name extends OperationName> =
  Record<never, never> extends Operations[Name]['input']
    ? readonly [input?: Operations[Name]['input'], settings?: CallSettings]
    : readonly [input: Operations[Name]['input'], settings?: CallSettings]

/** Every operation of the API by its name, and what is made of several of them. */
export type Client = {
  readonly [Name in OperationName]: (...given: ArgumentsOf<Name>) => Promise<AnswerTo<Name>>
} & ClientExtras

interface ClientExtras {
  readonly jobs: Jobs
  /** All items of a list, page behind page: `each(client.listRequests, { type: 'company' })`. */
  each<Input, Item>(
    list: (input: Input & CursorInput) => Promise<ApiAnswer<CursorPage<Item>>>,
    input?: Input,
  ): AsyncGenerator<Item>
  /** Throws `ReceiptWrong` unless the ledger has the entry, unaltered, and it is of this answer. */
  checkReceipt(answer: ApiAnswer<unknown>): Promise<void>
}

interface CursorInput {
  readonly cursor?: string | undefined
}

interface CursorPage<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

export function openClient(settings: ClientSettings): Client {
  const names = Object.keys(operations) as OperationName[] // as: the keys of this very table.
  const calls = names.map((name) => [
    name,
    (input?: object, call?: CallSettings) => callOperation(settings, name, input, call),
  ])
  // as: the table and the types are written together from the same description.
  const client = Object.fromEntries(calls) as Omit<Client, keyof ClientExtras>
  return {
    ...client,
    jobs: openJobs(settings),
    each: eachOf,
    checkReceipt: (answer) => checkReceipt(client, answer),
  } as Client // as: all of its members are there.
}

async function* eachOf<Input, Item>(
  list: (input: Input & CursorInput) => Promise<ApiAnswer<CursorPage<Item>>>,
  input?: Input,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    // as: a cursor beside the wishes of the caller.
    const page = await list({ ...input, ...(cursor ? { cursor } : {}) } as Input & CursorInput)
    yield* page.data.data
    cursor = page.data.next_cursor ?? undefined
  } while (cursor !== undefined)
}
