/**
 * The file that was chosen and is not a job yet. It lies in the browser's database until it is
 * started or given up, so that a reload, or the way to the checkout and back, loses nothing.
 */
export interface JobDraft {
  readonly file: Blob
  readonly name: string
  /** Makes a start that is sent twice one job. */
  readonly key: string
}

const database = 'enrich'
const store = 'drafts'
const only = 'job'

export async function keepDraft(file: File): Promise<void> {
  const key = [...crypto.getRandomValues(new Uint8Array(12))].map(twoDigits).join('')
  const draft: JobDraft = { file, name: file.name, key }
  await inStore('readwrite', (drafts) => drafts.put(draft, only)).catch(() => {
    throw new Error('The browser cannot keep this file: it is out of space. Use the command line.')
  })
}

export async function readDraft(): Promise<JobDraft | null> {
  const found = await inStore('readonly', (drafts) => drafts.get(only)).catch(() => null)
  return isDraft(found) ? found : null
}

export async function dropDraft(): Promise<void> {
  await inStore('readwrite', (drafts) => drafts.delete(only)).catch(() => {})
}

function isDraft(value: unknown): value is JobDraft {
  return (
    typeof value === 'object' && value !== null && 'file' in value && value.file instanceof Blob
  )
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function inStore<T>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const held = opening.result
      const transaction = held.transaction(store, mode)
      const asked = act(transaction.objectStore(store))
      const end = () => held.close()
      transaction.oncomplete = () => {
        end()
        resolve(asked.result)
      }
      transaction.onabort = () => {
        end()
        reject(transaction.error)
      }
    }
  })
}
