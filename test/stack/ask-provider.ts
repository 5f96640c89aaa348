/** The address of test/stack/provider.ts, which starts for a run what its test files share. */
export const providerVariable = 'STACK_PROVIDER'

export async function askProvider(
  what: string,
  parts: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const provider = process.env[providerVariable]
  if (provider === undefined) throw new Error('vitest must name test/stack/provider.ts')
  const answer = await fetch(`${provider}/${what}?${new URLSearchParams(parts)}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return JSON.parse(text)
}
