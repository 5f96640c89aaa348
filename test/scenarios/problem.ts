import { expect } from 'vitest'
import type { Reply } from './client.ts'
import { textAt } from './client.ts'

/**
 * Every refusal has one form: problem+json with all members, no HTML and no trace of the inside.
 */
export function expectProblem(reply: Reply, status: number): void {
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status })
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(reply.body).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.any(String),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: reply.headers.get('request-id'),
  })
  expect(reply.text).not.toMatch(/<html|node_modules|\.[jt]s:\d+|\bat .+\(/i)
  expect(textAt(reply.body, 'request_id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
}

export function pointersOf(reply: Reply): string[] {
  const { errors } = reply.body as { errors: { pointer: string; message: string }[] } // as: asserted.
  for (const error of errors) expect(error.message).toEqual(expect.any(String))
  return errors.map((error) => error.pointer)
}
