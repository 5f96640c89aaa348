import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Step = () => Promise<void>

/** The things that must not outlive the bench, in the order in which they were opened. */
export class Closing {
  readonly #steps: Step[] = []

  add(step: Step): void {
    this.#steps.push(step)
  }

  /** Passable for others: as root, Postgres runs as an ordinary user. */
  async temporaryDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'enrich-bench-'))
    await chmod(directory, 0o755)
    this.add(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
    return directory
  }

  /** Everything is closed, also when a part of it fails. */
  async close(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step().catch((error: unknown) => console.error(String(error)))
    }
  }
}
