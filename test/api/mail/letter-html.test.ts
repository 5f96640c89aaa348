import { expect, it } from 'vitest'
import { letterHtml } from '../../../src/api/mail/letter-html.ts'
import { movedLetter, resetLetter, topUpStoppedLetter } from '../../../src/api/mail/letters.ts'

const base = 'https://enrich.example'

it('a letter has its words, and its link once as a button and once to be read', () => {
  const letter = resetLetter(base, 'ada@example.com', 'lnk_abc')
  const page = letterHtml(letter)
  expect(page).toContain('<h1')
  expect(page).toContain('If it was not you, do nothing: your password stays as it is.')
  expect(page.match(/href="[^"]*"/g)).toEqual([`href="${base}/auth/reset#lnk_abc"`])
  expect(page.split(`${base}/auth/reset#lnk_abc`)).toHaveLength(3)
})

it('a letter fetches nothing, and runs nothing that stands in it', () => {
  const hostile = `"><img src=x onerror=alert(1)>@example.com`
  const page = letterHtml(movedLetter(base, 'ada@example.com', hostile))
  expect(page).toContain('&lt;img src=x')
  expect(page).not.toMatch(/<(img|script|link|style|iframe)/)
  const stopped = letterHtml(topUpStoppedLetter(base, 'a@b.example', 'declined'))
  expect(stopped).toContain('>Open your credits</a>')
})
