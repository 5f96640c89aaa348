import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openapiOf } from '../../src/api/description/openapi.ts'
import { routes } from '../../src/api/routes.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { operationsText } from './operations.ts'

/** `npm run client`: writes the client's table of operations, and their types, from the routes. */
const file = join(packageRoot, 'src', 'client', 'data', 'operations.ts')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, operationsText(openapiOf(routes, 'http://127.0.0.1:3000')))
