/** Outlines on a grid of 24, drawn for this console. */
const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  try: 'M13 3 5 14h6l-1 7 8-11h-6z',
  requests: 'M4 6h16M4 12h16M4 18h10',
  jobs: 'M14 3H6v18h12V7zM14 3v4h4M9 13h6M9 17h6',
  usage: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  ledger: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  credits: 'M3 6h18v12H3zM3 10h18M7 15h3',
  keys: 'M14 10a4 4 0 1 1-1.2-2.8M13.5 10H21v4M18 10v3',
  webhooks: 'M12 4v8m0 0-5 7m5-7 5 7M10 4h4M5 19h4M15 19h4',
  feedback: 'M4 5h16v11H9l-5 4z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M8 14v6',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 21 21',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6 6 18',
  upload: 'M12 16V4m0 0L7 9m5-5 5 5M4 16v4h16v-4',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  check: 'M4 12.5 9.5 18 20 6.5',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
