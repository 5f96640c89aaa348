/** The pace of who attacks and of who stands by; nothing is waited for with it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
