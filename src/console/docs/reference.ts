import type { ApiDocument, Endpoint } from './document.ts'
import { anchorOf, exampleOf, exampleText } from './document.ts'
import { samplesMarkdown, samplesOf } from './samples/samples.ts'

/** One page for each endpoint, made of the description that the API itself answers by. */
export function slugOf(endpoint: Endpoint): string {
  const { operationId } = endpoint.operation
  if (operationId === undefined) return anchorOf(endpoint)
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function endpointsOf({ sections }: ApiDocument): readonly Endpoint[] {
  return sections.flatMap(({ endpoints }) => endpoints)
}

/** The page of an endpoint for who reads Markdown. */
export function endpointMarkdown(endpoint: Endpoint, baseUrl: string): string {
  const { method, path, operation } = endpoint
  const parts = [
    `# ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    listOf(
      'Parameters',
      operation.parameters.map(
        ({ name, in: where, required, description = '' }) =>
          `\`${name}\` (${where}${required ? ', required' : ''})${description && `: ${description}`}`,
      ),
    ),
    `## Request\n\n${samplesMarkdown(samplesOf(endpoint, { baseUrl, isPaid: false }))}`,
    listOf(
      'Answers',
      Object.entries(operation.responses).map(
        ([status, { description }]) => `${status}: ${description}`,
      ),
    ),
    exampleAnswer(endpoint),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function listOf(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

function exampleAnswer({ operation }: Endpoint): string {
  for (const { content } of Object.values(operation.responses)) {
    for (const [type, body] of Object.entries(content)) {
      const example = type.includes('json') ? exampleOf(body) : undefined
      if (example === undefined) continue
      return `## Example of an answer\n\n\`\`\`json\n${exampleText(example)}\n\`\`\``
    }
  }
  return ''
}
