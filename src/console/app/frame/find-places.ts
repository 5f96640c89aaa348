import { linkTo } from '../state/place.ts'
import { sections } from './sections.ts'

export interface FoundPlace {
  readonly href: string
  readonly title: string
  readonly about: string
}

export function findPlaces(given: string): readonly FoundPlace[] {
  const text = given.trim()
  if (/^job_\w+$/.test(text)) return [{ href: linkTo('jobs', text), title: text, about: 'job' }]
  if (/^ord_\w+$/.test(text))
    return [{ href: linkTo('credits', text), title: text, about: 'order' }]
  if (/^whk_\w+$/.test(text)) {
    return [{ href: linkTo('webhooks', text), title: text, about: 'webhook' }]
  }
  if (/^(req|cmd)_[\w-]+$/.test(text)) {
    return [{ href: linkTo('requests', text), title: text, about: 'request' }]
  }
  if (/^#?\d{1,15}$/.test(text)) {
    const seq = text.replace('#', '')
    return [{ href: linkTo('ledger', seq), title: `Entry ${seq}`, about: 'of the ledger' }]
  }
  const word = text.toLowerCase()
  return sections
    .filter(({ title, also }) => `${title} ${also}`.toLowerCase().includes(word))
    .map(({ page, title, also }) => ({ href: linkTo(page), title, about: also }))
}
