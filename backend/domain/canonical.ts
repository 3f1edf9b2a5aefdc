/**
 * Canonical JSON: keys sorted by their UTF-16 code units, no spaces, scalars as `JSON.stringify` writes them, and −0 as
 * `-0`. Two values share a canonical form exactly if they are equal as JSON. Undefined members are omitted.
 */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = value as Record<string, unknown>
  // Concatenates the members rather than copying them into a sorted object, in which the key `__proto__` has a special
  // meaning.
  let text = ''
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}
