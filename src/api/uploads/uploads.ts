import type { Pool } from '../../db/pool.ts'
import type { Notices } from '../../notices.ts'
import { openStagedByAccount } from './means.ts'
import type { StagingBudget } from './staging-room.ts'
import { openStagingRoom } from './staging-room.ts'
import { UploadTurns } from './turns.ts'

export interface UploadsDeps {
  readonly pool: () => Pool
  readonly budget: StagingBudget
  readonly diskIsShort: () => boolean
  readonly notices: Pick<Notices, 'tell'>
}

/** Shared by the uploads of this process: turns, staged rows, and room on the disk. */
export function openUploads(deps: UploadsDeps) {
  return { turns: new UploadTurns(), staged: openStagedByAccount(), room: openStagingRoom(deps) }
}

export type Uploads = ReturnType<typeof openUploads>
