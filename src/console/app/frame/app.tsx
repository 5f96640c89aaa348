import { useEffect } from 'preact/hooks'
import { Credits } from '../pages/account/credits.tsx'
import { Feedback } from '../pages/feedback/feedback.tsx'
import { Jobs } from '../pages/jobs/jobs.tsx'
import { Keys } from '../pages/keys/keys.tsx'
import { Ledger } from '../pages/ledger/ledger.tsx'
import { Overview } from '../pages/overview/overview.tsx'
import { Try } from '../pages/overview/try.tsx'
import { Requests } from '../pages/requests/requests.tsx'
import { Settings } from '../pages/settings/settings.tsx'
import { Usage } from '../pages/usage/usage.tsx'
import { Webhooks } from '../pages/webhooks/webhooks.tsx'
import { readBalance } from '../state/balance.ts'
import { notice } from '../state/notice.ts'
import { place } from '../state/place.ts'
import { session } from '../state/session.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { sections } from './sections.ts'
import { SideBar } from './side-bar.tsx'
import { Welcome } from './welcome.tsx'

export function App({ baseUrl }: { readonly baseUrl: string }) {
  const token = session.value?.token
  useEffect(() => {
    if (token) readBalance().catch(() => {})
  }, [token])
  return (
    <>
      {session.value ? <Inside baseUrl={baseUrl} /> : <Outside />}
      <SecretDialog />
    </>
  )
}

function Outside() {
  return (
    <main id="main" tabIndex={-1} class="outside">
      <Band />
      <Welcome />
    </main>
  )
}

function Inside({ baseUrl }: { readonly baseUrl: string }) {
  const { page } = place.value
  const now = sections.some((section) => section.page === page) ? page : 'overview'
  useEffect(() => {
    const title = sections.find((section) => section.page === now)?.title
    document.title = `${title} · Data Enrichment Service`
  }, [now])
  return (
    <div class="inside">
      <SideBar now={now} />
      <main id="main" tabIndex={-1}>
        <Band />
        <Page name={now} baseUrl={baseUrl} />
      </main>
    </div>
  )
}

function Band() {
  const shown = notice.value
  return (
    <div class={`notice notice-${shown?.kind ?? 'good'}`} role="status" hidden={shown === null}>
      {shown?.text}
    </div>
  )
}

function Page({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }) {
  switch (name) {
    case 'try':
      return <Try />
    case 'requests':
      return <Requests />
    case 'jobs':
      return <Jobs />
    case 'keys':
      return <Keys />
    case 'usage':
      return <Usage />
    case 'ledger':
      return <Ledger />
    case 'credits':
      return <Credits />
    case 'webhooks':
      return <Webhooks />
    case 'feedback':
      return <Feedback />
    case 'settings':
      return <Settings />
    default:
      return <Overview baseUrl={baseUrl} />
  }
}
