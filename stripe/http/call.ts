import { z } from 'zod'
import type { Kind } from '../objects.ts'
import type { Conditions, Range } from '../store/page.ts'
import type { Tx } from '../store/transaction.ts'
import type { Outcome } from './errors.ts'
import { integer } from './params.ts'

/** An answer: an object, a list, or the outcome of a declined card. */
export type Answer = object | Outcome

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** Like `/v1/customers/:id`. */
  path: string
  /** Schema of the parameters. */
  params: z.ZodType
  /** True if a browser may make the call, with the publishable key. */
  browser: boolean
  /** True if the answer waits until everything due is processed. */
  settles: boolean
  run(tx: Tx, params: never, id: string): Promise<Answer>
}

/** Declares a call. `run` receives the id in the path, or an empty text if the path has none. */
export const call = <Params>(
  route: `${Call['method']} /${string}`,
  params: z.ZodType<Params>,
  run: (tx: Tx, params: Params, id: string) => Promise<Answer>,
  { browser = false, settles = false } = {},
): Call => {
  const [method, path] = route.split(' ') as [Call['method'], string]
  return { method, path, params, browser, settles, run }
}

export const nothing = z.strictObject({})
const secretOnly = z.strictObject({ client_secret: z.string().optional() })

const range = z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial()
/** A filter by time, such as `created`: a moment, or a range. */
export const moments = z.union([integer.transform((at): Range => ({ gte: at, lte: at })), range])

const paging = {
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
}

const pageOnly = z.strictObject(paging)

/** `GET` of a list. `conditions` converts its parameters to conditions on the objects. */
export const listCall = <Shape extends z.ZodRawShape>(
  path: string,
  kind: Kind,
  params: z.ZodObject<Shape>,
  conditions: (params: z.infer<z.ZodObject<Shape>>, id: string) => Conditions,
): Call =>
  call(`GET ${path}` as 'GET /', params.extend(paging), async (tx, given, id) => {
    const { limit = 10, starting_after, ending_before, ...rest } = given as z.infer<typeof pageOnly> & object
    const page = { limit: Math.min(Math.max(limit, 1), 100), after: starting_after, before: ending_before }
    const { data, more } = await tx.page(kind, conditions(rest as z.infer<z.ZodObject<Shape>>, id), page)
    return { object: 'list', data, has_more: more, url: path.replace(':id', id) }
  })

/** `GET` of one object; browsers must send its `client_secret`, which is checked before. */
export const getCall = (path: string, kind: Kind, { browser = false } = {}): Call =>
  call(`GET ${path}/:id` as 'GET /', browser ? secretOnly : nothing, (tx, _, id) => tx.get(kind, id), { browser })
