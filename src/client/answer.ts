import { sha256Hex } from './proof.ts'
import { readJson, textOfAnswer } from './send.ts'

export interface ApiAnswer<T> {
  readonly data: T
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | null
  /** The ledger entry that charged it; null for what costs nothing. */
  readonly receipt: ApiReceipt | null
  /** SHA-256 of the body as it came, which the charge of a call states. */
  readonly sha256: () => Promise<string>
}

/** The charge of a call, as its answer's headers tell it. */
export interface ApiReceipt {
  readonly seq: number
  readonly hash: string
  readonly chargedCents: number
  readonly freeCallsUsed: number
  readonly balanceCents: number
}

export async function answerOf<T>(response: Response, signal?: AbortSignal): Promise<ApiAnswer<T>> {
  const { status, headers } = response
  const text = await textOfAnswer(response, signal)
  return {
    data: readJson(text) as T, // as: the codec of the client; the types follow from the service's.
    status,
    headers,
    requestId: headers.get('Request-Id'),
    receipt: receiptIn(headers),
    sha256: () => sha256Hex(text),
  }
}

function receiptIn(headers: Headers): ApiReceipt | null {
  const [, seq, hash] = /^(\d+);([0-9a-f]{64})$/.exec(headers.get('Ledger-Entry') ?? '') ?? []
  if (seq === undefined || hash === undefined) return null
  return {
    seq: Number(seq),
    hash,
    chargedCents: Number(headers.get('Credits-Charged') ?? 0),
    freeCallsUsed: Number(headers.get('Free-Calls-Used') ?? 0),
    balanceCents: Number(headers.get('Credits-Balance') ?? 0),
  }
}
