/**
 * A copy of an OpenAPI document with what its local references point at in their place. A reference
 * inside its own target becomes `{}`, "anything": a page cannot print an endless schema.
 */
export function inlineReferences(root: unknown): unknown {
  return inlined(root, root, [])
}

function inlined(value: unknown, root: unknown, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, root, open))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    const reference = value.$ref
    if (open.includes(reference)) return {}
    return inlined(targetOf(root, reference), root, [...open, reference])
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inlined(member, root, open)]),
  )
}

/** RFC 6901 behind the `#`. */
function targetOf(root: unknown, reference: string): unknown {
  let target = root
  for (const step of reference.replace(/^#\/?/, '').split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    const known = typeof target === 'object' && target !== null && Object.hasOwn(target, name)
    if (!known) throw new Error(`the OpenAPI description has nothing at ${reference}`)
    target = Reflect.get(Object(target), name)
  }
  return target
}
