import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../src/config/paths.ts'
import { closedSchemaOf, jsonSchemaOf } from '../../../src/log/codecs/json-schemas.ts'
import { topicNames } from '../../../src/messages/topics.ts'
import { samples } from '../../contracts/codec/samples.ts'

const folder = join(packageRoot, 'infra', 'schemas')

test('the committed schemas are what the code says: else run "npx enrich schemas write"', async () => {
  for (const topic of topicNames) {
    const text = await readFile(join(folder, `${topic}.json`), 'utf8')
    expect(text, topic).toBe(`${JSON.stringify(jsonSchemaOf(topic), null, 2)}\n`)
  }
  expect((await readdir(folder)).sort()).toEqual(topicNames.map((topic) => `${topic}.json`).sort())
})

test('every object is closed: a member added later is then a widening', () => {
  for (const topic of topicNames) {
    for (const object of objectsIn(jsonSchemaOf(topic))) {
      expect(object).toMatchObject({ additionalProperties: false })
    }
  }
})

test('writers are held to it: no message may have a member too many or lack one', () => {
  for (const topic of topicNames) {
    const schema = closedSchemaOf(topic)
    for (const message of samples[topic]) {
      expect(schema.safeParse(message).success, topic).toBe(true)
      const { account_id: _, type: __, ...less } = { account_id: '', ...message }
      for (const wrong of [{ ...message, extra: 1 }, less]) {
        expect(schema.safeParse(wrong).success, topic).toBe(false)
      }
    }
  }
  const [entry] = samples.ledger
  const details = { ...entry?.details, extra: 1 }
  expect(closedSchemaOf('ledger').safeParse({ ...entry, details }).success).toBe(false)
})

function objectsIn(schema: unknown): readonly object[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(objectsIn)
  return 'properties' in schema && 'type' in schema && schema.type === 'object'
    ? [schema, ...inner]
    : inner
}
