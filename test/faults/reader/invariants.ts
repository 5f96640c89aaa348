import type { Check } from './evidence.ts'
import { chain, conservation, floor } from './money.ts'
import { fence, noSilentLoss, oneOutcome, schemas } from './outcomes.ts'
import { nothingAcknowledgedIsLost, replyIsTheResult, sameKeySameAnswer } from './promises.ts'
import { viewsEqualTheLog } from './rebuilt.ts'

/** The invariants must hold after every fault, whatever it was. */
export const checks: readonly Check[] = [
  conservation,
  oneOutcome,
  nothingAcknowledgedIsLost,
  floor,
  chain,
  viewsEqualTheLog,
  fence,
  replyIsTheResult,
  sameKeySameAnswer,
  noSilentLoss,
  schemas,
]
