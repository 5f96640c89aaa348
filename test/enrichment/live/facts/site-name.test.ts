import { expect, test } from 'vitest'
import { factsOf, meta, title } from '../pages.ts'
import { organization } from '../play-websites.ts'

test.each([
  ['acmeflow.com', title('Acmeflow | Project management for teams'), 'Acmeflow'],
  ['acmeflow-2.com', title('Home - Acmeflow 2'), 'Acmeflow 2'],
  ['northbeam-tools.com', title('Hand tools that last – Northbeam Tools'), 'Northbeam Tools'],
  ['kestrelworks.io', title('Welcome to Kestrel Works!'), 'Kestrel Works!'],
  [
    'lumen-bakery.co.uk',
    title('Fresh bread every day', meta('og:site_name', 'Lumen Bakery')),
    'Lumen Bakery',
  ],
  ['bjorkdata.se', title('Start | Björk Data AB'), 'Björk Data AB'],
  [
    'tq-partners.de',
    title(
      'Steuerberatung in Köln',
      '',
      '<footer>© 2026 TQ Partners GmbH. Alle Rechte vorbehalten.</footer>',
    ),
    'TQ Partners GmbH',
  ],
  ['riverstone-legal.com', title('Riverstone Legal: Lawyers for founders'), 'Riverstone Legal'],
  [
    'pixelforge-studio.com',
    title('We make games', '', '<img class="site-logo" src="/l.png" alt="Pixelforge Studio logo">'),
    'Pixelforge Studio',
  ],
  [
    'hjkl.com',
    organization(
      { name: 'Hamlin Jones Kettering LLP', url: 'https://hjkl.com' },
      '<title>Your partner in law</title>',
    ),
    'Hamlin Jones Kettering LLP',
  ],
  [
    'smithandsons.com',
    organization({ name: 'Smith &amp; Sons', url: 'https://smithandsons.com/' }),
    'Smith & Sons',
  ],
  [
    'kiwi-und-klee.at',
    title('Bio-Kisterl aus Graz', '', '<p>Impressum</p><p>Firma: Kiwi und Klee e.U.</p>'),
    'Kiwi und Klee',
  ],
  [
    'zavod-tver.ru',
    title('Главная', '', '<footer>© ООО «Завод», 2010–2026</footer>'),
    'ООО «Завод»',
  ],
  ['acmeflow-3.com', title('Home » Acmeflow 3'), 'Acmeflow 3'],
  [
    'kettlewick.com',
    organization(
      { name: 'kettlewick.com', url: 'https://kettlewick.com' },
      '<title>Kettlewick Tea Rooms | Cream teas</title>',
    ),
    'Kettlewick Tea Rooms',
  ],
  ['booking-dot.com', organization({ name: 'Booking-Dot.com' }), 'Booking-Dot.com'],
  ['shanlu-tea.cn', title('高山绿茶批发-山露茶业有限公司'), '山露茶业有限公司'],
  ['yamabuki-chaen.jp', title('ヤマブキ茶園 | 静岡の緑茶'), 'ヤマブキ茶園'],
  [
    'haarlem-koeling.nl',
    title('Altijd koud | De Wit Koeltechniek B.V.'),
    'De Wit Koeltechniek B.V.',
  ],
  ['yunlu.cn', title('首页', '', '<p>版权所有：云露科技 2020-2026</p>'), '云露科技'],
  [
    'spellwell.com',
    title('Home', meta('description', 'At - Spell Well - we spell.')),
    'Spell Well',
  ],
  [
    'kalem-istanbul.com.tr',
    title('Kurumsal', '', '<footer>© 2026 Kalem İstanbul A.Ş. Tüm hakları saklıdır.</footer>'),
    'Kalem İstanbul A.Ş.',
  ],
  [
    'ridgeway-mills.com',
    title('Flour', '', '<footer>© 2026 Ridgeway Mills, Inc. All rights reserved.</footer>'),
    'Ridgeway Mills, Inc.',
  ],
  ['kaffee-oesterle.de', title('Kaffee Österle – frisch geröstet'), 'Kaffee Österle'],
  ['obrien-sons.ie', title('O’Brien &amp; Sons | Roofing in Cork'), 'O’Brien & Sons'],
  ['maierundsohn.de', title('Seit 1902 | Maier &amp; Sohn'), 'Maier & Sohn'],
  ['acmeflow-4.com', title('Acmeflow 4, the robot company'), 'Acmeflow 4'],
  ['ridgeway-mills.com', organization({ name: 'Ridgeway Mills, Inc.' }), 'Ridgeway Mills, Inc.'],
  ['cantinabianchi.it', title('Benvenuti alla Cantina Bianchi'), 'Cantina Bianchi'],
  ['aarhus-vvs.dk', title('Velkommen til Aarhus VVS ApS'), 'Aarhus VVS ApS'],
  [
    'getharvestly.com',
    title('Farm software', '', '<header><img src="/a.svg" alt="Harvestly"></header><h1>Sow</h1>'),
    'Harvestly',
  ],
])('%s is called as its owner is', async (host, page, name) => {
  expect((await factsOf(page, host)).name).toBe(name)
})

test('a page full of names is no burden', async () => {
  const page = title('Home', '', 'Ä & B+ C '.repeat(2_000))
  const from = performance.now()
  await expect(factsOf(page, 'full-of-names.com')).rejects.toThrow('nobody')
  // Each compared with all others, they would take minutes; a busy machine may take a second.
  expect(performance.now() - from).toBeLessThan(2_000)
})
