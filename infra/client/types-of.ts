/** A JSON Schema as the published description has it: the part of it that types can say. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
}

/** The schema as a TypeScript type; references become the names of their components. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map(typeOf))
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => plainType(type, schema)))
  return plainType(String(schema.type ?? ''), schema)
}

/** An object's members, each on a line of its own with its description. */
export function membersOf(
  schema: Pick<JsonSchema, 'properties' | 'required'>,
  indent: string,
): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const word = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
    const type = typeOf(member)
    const isSure = schema.required?.includes(name)
    const note = member.description ? [`${indent}/** ${noteOf(member.description)} */`] : []
    return [
      ...note,
      isSure
        ? `${indent}readonly ${word}: ${type}`
        : `${indent}readonly ${word}?: ${unionOf([type, 'undefined'])}`,
    ]
  })
}

export function noteOf(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim()
}

function plainType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return `readonly ${grouped(schema.items ? typeOf(schema.items) : 'unknown')}[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType(schema: JsonSchema): string {
  const { additionalProperties: others } = schema
  if (Object.keys(schema.properties ?? {}).length > 0)
    return `{ ${membersOf(schema, '').filter(isNoNote).join('; ')} }`
  const value = typeof others === 'object' ? typeOf(others) : 'unknown'
  return `Readonly<Record<string, ${value}>>`
}

function isNoNote(line: string): boolean {
  return !line.startsWith('/**')
}

function unionOf(types: readonly string[]): string {
  const each = [...new Set(types.flatMap((type) => (type === '' ? [] : [type])))]
  if (each.includes('unknown')) return 'unknown'
  return each.map((type) => (type.startsWith('readonly ') ? `(${type})` : type)).join(' | ')
}

function grouped(type: string): string {
  return /[ |&]/.test(type) && !type.startsWith('{') ? `(${type})` : type
}
