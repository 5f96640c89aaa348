/**
 * How many requests are worked on at once. They are counted at the door, before the first look-up:
 * what waits for a connection to Postgres takes as much memory as what waits for its reply.
 */
const requestsMax = 1_000

export interface Admission {
  /** What to call when the request is answered, or null when it is one too many. */
  enter(): (() => void) | null
}

export function openAdmission(max = requestsMax): Admission {
  let open = 0
  return {
    enter() {
      if (open >= max) return null
      open += 1
      return () => {
        open -= 1
      }
    },
  }
}
