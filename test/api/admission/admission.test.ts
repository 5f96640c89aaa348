import { expect, test } from 'vitest'
import { openAdmission } from '../../../src/api/admission/admission.ts'

test('so many are let in at once, and each that leaves makes room for one', () => {
  const admission = openAdmission(2)
  const leaving = [admission.enter(), admission.enter()]
  expect(leaving).not.toContain(null)
  expect(admission.enter()).toBeNull()
  leaving[0]?.()
  expect(admission.enter()).not.toBeNull()
  expect(admission.enter()).toBeNull()
})

test('a thousand are let in at once, and then nobody until one is answered', () => {
  const admission = openAdmission()
  const leaving = Array.from({ length: 1_000 }, () => admission.enter())
  expect(leaving).not.toContain(null)
  expect(admission.enter()).toBeNull()
  for (const leave of leaving) leave?.()
  expect(admission.enter()).not.toBeNull()
})
