import { signal } from '@preact/signals'
import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failed, Skeleton } from '../parts/shown.tsx'
import { CallProblem } from '../state/call.ts'
import type { SectionName } from './sections.ts'

interface SectionParts {
  readonly baseUrl: string
}

type Section = ComponentType<SectionParts>

/** The script of a section comes when it is opened, so that none waits for all of them. */
const loaders: Readonly<Record<SectionName, () => Promise<Section>>> = {
  overview: async () => (await import('../pages/overview/overview.tsx')).Overview,
  try: async () => (await import('../pages/overview/try.tsx')).Try,
  requests: async () => (await import('../pages/requests/requests.tsx')).Requests,
  jobs: async () => (await import('../pages/jobs/jobs.tsx')).Jobs,
  usage: async () => (await import('../pages/usage/usage.tsx')).Usage,
  ledger: async () => (await import('../pages/ledger/ledger.tsx')).Ledger,
  credits: async () => (await import('../pages/account/credits.tsx')).Credits,
  keys: async () => (await import('../pages/keys/keys.tsx')).Keys,
  webhooks: async () => (await import('../pages/webhooks/webhooks.tsx')).Webhooks,
  feedback: async () => (await import('../pages/feedback/feedback.tsx')).Feedback,
  settings: async () => (await import('../pages/settings/settings.tsx')).Settings,
}

const loaded = signal<ReadonlyMap<SectionName, Section>>(new Map())

export async function loadSection(name: SectionName): Promise<void> {
  if (loaded.value.has(name)) return
  const section = await loaders[name]()
  loaded.value = new Map(loaded.value).set(name, section)
}

interface LazyPageParts extends SectionParts {
  readonly name: SectionName
}

export function LazyPage({ name, baseUrl }: LazyPageParts) {
  const [failed, setFailed] = useState('')
  useEffect(() => {
    loadSection(name).catch(() => setFailed(name))
  }, [name])
  const found = loaded.value.get(name)
  if (found) return h(found, { baseUrl })
  if (failed === name) return <Failed problem={notThere()} retry={() => location.reload()} />
  return <Skeleton lines={14} />
}

/** After a renewal of the service the parts of the page before are gone. */
function notThere(): CallProblem {
  const detail =
    'This page could not be fetched: the connection is gone, or the console was renewed meanwhile.'
  return new CallProblem(0, { detail })
}
