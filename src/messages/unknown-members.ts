import { z } from 'zod'
import { isMisspelt, unknownText } from './near-names.ts'

/**
 * Members of a value that its schema does not know. The schema decides: a strict object takes none
 * of them, any other leaves them alone as long as they are no slip of a known one (`ammount`),
 * which would lose what its sender meant. A loose object knows every member.
 */
export function unknownMembers(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = []
  const form = formOf(schema)
  if (form) collect(form, value, [], issues)
  return issues
}

const issuesMax = 20
const nameShown = 100

type Path = readonly PropertyKey[]

/** Objects that a schema holds; null for what holds none. */
interface Form {
  readonly members: ReadonlyMap<string, Form | null> | null
  readonly names: readonly string[]
  readonly takes: 'known' | 'others' | 'all'
  readonly element: Form | null
}

const forms = new WeakMap<z.ZodType, { readonly form: Form | null }>()

function formOf(schema: z.ZodType): Form | null {
  const kept = forms.get(schema)
  if (kept) return kept.form
  const form = readForm(schema)
  forms.set(schema, { form })
  return form
}

function readForm(schema: unknown): Form | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return readForm(schema.unwrap())
  }
  if (schema instanceof z.ZodArray) {
    const element = readForm(schema.element)
    return element && { members: null, names: [], takes: 'all', element }
  }
  if (!(schema instanceof z.ZodObject)) return null
  const { shape } = schema
  const names = Object.keys(shape)
  const members = new Map(names.map((name) => [name, readForm(shape[name])]))
  const rest = schema.def.catchall
  const takes = rest === undefined ? 'others' : rest instanceof z.ZodNever ? 'known' : 'all'
  return { members, names, takes, element: null }
}

function collect(form: Form, value: unknown, path: Path, issues: z.core.$ZodIssue[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) !== (form.members === null)) return
  for (const name of Object.keys(value)) {
    if (issues.length >= issuesMax) return
    const inner = form.members === null ? form.element : form.members.get(name)
    if (inner === undefined) {
      if (isRefused(form, name)) issues.push(issueOf(form, name, path))
    } else if (inner !== null) {
      const member = Object.getOwnPropertyDescriptor(value, name)?.value
      collect(inner, member, [...path, name], issues)
    }
  }
}

function isRefused({ takes, names }: Form, name: string): boolean {
  if (takes === 'known') return true
  return takes === 'others' && names.some((known) => isMisspelt(name, known))
}

/** Foreign names are shown as far as they can be: cut, and with a UTF-8 form. */
function issueOf({ names }: Form, name: string, path: Path): z.core.$ZodIssue {
  const shown = name.slice(0, nameShown).toWellFormed()
  const message = unknownText('member', name, names)
  return { code: 'unrecognized_keys', keys: [name], path: [...path, shown], message }
}
