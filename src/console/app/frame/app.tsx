import { useEffect } from 'preact/hooks'
import { readBalance } from '../state/balance.ts'
import { notice } from '../state/notice.ts'
import { place } from '../state/place.ts'
import { session } from '../state/session.ts'
import { LazyPage } from './lazy-page.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { sectionOf } from './sections.ts'
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
  useEffect(() => {
    document.title = 'Console · Data Enrichment Service'
  }, [])
  return (
    <main id="main" tabIndex={-1} class="outside">
      <Band />
      <Welcome />
    </main>
  )
}

function Inside({ baseUrl }: { readonly baseUrl: string }) {
  const { page } = place.value
  const now = sectionOf(page)
  return (
    <div class="inside">
      <SideBar now={now} />
      <main id="main" tabIndex={-1}>
        <Band />
        <LazyPage name={now} baseUrl={baseUrl} />
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
