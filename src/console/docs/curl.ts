import type { Endpoint, Parameter } from './document.ts'
import { accessOf, exampleOf } from './document.ts'

const lineLength = 48

export interface CurlOptions {
  readonly baseUrl: string
  /** Show the headers of the answer too, for calls whose charge stands there. */
  readonly withHeaders: boolean
}

/**
 * A command that works when pasted into a shell in which KEY holds an API key; TOKEN a session's,
 * where no key will do.
 */
export function curlOf(endpoint: Endpoint, { baseUrl, withHeaders }: CurlOptions): string {
  const { method, operation } = endpoint
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const url = quotedUrl(`${baseUrl}${pathOf(endpoint)}${queryOf(operation.parameters)}`)
  const body = content === undefined ? undefined : exampleOf(content)
  // With a body, curl posts by itself.
  const implied = method === 'GET' || (method === 'POST' && body !== undefined)
  const verb = implied ? '' : ` -X ${method}`
  const access = accessOf(operation)
  const secret = access.includes('apiKey') ? 'KEY' : 'TOKEN'
  const lines = [
    `curl ${withHeaders ? '-i' : '-s'}${verb} ${url}`,
    ...(access.length > 0 ? [`-H "Authorization: Bearer $${secret}"`] : []),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(body === undefined ? [] : [`-d ${quoted(jsonText(body))}`]),
    ...(answersImage(endpoint) ? ['-o image.png'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** One line where it fits, so that the command stays easy to change. */
function jsonText(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length <= lineLength ? line : JSON.stringify(body, null, 2)
}

/** Single quotes keep a shell from reading anything into the text. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A path may hold a variable, which the shell must see. */
function quotedUrl(url: string): string {
  return /\$[A-Z]/.test(url) && !/["`\\]/.test(url) ? `"${url}"` : quoted(url)
}

/** A value not known here, such as an id of the caller's, becomes a shell variable of that name. */
function pathOf({ path, operation }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = exampleValue(operation.parameters.find((one) => one.name === name))
    return example === undefined ? `$${name.toUpperCase()}` : encodeURIComponent(example)
  })
}

function queryOf(parameters: readonly Parameter[]): string {
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    if (parameter.in !== 'query' || !parameter.required) continue
    query.set(parameter.name, exampleValue(parameter) ?? '')
  }
  return query.size > 0 ? `?${query}` : ''
}

function exampleValue(parameter: Parameter | undefined): string | undefined {
  const value = parameter?.example ?? parameter?.schema.examples?.[0]
  if (value !== undefined) return String(value)
  // A path that takes whole numbers only names things that are counted from 1.
  return parameter?.schema.pattern?.startsWith('^[0-9]') ? '1' : undefined
}

function answersImage({ operation }: Endpoint): boolean {
  const types = Object.values(operation.responses).flatMap(({ content }) => Object.keys(content))
  return types.some((type) => type.startsWith('image/'))
}
