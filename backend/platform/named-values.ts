/** Values of a statement by parameter name: `@name`. Unused ones are ignored. */
export type NamedValues = Readonly<Record<string, unknown>>

interface Positional {
  text: string
  names: string[]
}

const known = new Map<string, Positional>()

/** Excludes the operators `@>` and `@@`, and an identifier that directly follows one. */
const place = /(?<!@)@([a-zA-Z]\w*)/g

const positional = (text: string): Positional => {
  const before = known.get(text)
  if (before) return before
  if (/\$\d/.test(text)) throw new TypeError('a statement names its values or numbers them, not both')
  const names: string[] = []
  const parsed = text.replaceAll(place, (_place, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  known.set(text, { text: parsed, names })
  return { text: parsed, names }
}

/**
 * Converts a statement with named parameters to PostgreSQL's positional ones. Throws for a name without a value, which
 * would be null and match nothing.
 */
export const bindNamedValues = (text: string, given: NamedValues): { text: string; values: unknown[] } => {
  const { text: parsed, names } = positional(text)
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length > 0) throw new TypeError(`a statement names ${missing.join(', ')}, for which there is no value`)
  return { text: parsed, values: names.map((name) => given[name]) }
}
