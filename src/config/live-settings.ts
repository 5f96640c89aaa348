import { z } from 'zod'
import { url } from './env-fields.ts'

/** Look-ups of companies on their own websites and in Wikidata. */
export interface LiveSettings {
  readonly lookUps: boolean
  /** Where every connection goes instead, over plain HTTP: for tests. */
  readonly connectTo: { readonly host: string; readonly port: number } | null
  /** The address of Wikidata's API; null: it is not asked. */
  readonly wikidataUrl: string | null
}

const onOff = (otherwise: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(otherwise)
    .transform((text) => text === 'on')

const placeForm = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/

export const liveFields = {
  LIVE_LOOKUPS: onOff('on'),
  LIVE_CONNECT_TO: z.string().regex(placeForm, 'must be HOST:PORT').optional(),
  LIVE_WIKIDATA: onOff('off'),
  WIKIDATA_URL: url(['http://', 'https://']).default('https://www.wikidata.org/w/api.php'),
}

interface LiveEnvironment {
  readonly LIVE_LOOKUPS: boolean
  readonly LIVE_CONNECT_TO?: string | undefined
  readonly LIVE_WIKIDATA: boolean
  readonly WIKIDATA_URL: string
}

export function liveSettingsOf(env: LiveEnvironment): LiveSettings {
  const [, v6, host = v6 ?? '', port] = placeForm.exec(env.LIVE_CONNECT_TO ?? '') ?? []
  return {
    lookUps: env.LIVE_LOOKUPS,
    connectTo: port === undefined ? null : { host, port: Number(port) },
    wikidataUrl: env.LIVE_WIKIDATA ? env.WIKIDATA_URL : null,
  }
}
