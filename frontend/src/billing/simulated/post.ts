import { z } from 'zod'
import { notProcessed, PaymentProblem, PaymentUncertain } from '../card-payments.ts'

const Intent = z.looseObject({ status: z.string() }).optional()
const Failure = z.object({
  error: z.looseObject({ message: z.string(), payment_intent: Intent, setup_intent: Intent }),
})

export type Post = (path: string, fields: Record<string, string>) => Promise<unknown>

/** Sends requests to the simulated provider through the app's own server. Throws the provider's error texts, which are for the user. */
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
    const failure = Failure.safeParse(body).data?.error
    if (!answer || !failure || answer.status >= 500) throw new PaymentUncertain(notProcessed)
    // An earlier attempt succeeded, but its response was lost.
    const done = [failure.payment_intent, failure.setup_intent].find((intent) => intent?.status === 'succeeded')
    if (done) return done
    throw new PaymentProblem(failure.message)
  }
