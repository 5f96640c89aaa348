import { signal } from '@preact/signals'

export interface BandNotice {
  readonly text: string
  readonly kind: 'good' | 'wait' | 'bad'
}

/** A message above everything else on the page, until the next one. */
export const notice = signal<BandNotice | null>(null)

export function notify(text: string, kind: BandNotice['kind'] = 'good'): void {
  notice.value = text === '' ? null : { text, kind }
}
