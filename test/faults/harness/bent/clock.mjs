// Imported into a process before its program: its wall clock is off by as many milliseconds as the
// file says that CLOCK_FILE names, and jumps when the file changes. Timers and the monotonic clock
// are right, as they are on a machine whose clock somebody sets.
import { readFileSync, watchFile } from 'node:fs'

const RightDate = Date
const file = process.env.CLOCK_FILE ?? ''
let shiftMs = readShift()
watchFile(file, { interval: 50, persistent: false }, () => {
  shiftMs = readShift()
})

globalThis.Date = class extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + shiftMs)
    else super(...given)
  }

  static now() {
    return RightDate.now() + shiftMs
  }
}

function readShift() {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}
