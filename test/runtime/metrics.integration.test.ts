import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/config/paths.ts'
import { topics } from '../../src/messages/topics.ts'
import { noticeKinds } from '../../src/notices.ts'
import { stages } from '../../src/pipeline.ts'
import { execute } from '../contracts/database.ts'
import { at, call, enrich, listAt, newAccount, textAt } from '../scenarios/client.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { until } from '../until.ts'

/** The dashboard and the alerts show series that the service really tells. */
let service: RunningService
let told = ''

beforeAll(async () => {
  service = await startService()
  const { key } = await newAccount(service)
  await enrich(service, key)
  await enrich(service, key, { headers: { prefer: 'respond-async' } })
  const host = join(service.dataDir, 'postgres')
  const connection = { host, port: 5432, user: 'enrich', database: 'enrich' }
  await execute(
    connection,
    `insert into log.commands (partition, off, key, value)
      select 0, coalesce(max(off) + 1, 0), 'k', 'unreadable' from log.commands where partition = 0`,
  )
  await until('the dead letter is counted', async () => {
    told = (await call(service, 'GET /metrics')).text
    return told.includes('enrich_dead_letters_total{stage="enrich"} 1')
  })
})
afterAll(async () => {
  await service?.close()
})

const figure = (name: string, labels = '') => {
  const line = told.split('\n').find((each) => each.startsWith(`${name}${labels} `))
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')))
}

describe('what /metrics tells', () => {
  test('of calls: requests, settlements, and how the replies came', () => {
    const enriched = '{method="POST",path="/enrich",status="200"}'
    expect(figure('enrich_http_requests_total', enriched)).toBe(1)
    expect(figure('enrich_settle_seconds_count', '{type="CallCharged"}')).toBeGreaterThanOrEqual(1)
    expect(figure('enrich_replies_total', '{path="channel"}')).toBe(1)
    expect(figure('enrich_replies_total', '{path="202"}')).toBe(1)
    expect(figure('enrich_replies_total', '{path="stored"}')).toBe(0)
    expect(figure('enrich_replies_total', '{path="view"}')).toBe(0)
  })

  test('of the pipeline: the lag of every stage on each partition that it reads', () => {
    for (const [stage, { consumes }] of Object.entries(stages)) {
      for (const topic of consumes) {
        const own = told.split('\n').filter((line) => {
          return line.startsWith(`enrich_lag_records{stage="${stage}",topic="${topic}",`)
        })
        expect(own).toHaveLength(topics[topic].partitions)
      }
    }
  })

  test('of the parts: what works, and the connections to Postgres', () => {
    expect(figure('enrich_ready')).toBe(1)
    for (const part of ['process', 'database', 'pipeline']) {
      expect(figure('enrich_part_up', `{part="${part}"}`)).toBe(1)
    }
    expect(figure('enrich_db_pool_connections', '{state="idle"}')).toBeGreaterThanOrEqual(1)
    expect(figure('enrich_db_pool_waiting')).toBe(0)
    expect(figure('enrich_replies_awaited')).toBe(0)
  })
})

interface Expression {
  readonly where: string
  readonly text: string
}

const alerts: unknown = parse(
  readFileSync(join(packageRoot, 'infra', 'prometheus', 'alerts.yaml'), 'utf8'),
)
const dashboard: unknown = JSON.parse(
  readFileSync(join(packageRoot, 'infra', 'grafana', 'dashboard.json'), 'utf8'),
)
const rules = listAt(alerts, 'groups').flatMap((group) => listAt(group, 'rules'))
const panels = listAt(dashboard, 'panels').filter((panel) => at(panel, 'type') !== 'row')
const expressions: readonly Expression[] = [
  ...rules.map((rule) => ({ where: textAt(rule, 'alert'), text: textAt(rule, 'expr') })),
  ...panels.flatMap((panel) =>
    listAt(panel, 'targets').map((target) => {
      return { where: textAt(panel, 'title'), text: textAt(target, 'expr') }
    }),
  ),
]

/** Words of the language that are no metrics; functions are known by their parenthesis. */
const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])
/** Added by Prometheus to what it scrapes. */
const added = ['instance', 'job']

function metricsIn(text: string): readonly string[] {
  const bare = text
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const words = bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\w|\s*\()/g)
  return [...words].map(([word]) => word).filter((word) => !keywords.has(word))
}

function labelsIn(text: string): readonly string[] {
  const matched = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  )
  const grouped = [...text.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, inner = '']) =>
    inner.split(',').map((label) => label.trim()),
  )
  return [...matched, ...grouped]
}

describe('the dashboard and the alerts', () => {
  test('ask for metrics only that are told', () => {
    const samples = new Set([...told.matchAll(/^([a-z_0-9]+)(?=[ {])/gm)].map(([name]) => name))
    const unknown = expressions.flatMap(({ where, text }) =>
      metricsIn(text).flatMap((name) => (samples.has(name) ? [] : [`${where}: ${name}`])),
    )
    expect(unknown).toEqual([])
    expect(expressions.length).toBeGreaterThan(30)
    for (const { text } of expressions) expect(metricsIn(text).length).toBeGreaterThan(0)
  })

  test('ask for labels only that one of their metrics has', () => {
    const unknown = expressions.flatMap(({ where, text }) => {
      const lines = told.split('\n').filter((line) => {
        return metricsIn(text).some((name) => line.startsWith(`${name}{`))
      })
      const known = new Set([...lines.join('\n').matchAll(/(\w+)="/g)].map(([, label]) => label))
      const asked = labelsIn(text).filter((label) => !known.has(label) && !added.includes(label))
      return asked.map((label) => `${where}: ${label}`)
    })
    expect(unknown).toEqual([])
  })

  test('cover what an operator must see', () => {
    const all = expressions.map(({ text }) => text).join('\n')
    const needed = [
      'enrich_lag_records',
      'enrich_settle_seconds_bucket',
      'enrich_replies_total',
      'enrich_dead_letters_total',
      'enrich_db_pool_connections',
      'enrich_db_pool_waiting',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]
    expect(needed.filter((name) => !all.includes(name))).toEqual([])
  })

  test('are well formed: ids and names once, every alert with a severity and a summary', () => {
    const ids = listAt(dashboard, 'panels').map((panel) => at(panel, 'id'))
    expect(new Set(ids).size).toBe(ids.length)
    const names = rules.map((rule) => textAt(rule, 'alert'))
    expect(new Set(names).size).toBe(names.length)
    for (const rule of rules) {
      expect(['warning', 'critical']).toContain(at(rule, 'labels.severity'))
      expect(textAt(rule, 'annotations.summary')).not.toBe('')
    }
  })

  test('watch every kind of notice, and no kind that is never told', () => {
    const asked = rules.flatMap((rule) =>
      [...textAt(rule, 'expr').matchAll(/kind=~?"([^"]*)"/g)].flatMap(([, kinds = '']) => {
        return kinds.split('|')
      }),
    )
    expect(asked.toSorted()).toEqual(noticeKinds.toSorted())
    const untold = noticeKinds.filter((kind) => {
      return figure('enrich_notices_total', `{kind="${kind}"}`) === null
    })
    expect(untold).toEqual([])
  })

  test('know how many partitions a stage must have', () => {
    const rule = rules.find((each) => at(each, 'alert') === 'EnrichPartitionWithoutOwner')
    const counts = Object.values(stages).flatMap(({ consumes }) =>
      consumes.map((topic) => topics[topic].partitions),
    )
    expect(new Set(counts).size).toBe(1)
    expect(textAt(rule, 'expr')).toMatch(new RegExp(`< ${counts[0]}$`))
  })
})
