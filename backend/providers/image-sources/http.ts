import type { z } from 'zod'
import type { Source } from '#domain/image-models.ts'
import { bytesOf } from '../bounded.ts'
import { ImageRefused } from '../images.ts'
import { faultOf } from './faults.ts'

/** An image server with its address and headers. `setting` is the setting to check if it refuses access. */
export interface Server {
  name: string
  /** Without a trailing slash. */
  url: string
  source: Source
  setting: string
  headers: Record<string, string>
}

/** Bytes: more than a picture of 50 megapixels has in base64. */
export const answerLimit = 100_000_000
/** Error codes of connections that were never established: nothing was requested, so nothing was drawn. */
const never = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** True if the error or one of its causes has such a code; fetch and the vendors' packages wrap the original error. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && (never.has(String((error as { code?: unknown }).code)) || isAway(error.cause))

/**
 * Converts the error of an unreachable home machine, which stays off until its owner switches it on, into a final refusal. Other errors
 * are returned as they are, and are retried.
 */
export const awayFrom = ({ name, source }: Pick<Server, 'name' | 'source'>, error: unknown): unknown =>
  source === 'home' && isAway(error)
    ? Object.assign(
        new ImageRefused(
          'refused',
          `${name} cannot be reached right now. Please try again later, or choose another model.`,
        ),
        { cause: error },
      )
    : error

/** Returns a successful response; otherwise throws the port's errors. `faultIn` recognises errors in a format of this server only. */
export async function call(
  server: Server,
  path: string,
  init: RequestInit,
  faultIn: (body: unknown) => Error | undefined = () => undefined,
): Promise<Response> {
  const headers = { ...server.headers, ...(init.headers as Record<string, string> | undefined) }
  const response = await fetch(`${server.url}${path}`, { ...init, headers }).catch((error: unknown) => {
    throw awayFrom(server, error)
  })
  if (response.ok) return response
  const said = jsonIn((await readBody(response)).toString('utf8'))
  throw faultIn(said) ?? faultOf(server, response.status, said, response.headers.get('retry-after'))
}

export const post = (
  server: Server,
  path: string,
  body: unknown,
  signal: AbortSignal,
  faultIn?: (body: unknown) => Error | undefined,
): Promise<Response> => {
  const headers = { 'content-type': 'application/json' }
  return call(server, path, { method: 'POST', headers, body: JSON.stringify(body), signal }, faultIn)
}

/** The body of an answer of at most 100 MB. */
export const readBody = (response: Response): Promise<Buffer> =>
  bytesOf(response, answerLimit, () => new Error('The answer is too large'))

/** Parses an answer by its schema. Broken connections and aborts are rethrown unchanged. */
export async function answered<T>(
  { name }: Pick<Server, 'name'>,
  response: Response,
  schema: z.ZodType<T>,
): Promise<T> {
  const { success, data } = schema.safeParse(jsonIn((await readBody(response)).toString('utf8')))
  if (!success) throw new Error(`${name} answered ${response.status} with a body that is not as documented`)
  return data
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
