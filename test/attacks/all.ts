import type { Attack } from './harness/attack.ts'
import { acceptedBatches, freeBatches, freeCalls, paidBatches } from './row-1-batches.ts'
import { tooLargeUploads, unpaidUploads } from './row-2-uploads.ts'
import { manyLogos, unfinishedHeaders, unknownKeys } from './row-3-floods.ts'
import { drippedLogIns, halfBatches, halfLogIns, unfinishedLogIns } from './row-3-unfinished.ts'
import { slowPaidUploads, slowUploads } from './row-4-slow-uploads.ts'
import { guesses, guessesFromEverywhere } from './row-7-guesses.ts'
import { lockOut } from './row-8-lock-out.ts'

export const attacks: readonly Attack[] = [
  ...[freeBatches, paidBatches, acceptedBatches, freeCalls],
  ...[unpaidUploads, tooLargeUploads],
  ...[unfinishedLogIns, drippedLogIns, halfLogIns, halfBatches],
  ...[unfinishedHeaders, unknownKeys, manyLogos],
  ...[slowUploads, slowPaidUploads],
  ...[guesses, guessesFromEverywhere, lockOut],
]
