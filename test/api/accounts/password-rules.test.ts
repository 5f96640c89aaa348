import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weaknessOf } from '../../../src/api/accounts/password-rules.ts'

const email = 'ada.lovelace@example.com'

test('passwords that anybody would try first are none', () => {
  const weak = [
    ...['1234567890', '0123456789', '9876543210', 'abcdefghijkl', '          ', 'zzzzzzzzzzzzz'],
    ...['qwertyuiop', 'QWERTYUIOP', 'password123', 'basketball', '1qaz2wsx3edc'],
    ...[email, 'ADA.lovelace@Example.com', 'ada.lovelace', ` ${email} `, 'manchester '],
    ...['short      ', '😀😀😀😀😀😀😀😀😀😀'],
  ]
  expect(weak.filter((password) => weaknessOf(password, email) === null)).toEqual([])
})

test('others may be chosen, whatever they are made of', () => {
  for (const good of ['correct horse battery', '1234567809', 'пароль не простой', 'abcdefghijk!']) {
    expect([good, weaknessOf(good, email)]).toEqual([good, null])
  }
  fc.assert(
    fc.property(fc.base64String({ minLength: 24 }), (text) => {
      expect(weaknessOf(`${text}~!`, email)).toBeNull()
    }),
  )
})
