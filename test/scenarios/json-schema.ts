import { at } from './client.ts'

/**
 * The keywords of JSON Schema that the service's own description uses; an unknown one is a fault.
 */
export function faultsIn(value: unknown, schema: unknown, root: unknown, where = ''): string[] {
  if (schema === true || schema === undefined) return []
  if (schema === false) return [`${where || '/'} is not allowed`]
  const reference = at(schema, '$ref')
  if (typeof reference === 'string') {
    return faultsIn(value, at(root, reference.slice(2).replaceAll('/', '.')), root, where)
  }
  const faults: string[] = []
  for (const [keyword, wanted] of Object.entries(schema as object)) {
    const check = checks[keyword]
    if (check) faults.push(...check({ value, wanted, schema, root, where }))
    else if (!notes.has(keyword)) faults.push(`${where || '/'}: unknown keyword ${keyword}`)
  }
  return faults
}

interface Part {
  readonly value: unknown
  readonly wanted: unknown
  readonly schema: unknown
  readonly root: unknown
  readonly where: string
}

/** Keywords that say something and demand nothing of a value. */
const notes = new Set(
  'description title examples example default format deprecated readOnly writeOnly $schema $id $defs contentEncoding contentMediaType'.split(
    ' ',
  ),
)

const checks: Readonly<Record<string, (part: Part) => string[]>> = {
  type: ({ value, wanted, where }) => {
    const types = Array.isArray(wanted) ? wanted : [wanted]
    const fits = types.some((type) => isOf(String(type), value))
    return fits ? [] : [`${where || '/'} is no ${types.join('|')}: ${JSON.stringify(value)}`]
  },
  enum: ({ value, wanted, where }) => {
    return (wanted as unknown[]).includes(value) ? [] : [`${where}: ${value} is not listed`]
  },
  const: ({ value, wanted, where }) => (value === wanted ? [] : [`${where} is not ${wanted}`]),
  pattern: ({ value, wanted, where }) => {
    if (typeof value !== 'string') return []
    return new RegExp(String(wanted), 'u').test(value) ? [] : [`${where} does not fit ${wanted}`]
  },
  minLength: (part) => length(part, (size, limit) => size >= limit),
  maxLength: (part) => length(part, (size, limit) => size <= limit),
  minimum: (part) => number(part, (value, limit) => value >= limit),
  maximum: (part) => number(part, (value, limit) => value <= limit),
  exclusiveMinimum: (part) => number(part, (value, limit) => value > limit),
  exclusiveMaximum: (part) => number(part, (value, limit) => value < limit),
  minItems: (part) => items(part, (size, limit) => size >= limit),
  maxItems: (part) => items(part, (size, limit) => size <= limit),
  required: ({ value, wanted, where }) => {
    if (!isOf('object', value)) return []
    const missing = (wanted as string[]).filter((name) => at(value, name) === undefined)
    return missing.map((name) => `${where}/${name} is missing`)
  },
  properties: ({ value, wanted, root, where }) =>
    Object.entries(wanted as object).flatMap(([name, schema]) => {
      const member = isOf('object', value) ? Reflect.get(Object(value), name) : undefined
      return member === undefined ? [] : faultsIn(member, schema, root, `${where}/${name}`)
    }),
  additionalProperties: ({ value, wanted, schema, root, where }) => {
    if (!isOf('object', value)) return []
    const known = new Set(Object.keys(Object(at(schema, 'properties') ?? {})))
    const others = Object.entries(Object(value)).filter(([name]) => !known.has(name))
    return others.flatMap(([name, member]) => faultsIn(member, wanted, root, `${where}/${name}`))
  },
  propertyNames: ({ value, wanted, root, where }) => {
    if (!isOf('object', value)) return []
    return Object.keys(Object(value)).flatMap((name) => faultsIn(name, wanted, root, where))
  },
  items: ({ value, wanted, root, where }) => {
    if (!Array.isArray(value)) return []
    return value.flatMap((item, index) => faultsIn(item, wanted, root, `${where}/${index}`))
  },
  allOf: ({ value, wanted, root, where }) =>
    (wanted as unknown[]).flatMap((schema) => faultsIn(value, schema, root, where)),
  anyOf: (part) => alternatives(part, (fitting) => fitting > 0),
  oneOf: (part) => alternatives(part, (fitting) => fitting === 1),
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  return typeof value === type
}

function alternatives(part: Part, fits: (fitting: number) => boolean): string[] {
  const schemas = part.wanted as unknown[]
  const results = schemas.map((schema) => faultsIn(part.value, schema, part.root, part.where))
  return fits(results.filter((faults) => faults.length === 0).length) ? [] : results.flat()
}

type Compare = (size: number, limit: number) => boolean

function number({ value, wanted, where }: Part, fits: Compare): string[] {
  if (typeof value !== 'number' || fits(value, Number(wanted))) return []
  return [`${where} is out of bounds: ${value}`]
}

function length({ value, wanted, where }: Part, fits: Compare): string[] {
  if (typeof value !== 'string' || fits([...value].length, Number(wanted))) return []
  return [`${where} has a wrong length`]
}

function items({ value, wanted, where }: Part, fits: Compare): string[] {
  if (!Array.isArray(value) || fits(value.length, Number(wanted))) return []
  return [`${where} has a wrong number of items`]
}
