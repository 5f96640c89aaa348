import { type Catalog, openCatalog } from '../../src/catalog/catalog.ts'

let opened: Catalog | null = null

/** The generated catalog, read once a test file. */
export function testCatalog(): Catalog {
  opened ??= openCatalog()
  return opened
}
