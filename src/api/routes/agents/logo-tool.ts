import { z } from 'zod'
import { logoRoute } from '../calls/logo.ts'

/** The one tool that asks nothing: images are for the eyes of whoever opens their address. */
export const logoTool = {
  name: 'logo_url',
  title: 'Address of a logo',
  description:
    'The address of a domain’s logo as an image, for a page or a message. Free, and needs no key. A ' +
    'domain without a logo answers with a monogram.',
  input: z.object({ ...logoRoute.params?.shape, ...logoRoute.query?.shape }),
  output: z.object({ logo_url: z.string() }),
}

export function logoUrl(baseUrl: string, input: Readonly<Record<string, unknown>>): string {
  const { domain, ...query } = input
  const wanted = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`])
  const search = wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''
  return `${baseUrl}${logoRoute.path.replace(':domain', encodeURIComponent(`${domain}`))}${search}`
}
