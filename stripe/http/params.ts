import { z } from 'zod'
import { invalid, lacks } from './errors.ts'
import type { Given } from './form.ts'

/** Parameters that all calls handle alike. */
type Common = 'expand' | 'limit' | 'starting_after' | 'ending_before'
/** Names that only the SDK's type has, or only our declaration. */
type Astray<Params, Shape, Lacked> =
  | Exclude<keyof Params, keyof Shape | Lacked | Common>
  | Exclude<keyof Shape | Lacked, keyof Params>

const lackedMark = 'lacked'
const lacked = z.undefined({ error: lackedMark }).optional()

/**
 * Parameters of a call, or a part of them: `shape` lists the supported ones, `names` those of Stripe that the emulator lacks.
 * Together they must name every parameter of the SDK's type and no other, or the schema does not compile.
 */
export const fields =
  <Params>() =>
  <Shape extends z.ZodRawShape, const Names extends string = never>(
    shape: Shape,
    ...names: Names[]
  ): [Astray<Params, Shape, Names>] extends [never] ? z.ZodObject<Shape> : Astray<Params, Shape, Names> =>
    z.strictObject({ ...Object.fromEntries(names.map((name) => [name, lacked])), ...shape }) as never

export const text = z.string().max(5_000)
/** An empty text removes the value. */
export const clearable = text.transform((value) => (value === '' ? null : value))
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, 'invalid_integer')
  .transform(Number)
export const amount = integer.refine((value) => value >= 0 && value <= 99_999_999, 'invalid_amount')
export const flag = z.enum(['true', 'false'], { error: 'invalid_boolean' }).transform((value) => value === 'true')
export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, 'invalid_currency')
  .transform((value) => value.toLowerCase())
const entries = z
  .record(z.string().max(40), z.string().max(500))
  .refine((record) => Object.keys(record).length <= 50, 'at_most_50')
export const metadata = z.union([z.literal('').transform(() => ({}) as Record<string, string>), entries])
export const address = z
  .strictObject({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text })
  .partial()

/** Returns only the parameters that are present, so that absent ones leave fields unchanged. */
export const present = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>
  }

/** Merges metadata; an empty value removes a key. */
export const merged = (before: Record<string, string>, given: Record<string, string> | undefined) =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))

const nameOf = (path: readonly PropertyKey[]) => {
  const [first = '', ...rest] = path.map(String)
  return first + rest.map((part) => `[${part}]`).join('')
}

const valueAt = (given: Given | undefined, path: readonly PropertyKey[]): Given | undefined =>
  path.reduce<Given | undefined>(
    (value, key) => (typeof value === 'object' ? (value as Record<PropertyKey, Given>)[key] : undefined),
    given,
  )

const complaint = (issue: z.core.$ZodIssue, given: Given, call: string) => {
  const param = nameOf(issue.path)
  const value = valueAt(given, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  }
  if (issue.message === lackedMark) return lacks(`the parameter ${param} of ${call}`, param)
  if (value === undefined) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.message === 'invalid_integer')
    return invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
  if (issue.message === 'invalid_boolean') return invalid(`Invalid boolean: ${value}`, { param })
  if (issue.code === 'invalid_value')
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param })
  return invalid(`Invalid ${param}`, { param })
}

/** Validates parameters; refuses the first invalid one with Stripe's message. */
export function checked<Params>(schema: z.ZodType<Params>, given: Record<string, Given>, call: string): Params {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const issues = error.issues.flatMap((issue) =>
    issue.code === 'invalid_union' ? (issue.errors[0] ?? [issue]) : [issue],
  )
  // Reports unknown parameters first, since they often explain a missing one.
  const worst = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw worst ? complaint(worst, given, call) : invalid('Invalid request')
}
