/** The names of the files that this browser made jobs of; elsewhere a job has its id only. */
const place = 'enrich.job-names'
const namesMax = 200

export function nameJob(id: string, name: string): void {
  const names = [[id, name] as const, ...Object.entries(readNames())].slice(0, namesMax)
  localStorage.setItem(place, JSON.stringify(Object.fromEntries(names)))
}

export function nameOf(id: string): string | null {
  return readNames()[id] ?? null
}

export function titleOf(id: string): string {
  return nameOf(id) ?? id
}

function readNames(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}')
  } catch {
    return {}
  }
}
