import { z } from 'zod'
import { PaymentProblem } from '../card-desk.ts'

const Failure = z.object({ error: z.looseObject({ message: z.string() }) })

export type Post = (path: string, fields: Record<string, string>) => Promise<unknown>

/** Asks the simulated provider, which the app's own server passes on to; what it refuses with is for the person. */
export const poster =
  (publishableKey: string): Post =>
  async (path, fields) => {
    const answer = await fetch(`/simulated-stripe/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(fields),
    }).catch(() => undefined)
    const body: unknown = await answer?.json().catch(() => undefined)
    if (answer?.ok) return body
    throw new PaymentProblem(Failure.safeParse(body).data?.error.message ?? 'Failed to process payment')
  }
