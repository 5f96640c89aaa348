import type { Pool } from '../../db/pool.ts'
import type { Notices } from '../../notices.ts'
import { openStagedByAccount } from './means.ts'
import type { StagingBudget } from './staging-room.ts'
import { openStagingRoom } from './staging-room.ts'
import { openTurns } from './turns.ts'

export interface UploadsDeps {
  readonly pool: () => Pool
  readonly budget: StagingBudget
  readonly diskIsShort: () => boolean
  readonly notices: Pick<Notices, 'tell'>
}

/** What the uploads of this process share: whose turn it is, and what they have staged. */
export function openUploads(deps: UploadsDeps) {
  return { turns: openTurns(), staged: openStagedByAccount(), room: openStagingRoom(deps) }
}

export type Uploads = ReturnType<typeof openUploads>
