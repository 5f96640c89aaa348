/**
 * Turns go round: accounts one after the other, and within an account its jobs one after the other,
 * so that a job of a million rows delays neither a second account nor a second job.
 */
export class AccountTurns<T> {
  readonly #accounts = new Map<string, T[]>()

  add(accountId: string, job: T): void {
    const jobs = this.#accounts.get(accountId)
    if (jobs) jobs.push(job)
    else this.#accounts.set(accountId, [job])
  }

  /** The next that is able to go, which goes to the end of both rows; null when none is. */
  next(isAble: (job: T) => boolean): T | null {
    for (const [accountId, jobs] of this.#accounts) {
      const at = jobs.findIndex(isAble)
      if (at < 0) continue
      const [job] = jobs.splice(at, 1)
      if (job === undefined) continue
      jobs.push(job)
      this.#accounts.delete(accountId) // Set anew, so that the map's order is by last turn.
      this.#accounts.set(accountId, jobs)
      return job
    }
    return null
  }

  remove(accountId: string, job: T): void {
    const left = this.#accounts.get(accountId)?.filter((other) => other !== job) ?? []
    if (left.length > 0) this.#accounts.set(accountId, left)
    else this.#accounts.delete(accountId)
  }
}
