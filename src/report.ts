/** The operator's log: JSON lines, or plain words on a terminal. */
export type Report = (event: string, members?: Readonly<Record<string, unknown>>) => void

/** A reader who wants failures only wants notices too. */
const noticed = 'notice'

export function openReport(level: 'info' | 'error'): Report {
  return (event, members = {}) => {
    if (level === 'error' && event !== noticed && !('error' in members)) return
    const line = { at: new Date().toISOString(), event, ...members }
    process.stdout.write(`${process.stdout.isTTY ? words(line) : JSON.stringify(line)}\n`)
  }
}

/** The service is ready. On a terminal a person is greeted with something to try. */
export function announce(baseUrl: string, liveLookUps: boolean, report: Report): void {
  const live = liveLookUps ? 'on' : 'off'
  const tryIt =
    `curl -s -X POST ${baseUrl}/auth/register -H 'content-type: application/json' ` +
    `-d '{"email":"ada+'$(date +%s)'@example.com","password":"correct horse battery"}'`
  if (!process.stdout.isTTY) {
    report('ready', {
      address: baseUrl,
      console: `${baseUrl}/console`,
      docs: `${baseUrl}/docs`,
      live_lookups: live,
      try: tryIt,
    })
    return
  }
  process.stdout.write(
    `\n  The Data Enrichment Service is ready at ${baseUrl}\n\n` +
      `  Console  ${baseUrl}/console\n  Docs     ${baseUrl}/docs\n` +
      `  Live look-ups of companies on their websites are ${live} (LIVE_LOOKUPS)\n\n` +
      `  Try it: this makes an account and prints its API key and 20 free calls.\n\n  ${tryIt}\n\n`,
  )
}

function words({ at, event, ...members }: { at: string; event: string }): string {
  const rest = Object.entries(members).map(([name, value]) => `${name}=${String(value)}`)
  return [at.slice(11, 19), event, ...rest].join(' ')
}
