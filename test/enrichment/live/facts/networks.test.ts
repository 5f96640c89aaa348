import { expect, test } from 'vitest'
import { profileOf } from '../../../../src/enrichment/live/facts/networks.ts'

test.each([
  ['https://se.linkedin.com/company/lumbrook/mycompany/?viewAsMember=true', 'lumbrook'],
  ['https://www.linkedin.com/company/lumbrook/posts/?feedView=all', 'lumbrook'],
  ['https://www.linkedin.com/company/123456/admin/', '123456'],
  ['https://de-de.facebook.com/Baeckerei', 'Baeckerei'],
  ['https://m.facebook.com/baeckerei?ref=bookmarks', 'baeckerei'],
  ['https://es-la.facebook.com/panaderia/', 'panaderia'],
  ['https://www.facebook.com/pages/category/Bakery/Baeckerei-12345678/', 'Baeckerei-12345678'],
  ['https://www.facebook.com/pages/Baeckerei/12345678', '12345678'],
  ['https://www.instagram.com/baeckerei/reels/', 'baeckerei'],
  ['https://mobile.twitter.com/baeckerei', 'baeckerei'],
  ['https://twitter.com/#!/baeckerei', 'baeckerei'],
  ['https://www.facebook.com/home.php#!/baeckerei', 'baeckerei'],
  ['https://www.linkedin.com/company-beta/123456/', '123456'],
  ['https://www.youtube.com/channel/UC1234567890abcdefghijkl', 'UC1234567890abcdefghijkl'],
])('%s is the account %s', (address, handle) => {
  expect(profileOf(address)?.handle).toBe(handle)
})

test.each([
  'https://help.instagram.com/519522125107875',
  'https://about.instagram.com/blog',
  'https://developers.facebook.com/docs',
  'https://business.facebook.com/latest',
  'https://help.twitter.com/en',
  'https://developer.x.com/en',
  'https://business.linkedin.com/company/marketing',
  'https://support.youtube.com/answer',
  'https://www.facebook.com/pages/category/Bakery/',
  'https://www.instagram.com/baeckerei/p/Cabc123/',
  'https://twitter.com/#!/search/baeckerei',
  'https://twitter.com/#!/baeckerei/status/123',
])('%s is no account', (address) => {
  expect(profileOf(address)).toBeNull()
})
