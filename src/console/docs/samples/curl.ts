import type { ExampleCall } from './example-call.ts'

const lineLength = 48

/**
 * A command that works when pasted into a shell in which KEY holds an API key; TOKEN a session's,
 * where no key will do. With the headers of the answer, for calls whose charge stands there.
 */
export function curlOf(call: ExampleCall, withHeaders: boolean): string {
  const { method, url, secret, type, body } = call
  // With a body, curl posts by itself.
  const implied = method === 'GET' || (method === 'POST' && body !== undefined)
  const verb = implied ? '' : ` -X ${method}`
  const lines = [
    `curl ${withHeaders ? '-i' : '-s'}${verb} ${quotedUrl(url)}`,
    ...(secret === null ? [] : [`-H "Authorization: Bearer $${secret}"`]),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(body === undefined ? [] : [`-d ${quoted(jsonText(body))}`]),
    ...(call.answers === 'image' ? ['-o image.png'] : []),
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
