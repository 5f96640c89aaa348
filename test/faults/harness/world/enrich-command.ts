import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../../scenarios/build.ts'
import { cleanEnvironment } from '../../../scenarios/service.ts'

const limitMs = 120_000

/** The operator's command, as the operator runs it. */
export async function runEnrich(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const command = [join(projectRoot, 'infra', 'enrich.mjs'), ...args]
  const options = { env: { ...cleanEnvironment(), ...env }, timeout: limitMs }
  const { stdout } = await promisify(execFile)(process.execPath, command, options)
  return stdout
}
