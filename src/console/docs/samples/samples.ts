import { type Html, html } from '../../html.ts'
import type { Endpoint } from '../document.ts'
import { commands } from './commands.ts'
import { curlOf } from './curl.ts'
import { exampleCallOf } from './example-call.ts'
import { nodeOf, pythonOf } from './programs.ts'

/** One call in one language, under the name that readers choose it by. */
export interface Sample {
  readonly label: string
  readonly text: string
}

const languages: Readonly<Record<string, string>> = { Node: 'js', Python: 'python' }

/** The same call in all languages; one that is paid shows its receipt, too. */
export function samplesOf(
  endpoint: Endpoint,
  { baseUrl, isPaid }: { readonly baseUrl: string; readonly isPaid: boolean },
): readonly Sample[] {
  const call = exampleCallOf(endpoint, baseUrl)
  const command = commands[endpoint.operation.operationId ?? '']
  return [
    { label: 'curl', text: curlOf(call, isPaid) },
    { label: 'Node', text: nodeOf(call, isPaid) },
    { label: 'Python', text: pythonOf(call, isPaid) },
    ...(command === undefined ? [] : [{ label: 'CLI', text: command }]),
  ]
}

export function samplesMarkdown(samples: readonly Sample[]): string {
  return samples
    .map(({ label, text }) => `\`\`\`${languages[label] ?? 'bash'} ${label}\n${text}\n\`\`\``)
    .join('\n\n')
}

/** Radio buttons, so that a sample can be chosen by keyboard and without a script. */
export function sampleTabs(samples: readonly Sample[], name: string): Html {
  return html`<fieldset class="samples"><legend class="unseen">The same in</legend>
${samples.map(
  ({ label }, at) =>
    html`<input type="radio" name="${name}" id="${name}-${at}" value="${label}"${at === 0 && html` checked`}>
<label for="${name}-${at}">${label}</label>`,
)}
${samples.map(({ text }) => html`<div class="copyable sample"><pre tabindex="0"><code>${text}</code></pre></div>`)}
</fieldset>
`
}
