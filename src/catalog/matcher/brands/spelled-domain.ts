/** A site that the line spells out as a whole, and not as the provider of somebody's address. */
export function spellsDomain(description: string, domain: string): boolean {
  if (description.length > longest || !description.includes('.')) return false
  const text = description.toLowerCase()
  const at = text.indexOf(domain)
  return at !== -1 && !(at > 0 && belongsBefore.test(text.charAt(at - 1)))
}

/** A longer text is no statement's line, and is not searched. */
const longest = 400
const belongsBefore = /[\p{L}\p{N}@-]/u
