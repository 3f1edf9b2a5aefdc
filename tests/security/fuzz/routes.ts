import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Schema } from './values.ts'

/** A route as it describes itself. `form` is the name of the file field of a form. */
export interface Route {
  method: string
  /** With `{name}` where a parameter stands. */
  path: string
  params: Field[]
  query: Field[]
  body: Schema | undefined
  form: 'image' | 'mask' | 'file' | undefined
}
interface Field {
  name: string
  required: boolean
  schema: Schema
}

const Operation = z.looseObject({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: Schema }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema.optional() })) }).optional(),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

const forms: [RegExp, Route['form']][] = [
  [/\/images\/upload$/, 'image'],
  [/\/(inpaint|erase)$/, 'mask'],
  [/\/upload$|\/files$/, 'file'],
]

/** Every route of the API, from the description that the server makes of the schemas it checks by. */
export const describedRoutes = (app: FastifyInstance): Route[] =>
  Object.entries(Description.parse(app.swagger()).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]): Route => {
      const fields = (place: string) => parameters.filter((parameter) => parameter.in === place)
      return {
        method: method.toUpperCase(),
        path,
        params: fields('path'),
        query: fields('query'),
        body: requestBody?.content['application/json']?.schema,
        form: method === 'post' ? forms.find(([address]) => address.test(path))?.[1] : undefined,
      }
    }),
  )

/** What the description leaves out: pages, files and the socket's address without a socket. */
export const otherRoutes: Route[] = [
  '/',
  '/index.html',
  '/collections/{page}',
  '/assets/{file}',
  '/api/openapi.json',
  '/api/docs/',
  '/api/docs/static/{file}',
  '/metrics',
  '/api/realtime',
  '/api/{nothing}',
].map((path) => ({
  method: 'GET',
  path,
  params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    required: true,
    schema: { type: 'string' },
  })),
  query: path === '/api/realtime' ? ['after', 'watch'].map((name) => ({ name, required: false, schema: {} })) : [],
  body: undefined,
  form: undefined,
}))
