// Imported into a process before its program: projections and settlements take longer, by what
// SLOW_PROJECTION_MS and SLOW_BILLING_MS say. Each goes through one named statement of its own.
import pg from 'pg'

const delays = new Map([
  ['view-balance', Number(process.env.SLOW_PROJECTION_MS ?? 0)],
  ['find-settled', Number(process.env.SLOW_BILLING_MS ?? 0)],
])
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (...given) {
  const delayMs = delays.get(given[0]?.name) ?? 0
  if (delayMs === 0) return query.apply(this, given)
  if (given.some((one) => typeof one === 'function')) {
    setTimeout(() => query.apply(this, given), delayMs)
    return undefined
  }
  return new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => query.apply(this, given))
}
