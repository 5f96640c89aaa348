import { call } from './api.js'
import { drawBars } from './chart.js'
import { byId, cell, el, emptyRow, numberCell, setText } from './dom.js'
import { count, dollars } from './words.js'

const days = 30
const dayMs = 24 * 3_600_000
let bars = []

export function openUsage() {
  addEventListener('resize', () => {
    if (bars.length > 0 && !byId('usage').hidden) drawBars(bars)
  })
}

export async function showUsage() {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const first = today - (days - 1) * dayMs
  const from = new Date(first).toISOString()
  const { json } = await call('GET', `/usage?granularity=day&from=${from}`)
  const byDay = new Map(json.series.map((row) => [row.start.slice(0, 10), row]))
  const rows = Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10)
    return { day, ...(byDay.get(day) ?? nothing) }
  })
  setText('usage-span', `The last ${days} days, ${rows[0].day} to ${rows.at(-1).day} (UTC).`)
  showTiles(json.totals)
  showChart(rows, json.totals)
  showTables(rows, json.by_type)
}

const nothing = { calls: 0, items: 0, charged_cents: 0, free_calls: 0, errors: 0 }

function showTiles(totals) {
  const tiles = [
    ['Charged', dollars(totals.charged_cents)],
    ['Calls charged', totals.calls.toLocaleString('en-US')],
    ['Free calls used', totals.free_calls.toLocaleString('en-US')],
    ['Errors', totals.errors.toLocaleString('en-US')],
  ]
  const tile = ([title, figure]) =>
    el(
      'div',
      { class: 'card tile' },
      el('h2', { class: 'tile-title' }, title),
      el('p', { class: 'figure' }, figure),
    )
  byId('usage-tiles').replaceChildren(...tiles.map(tile))
}

function showChart(rows, totals) {
  bars = rows.map(({ day, charged_cents: cents, free_calls: free }) => ({
    label: day.slice(5),
    cents,
    hint: `${day}: ${dollars(cents)}, ${count(free, 'free call')}`,
  }))
  drawBars(bars)
  const highest = rows.reduce((a, b) => (b.charged_cents > a.charged_cents ? b : a))
  const words =
    totals.charged_cents > 0
      ? `${dollars(totals.charged_cents)} in all; the most on ${highest.day}: ${dollars(highest.charged_cents)}.`
      : `Nothing was charged; ${count(totals.free_calls, 'free call')} used.`
  setText('chart-words', words)
}

function showTables(rows, byType) {
  const dayRow = (row) =>
    el(
      'tr',
      {},
      cell(row.day),
      ...[row.calls, row.free_calls, row.errors].map(figure),
      charged(row),
    )
  byId('day-rows').replaceChildren(...[...rows].reverse().map(dayRow))
  const typeRow = (row) => {
    const figures = [row.calls, row.items, row.free_calls, row.errors].map(figure)
    return el('tr', {}, cell(row.type.replaceAll('_', ' ')), ...figures, charged(row))
  }
  const typeRows = byType.length > 0 ? byType.map(typeRow) : [emptyRow(6, 'No calls yet.')]
  byId('type-rows').replaceChildren(...typeRows)
}

function figure(value) {
  return numberCell(value.toLocaleString('en-US'))
}

function charged({ charged_cents: cents }) {
  return numberCell(dollars(cents))
}
