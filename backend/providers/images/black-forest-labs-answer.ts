import type { APICallError } from 'ai'
import { z } from 'zod'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../images.ts'
import { retryAfter } from '../retry-after.ts'

const Polled = z.object({ status: z.string() })
const moderated = new Set(['Request Moderated', 'Content Moderated'])

/**
 * A `fetch` that throws for final states which the package does not recognise: the package continues to poll after `Request Moderated`
 * until its timeout, and takes `Content Moderated` and `Task not found` for malformed answers.
 */
export const refuseModerated: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
  const polled = Polled.safeParse(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  )
  if (!polled.success) return response
  if (moderated.has(polled.data.status))
    throw new ImageRefused(
      'filtered',
      'The content filter of Black Forest Labs stopped this picture. Please change the prompt and try again.',
    )
  if (polled.data.status === 'Task not found') throw new Error('Black Forest Labs lost the task')
  return response
}

/**
 * Converts a failed call into the port's errors, without the prompt and the keys that the package's own error would
 * carry into logs.
 */
export function faultOf({ statusCode: status, message, responseHeaders }: APICallError): Error {
  const wait = retryAfter(responseHeaders?.['retry-after'])
  if (status === 429 || ((status ?? 0) >= 500 && wait !== undefined))
    return new ProviderBusy(`Black Forest Labs is busy (${status})`, wait)
  if (status === 401 || status === 403) return misconfigured(`Black Forest Labs does not accept the key (${status})`)
  if (status === 402) return misconfigured('The Black Forest Labs account of this key has no credits left (402)')
  if (status === 400 || status === 422)
    return new ImageRefused('refused', `Black Forest Labs could not draw this: ${reasonIn(message)}`)
  return new Error(`Black Forest Labs answered ${status ?? 'nothing'}: ${message}`)
}

const misconfigured = (message: string) => new ProviderMisconfigured('BFL_API_KEY', `${message}: see BFL_API_KEY`)

const Complaints = z
  .array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).default([]) }))
  .min(1)

/** Returns the reason of a validation error, whose message the package leaves as JSON text: `[{"loc":["body","prompt"],"msg":"…"}]`. */
function reasonIn(message: string): string {
  const parsed = Complaints.safeParse(parse(message))
  const said = parsed.success
    ? parsed.data.map(({ msg, loc }) => [...loc.slice(1), msg].join(' ').replaceAll('_', ' ')).join('; ')
    : message
  return `${said.slice(0, 300).replace(/[.\s]+$/, '')}.`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
