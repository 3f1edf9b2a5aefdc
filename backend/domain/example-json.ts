import { z } from 'zod'

/** Data, as JSON has it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Limits of an example: bytes of its text, nesting depth, and values. */
export const exampleLimits = { bytes: 20_000, depth: 6, values: 50 } as const

const depthOf = (value: Json): number => {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/**
 * Counts the values of an answer. A list of the example counts as three to six entries, the most that the text model
 * may write.
 */
const valuesIn = (value: Json): number => {
  if (value === null || typeof value !== 'object') return 1
  if (Array.isArray(value)) return Math.max(3, Math.min(6, value.length)) * valuesIn(value[0] ?? '')
  return Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 0)
}

/** Parses an example from JSON text, or returns the message that explains the error. */
export function readExample(text: string): { example: Json } | { complaint: string } {
  if (new TextEncoder().encode(text).length > exampleLimits.bytes)
    return { complaint: 'The structure may be at most 20 kB' }
  try {
    const example = JSON.parse(text) as Json
    if (example === null || typeof example !== 'object')
      return { complaint: 'The structure must be an object or a list' }
    if (depthOf(example) > exampleLimits.depth) return { complaint: 'The structure may be at most 6 levels deep' }
    if (valuesIn(example) > exampleLimits.values)
      return {
        complaint:
          'The structure may ask for at most 50 values, of which each list is three to six times its first entry',
      }
    return { example }
  } catch {
    return { complaint: 'The structure is not JSON' }
  }
}

/**
 * The schema of an example: exactly its keys and types. Every entry of a list must match the example's first; for an
 * empty list, a string.
 */
export function schemaOf(example: Json): z.ZodType<Json> {
  if (example === null) return z.null()
  if (Array.isArray(example)) return z.array(schemaOf(example[0] ?? '')).max(100)
  if (typeof example === 'object')
    return z.strictObject(Object.fromEntries(Object.entries(example).map(([key, value]) => [key, schemaOf(value)])))
  if (typeof example === 'string') return z.string()
  return typeof example === 'number' ? z.number() : z.boolean()
}
