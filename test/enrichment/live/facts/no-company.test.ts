import { expect, test } from 'vitest'
import { factsOf, meta, title } from '../pages.ts'

const told = 'We serve customers across the county with care and skill. '.repeat(20)

test.each([
  ['forbiddenplanetcomics.com', title('Forbidden Planet Comics | Graphic novels', '', told)],
  ['errorfreebooks.com', title('Error-free bookkeeping | Errorfree Books', '', told)],
  ['drainco.co.uk', title('Blocked drains in London | DrainCo', '', told)],
  ['500degrees.com', title('500 Degrees Pizza', '', told)],
  ['404studio.com', title('404 Studio | Design agency', '', told)],
  ['oopsnappies.com', title('Oops Nappies: soft nappies', '', told)],
  ['indexofhope.org', title('Index of Hope Foundation', '', told)],
  ['comingsoonfilms.com', title('Coming Soon Films | Trailers', '', told)],
  ['securitycheckers.com', title('Security check for events - Securitycheckers', '', told)],
  ['onemomentphoto.com', title('One Moment Photography', '', told)],
  ['itworksgym.com', title('It Works Gym | Fitness in Bath', '', told)],
  ['placeholderart.com', title('Placeholder Art Gallery', '', told)],
  ['parkedcars.com', title('Parked Cars Museum', '', told)],
  ['namevault.com', title('Namevault | Buy and sell domains', '', told)],
  [
    'saasly.app',
    title('Saasly', meta('description', 'A CRM for bakers.'), '<input type="password">'),
  ],
])('%s is a company, whatever its words mean elsewhere', async (host, page) => {
  expect((await factsOf(page, host)).name).not.toBe('')
})

test.each([
  '404',
  '404 - Page not found',
  'Error 404 (Not Found)!!1',
  '403 Forbidden',
  'Forbidden',
  'Error',
  'Error: something',
  'Oops! That page is gone',
  'Oops',
  'Captcha',
  'Security check',
  'Blocked',
  'One moment, please...',
  'Index of /files',
  'It works!',
  'Coming soon',
  'Coming soon - Acme',
  'Coming soon to you',
  'Parked at a registrar',
  'acme.de steht zum Verkauf',
])('a page called "%s" is nobody’s', async (words) => {
  await expect(factsOf(title(words), 'acme.de')).rejects.toThrow('it is nobody')
})
