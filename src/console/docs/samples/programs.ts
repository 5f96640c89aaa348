import type { ExampleCall } from './example-call.ts'
import { joined, literalOf, type Words } from './literal.ts'

const receipt = 'Ledger-Entry'

const js: Words = {
  named: { true: 'true', false: 'false', null: 'null' },
  member: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`),
  step: 2,
  pad: ' ',
}

const python: Words = {
  named: { true: 'True', false: 'False', null: 'None' },
  member: (name) => `'${name}'`,
  step: 4,
  pad: '',
}

/** A program for Node that works as it stands: its variables are those of the environment. */
export function nodeOf(call: ExampleCall, isPaid: boolean): string {
  const { method, secret, type, body, answers } = call
  const url = joined(call.url, (name) => `env.${name}`)
  const heads = [
    ...(secret === null ? [] : [`Authorization: \`Bearer \${env.${secret}}\``]),
    ...(type === undefined ? [] : [`'Content-Type': '${type}'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(heads.length === 0 ? [] : [`  headers: { ${heads.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literalOf(body, js, 2)}),`]),
  ]
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  const imports = [
    ...(answers === 'image' ? ["import { writeFile } from 'node:fs/promises'"] : []),
    ...(needsEnvironment(call) ? ["import { env } from 'node:process'"] : []),
  ]
  const shown = {
    json: 'console.log(await answer.json())',
    text: 'console.log(await answer.text())',
    nothing: 'console.log(answer.status)',
    image: "await writeFile('image.png', answer.body)",
  }
  return [
    ...(imports.length === 0 ? [] : [`${imports.join('\n')}\n`]),
    `const answer = await fetch(${url}${given})`,
    ...(isPaid ? [`console.log(answer.headers.get('${receipt}'))`] : []),
    shown[answers],
  ].join('\n')
}

/** The same in Python, with nothing but what comes with it. */
export function pythonOf(call: ExampleCall, isPaid: boolean): string {
  const { method, secret, type, body, answers } = call
  const url = joined(call.url, (name) => `os.environ['${name}']`)
  const heads = [
    ...(secret === null ? [] : [`'Authorization': 'Bearer ' + os.environ['${secret}']`]),
    ...(type === undefined ? [] : [`'Content-Type': '${type}'`]),
  ]
  const implied = method === (body === undefined ? 'GET' : 'POST')
  const options = [
    ...(body === undefined ? [] : [`    data=json.dumps(${literalOf(body, python, 4)}).encode(),`]),
    ...(heads.length === 0 ? [] : [`    headers={${heads.join(', ')}},`]),
    ...(implied ? [] : [`    method='${method}',`]),
  ]
  const shown = {
    json: 'print(json.load(answer))',
    text: 'print(answer.read().decode())',
    nothing: 'print(answer.status)',
    image: "open('image.png', 'wb').write(answer.read())",
  }
  const needs = [
    ...(answers === 'json' || body !== undefined ? ['json'] : []),
    ...(needsEnvironment(call) ? ['os'] : []),
    'urllib.request',
  ]
  const asked =
    options.length === 0
      ? [`answer = urllib.request.urlopen(${url})`]
      : [
          `request = urllib.request.Request(\n    ${url},\n${options.join('\n')}\n)`,
          'answer = urllib.request.urlopen(request)',
        ]
  return [
    `import ${needs.join(', ')}\n`,
    ...asked,
    ...(isPaid ? [`print(answer.headers['${receipt}'])`] : []),
    shown[answers],
  ].join('\n')
}

function needsEnvironment({ secret, url }: ExampleCall): boolean {
  return secret !== null || /\$[A-Z]/.test(url)
}
