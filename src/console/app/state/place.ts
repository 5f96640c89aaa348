import { signal } from '@preact/signals'

/** A page is named behind the `#`: `#jobs/job_1?show=unmatched`. A reload so keeps its place. */
export interface PagePlace {
  readonly page: string
  /** The id of the thing that is shown, or empty. */
  readonly id: string
  readonly query: URLSearchParams
}

export const place = signal<PagePlace>(readPlace(globalThis.location?.hash ?? ''))

export function readPlace(hash: string): PagePlace {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  const [page = '', ...rest] = path.split('/')
  return {
    page: page || 'overview',
    id: decoded(rest.join('/')),
    query: new URLSearchParams(query),
  }
}

export function linkTo(
  page: string,
  id = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  const path = id === '' ? page : `${page}/${encodeURIComponent(id)}`
  return `#${path}${search.size > 0 ? `?${search}` : ''}`
}

export function go(page: string, id = '', query: Readonly<Record<string, string>> = {}): void {
  location.hash = linkTo(page, id, query)
}

/** Settings of the page that is shown; they take no step in the history of the browser. */
export function setQuery(query: URLSearchParams): void {
  const { page, id } = place.value
  const search = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', `${linkTo(page, id)}${search}`)
  place.value = { page, id, query }
}

export function changeQuery(changes: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(place.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  setQuery(query)
}

export function followPlace(then: () => void): void {
  addEventListener('hashchange', () => {
    place.value = readPlace(location.hash)
    then()
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
