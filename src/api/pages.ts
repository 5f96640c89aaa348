import { readConsoleScript } from '../console/built-script.ts'
import { consolePage } from '../console/console-page.ts'
import { docsOf } from '../console/docs-page.ts'
import { homePage } from '../console/home-page.ts'
import { missingPage } from '../console/missing-page.ts'
import type { Pages } from './context.ts'
import { openapiOf } from './description/openapi.ts'
import type { Route } from './route.ts'

interface PagesParts {
  readonly baseUrl: string
  readonly sandbox: boolean
}

/** Takes a tenth of a second, in which nobody else is served: write them once. */
export function writePages(routes: readonly Route[], given: PagesParts): Pages {
  const { baseUrl } = given
  const openapi = openapiOf(routes, baseUrl)
  const script = readConsoleScript()
  return {
    openapi: JSON.stringify(openapi),
    home: homePage(given),
    missing: missingPage(),
    docs: docsOf(openapi, given),
    console: consolePage({ ...given, script }),
    consoleFiles: script.files,
    endpoints: Object.fromEntries(
      routes.map(({ method, path, summary }) => [`${method} ${path}`, summary]),
    ),
  }
}
