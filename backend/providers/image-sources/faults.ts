import { z } from 'zod'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../images.ts'
import { retryAfter } from '../retry-after.ts'

interface Server {
  name: string
  setting: string
}

const line = z.string().catch('')
/**
 * Formats of error bodies. OpenAI, fal, Replicate and ComfyUI: `{error: {message, code}}`; AUTOMATIC1111: `{error, detail}`; FastAPI:
 * `{detail: [{loc, msg}]}`.
 */
const Said = z.object({
  error: z
    .union([z.object({ message: line, code: line, type: line, details: line }), z.string()])
    .optional()
    .catch(undefined),
  detail: z
    .union([
      z.string(),
      z.array(z.object({ msg: line, type: line, loc: z.array(z.union([z.string(), z.number()])).catch([]) })),
    ])
    .optional()
    .catch(undefined),
  message: z.string().optional().catch(undefined),
})

const moderation = /moderation|content_policy|nsfw|safety/i

/** Converts a failed answer into the port's errors, which contain only the server's message. */
export function faultOf({ name, setting }: Server, status: number, body: unknown, retry?: string | null): Error {
  const { message, code } = saidIn(body)
  const wait = retryAfter(retry)
  const misconfigured = (what: string) =>
    new ProviderMisconfigured(setting, `${name} ${what} (${status}): see ${setting}`)
  if (status === 429 || (status >= 500 && wait !== undefined))
    return new ProviderBusy(`${name} is busy (${status})`, wait)
  if ([400, 403, 422].includes(status) && moderation.test(code)) return filteredBy(name)
  if (status === 401 || status === 403) return misconfigured('does not accept the key')
  if (status === 402) return misconfigured('asks for money: the account of this key is empty')
  if (status === 404) return misconfigured('does not know the model or the address')
  if (status === 413) return new ImageRefused('refused', `The picture is too large for ${name}.`)
  if (status === 400 || status === 422) return couldNot(name, message)
  return new Error(`${name} answered ${status}${message && `: ${message}`}`)
}

export const filteredBy = (name: string): ImageRefused =>
  new ImageRefused(
    'filtered',
    `The content filter of ${name} stopped this picture. Please change the prompt and try again.`,
  )

/** Example: the reason `size is not supported` of a source `The attic` becomes `The attic could not draw this: size is not supported.` */
export const couldNot = (name: string, reason: string): ImageRefused =>
  new ImageRefused('refused', reason ? `${name} could not draw this: ${reason}.` : `${name} could not draw this.`)

function saidIn(body: unknown): { message: string; code: string } {
  const { success, data } = Said.safeParse(body)
  if (!success) return { message: '', code: '' }
  const { error, detail, message } = data
  if (error && typeof error === 'object')
    return { message: sentence(error.message, error.details), code: `${error.code} ${error.type}` }
  if (Array.isArray(detail)) {
    const complaints = detail.map(({ loc, msg }) => [...loc.slice(1), msg].join(' ').replaceAll('_', ' '))
    return { message: sentence(...complaints), code: detail.map(({ type }) => type).join(' ') }
  }
  return { message: sentence(detail || message || error || ''), code: error ?? '' }
}

/** Joins the first lines of the server's messages, up to 300 characters: a message may be a page of HTML or a stack trace. */
const sentence = (...parts: string[]): string =>
  parts
    .map((part) => part.split('\n')[0]?.replace(/[.\s]+$/, '') ?? '')
    .filter(Boolean)
    .join('; ')
    .slice(0, 300)
