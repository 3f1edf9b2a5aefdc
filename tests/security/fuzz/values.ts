import fc from 'fast-check'
import { z } from 'zod'
import { idNamed, newId } from './ids.ts'
import { fairText, nastyText } from './texts.ts'

/** As much of JSON Schema as the API's description speaks. */
export interface Schema {
  type?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: Schema[] | undefined
  items?: Schema | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
}
export const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(Schema).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
)

/** A value as the schema asks for it; ids stand in for things of the kind that `name` and `at` (the path's word before) speak of. */
export function fair(schema: Schema, name: string, at: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fair(one, name, at)))
  if (schema.format === 'uuid') return idNamed(name, at)
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  switch (schema.type) {
    case 'string':
      if (name === 'stylePreset') return fc.constantFrom('fantasy-art', 'digital-art', 'x')
      return name === 'code' ? idNamed(name, at) : fairText(schema.minLength, schema.maxLength)
    case 'integer':
    case 'number':
      return sizes.includes(name) ? fc.constantFrom(1024, 1024, 1024, 640) : fairNumber(between(schema))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fair(schema.items ?? {}, name.replace(/s$/, ''), at), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'object':
      return fairObject(schema, at)
    default:
      return anyJson
  }
}

const sizes = ['width', 'height']
const between = ({ minimum: min = -1e9, maximum: max = 1e9 }: Schema) => ({ min, max })

/** Mostly a small one. */
const fairNumber = ({ min, max }: { min: number; max: number }) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 6) }) },
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
  )

const fairObject = ({ properties = {}, required = [] }: Schema, at: string) => {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, name === 'id' ? newId : fair(schema, name, at)] as const,
  )
  const requiredKeys = required.filter((name) => name in properties)
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true })
}

const deep = fc.integer({ min: 1, max: 4_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)

/** Numbers that are none, or too large, or nearly the same as others. */
const nastyNumber = fc.constantFrom(-1, 0, -0, 0.1, 1e21, 1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 5e-324)

export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  nastyText(),
  nastyNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  deep.map((text): unknown => JSON.parse(text)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A fair object with one thing wrong: left out, of another type, too long or too much, or one that nobody asked for. */
export const unfair = (schema: Schema, at: string): fc.Arbitrary<unknown> => {
  const names = [...Object.keys(schema.properties ?? { x: {} }), '__proto__', 'constructor', 'userId', 'role', 'id']
  return fc
    .tuple(fair(schema, '', at), fc.constantFrom(...names), fc.option(anyJson, { nil: undefined }))
    .map(([value, name, wrong]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
      const rest = Object.entries(value).filter(([key]) => key !== name)
      return Object.fromEntries(wrong === undefined ? rest : [...rest, [name, wrong]])
    })
}
