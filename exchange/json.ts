/** Readers of fields in foreign JSON of unknown shape. They do not recurse, so that deep nesting is harmless. */
export type Json = Readonly<Record<string, unknown>>

export const parseJson = (text: string): Json | undefined => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}
export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

const mostItems = 50_000
/** Objects of a list, in its order. */
export const listOf = (value: unknown): Json[] =>
  Array.isArray(value)
    ? value.slice(0, mostItems).flatMap((each: unknown): Json[] => {
        const object = objectOf(each)
        return object ? [object] : []
      })
    : []

/** Returns the nested object at the path `names`. */
export const objectAt = (value: Json, ...names: string[]): Json | undefined => {
  let at: Json | undefined = value
  for (const name of names) at = objectOf(at?.[name])
  return at
}

/** Text of a string or a number; empty otherwise. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}
/** An id as text, since products write numbers and strings; empty for none. Spaces are significant. */
export const idOf = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : textOf(value)
/** Reads a boolean, which products written in PHP store as 0 or 1. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1'
