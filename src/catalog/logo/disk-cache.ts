import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Rendered pictures on disk, so that a restart does not draw everything again. Losing a file costs
 * one drawing, so failures of the disk are silent and never fail a request.
 */
export class DiskCache {
  readonly #folder: string
  readonly #bytesMax: number
  readonly #sizes = new Map<string, number>()
  #bytes = 0
  #written = 0

  constructor(folder: string, bytesMax: number) {
    this.#folder = folder
    this.#bytesMax = bytesMax
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) this.#note(name, sizeOf(join(folder, name)))
  }

  async get(name: string): Promise<Buffer | null> {
    if (!this.#sizes.has(name)) return null
    const bytes = await readFile(join(this.#folder, name)).catch(() => null)
    if (bytes === null || bytes.length === 0) this.#forget(name)
    return bytes === null || bytes.length === 0 ? null : bytes
  }

  /** Written beside and renamed, so that a crash leaves no half picture under a good name. */
  async set(name: string, bytes: Buffer): Promise<void> {
    this.#written += 1
    const draft = join(this.#folder, `${name}.${process.pid}-${this.#written}.part`)
    try {
      await writeFile(draft, bytes)
      await rename(draft, join(this.#folder, name))
      this.#note(name, bytes.length)
      await this.#trim()
    } catch {
      await rm(draft, { force: true }).catch(() => undefined)
    }
  }

  async #trim(): Promise<void> {
    for (const oldest of this.#sizes.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(oldest)
      await rm(join(this.#folder, oldest), { force: true })
    }
  }

  #note(name: string, size: number): void {
    this.#forget(name)
    this.#sizes.set(name, size)
    this.#bytes += size
  }

  #forget(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0
    this.#sizes.delete(name)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
