// Imported into a process before its program. The file that BENT_FILE names tells the faults of this
// process, from one moment to the next; while there is no file, there are none:
//   clockMs              its wall clock is off by so much; timers and the monotonic clock are right
//   slowProjectionMs,    each projection and each settlement takes so much longer (both go through
//   slowBillingMs        one named statement of their own)
//   throws               a line that holds this text makes a handler throw, as a bug would
import { readFileSync, watchFile } from 'node:fs'
import pg from 'pg'

let bent = {}
const file = process.env.BENT_FILE ?? ''
watchFile(file, { interval: 50, persistent: false }, () => {
  try {
    bent = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    bent = {}
  }
})

const rightDate = Date
globalThis.Date = class extends rightDate {
  constructor(...given) {
    if (given.length === 0) super(rightDate.now() + (bent.clockMs ?? 0))
    else super(...given)
  }

  static now() {
    return rightDate.now() + (bent.clockMs ?? 0)
  }
}

const normalize = String.prototype.normalize
Object.defineProperty(String.prototype, 'normalize', {
  value: function (form) {
    if (bent.throws && this.includes(bent.throws)) throw new TypeError('only this line meets it')
    return normalize.call(this, form)
  },
})

const delays = { 'view-balance': 'slowProjectionMs', 'find-settled': 'slowBillingMs' }
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...given) {
  const delayMs = bent[delays[given[0]?.name]] ?? 0
  if (delayMs === 0) return query.apply(this, given)
  if (given.some((one) => typeof one === 'function')) {
    setTimeout(() => query.apply(this, given), delayMs)
    return undefined
  }
  return new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => query.apply(this, given))
}
