import { z } from 'zod'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../images.ts'
import { retryAfter } from '../retry-after.ts'

const picture = z.base64().min(1).optional()
/** Immediate answers contain `image`, polled ones `result`. */
const Drawn = z.object({ image: picture, result: picture, seed: z.number().optional(), finish_reason: z.string() })
export interface StabilityDrawn {
  bytes: Buffer
  seed: number | undefined
}
const Problem = z.object({ name: z.string().catch(''), errors: z.array(z.string()).catch([]) })

const filtered = () =>
  new ImageRefused(
    'filtered',
    'The content filter of Stability AI stopped this picture. Please change the prompt and try again.',
  )

/** Returns the picture of a response. Throws the port's errors if it has none. */
export async function imageIn(response: Response): Promise<StabilityDrawn> {
  if (!response.ok) throw await problemIn(response)
  const drawn = Drawn.safeParse(await jsonIn(response))
  if (!drawn.success) throw new Error('Stability AI answered 200 with a body that is not the documented JSON')
  const { image = drawn.data.result, seed, finish_reason } = drawn.data
  // A filtered response has status 200 and a blurred picture, which must not be shown.
  if (finish_reason === 'CONTENT_FILTERED') throw filtered()
  if (finish_reason !== 'SUCCESS' || !image)
    throw new Error(`Stability AI finished with ${finish_reason} and no picture`)
  return { bytes: Buffer.from(image, 'base64'), seed }
}

/** Returns undefined if the body is not JSON. Broken connections and aborts are rethrown unchanged. */
async function jsonIn(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function problemIn(response: Response): Promise<Error> {
  const { status } = response
  const { name, errors } = Problem.catch({ name: '', errors: [] }).parse(await jsonIn(response))
  if (name === 'content_moderation') return filtered()
  const wait = retryAfter(response.headers.get('retry-after'))
  if (status === 429 || (status >= 500 && wait !== undefined))
    return new ProviderBusy(`Stability AI is busy (${status})`, wait)
  if (status === 401 || status === 403) return misconfigured(`Stability AI does not accept the key (${status})`)
  if (status === 402) return misconfigured('The Stability AI account of this key has no credits left (402)')
  if (status === 413) return new ImageRefused('refused', 'The picture is too large for Stability AI.')
  if (status === 400 || status === 422) return new ImageRefused('refused', sentence(errors))
  return new Error(`Stability AI answered ${status} ${name}`.trim())
}

const misconfigured = (message: string) =>
  new ProviderMisconfigured('STABILITY_API_KEY', `${message}: see STABILITY_API_KEY`)

/** Example: `["style_preset: is not supported"]` becomes `Stability AI could not draw this: style preset is not supported.` */
function sentence(errors: string[]): string {
  const said = errors
    .map((error) => error.replace(/^([a-z_]+): */, (_, field: string) => `${field.replaceAll('_', ' ')} `))
    .map((error) => error.replace(/[.\s]+$/, ''))
    .filter(Boolean)
    .join('; ')
    .slice(0, 300)
  return said ? `Stability AI could not draw this: ${said}.` : 'Stability AI could not draw this.'
}
