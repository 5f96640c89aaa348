import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Where Debian's package puts it, or whatever else the path of commands has. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return places.find((place) => existsSync(place)) ?? null
}

/** A container has one user and little shared memory; pages of other origins are not opened. */
export const chromiumFlags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
