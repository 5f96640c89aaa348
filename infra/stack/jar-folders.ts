import { access } from 'node:fs/promises'
import path from 'node:path'
import { packageRoot } from '../../src/config/paths.ts'
import { versions } from './versions.ts'

/** Where fetched programs are kept, one folder a version; git ignores them. */
export const jarFolders = {
  kafka: path.join(packageRoot, '.kafka', versions.kafka),
  registry: path.join(packageRoot, '.registry', versions.apicurio),
} as const

export async function jarsArePresent(): Promise<boolean> {
  return (await exists(jarFolders.kafka)) && (await exists(jarFolders.registry))
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
