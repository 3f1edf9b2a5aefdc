import { z } from 'zod'
import { type CardDesk, notCompleted, PaymentProblem } from '../card-desk.ts'
import { askBank } from './bank.ts'
import { simulatedFields } from './Fields.tsx'
import { poster } from './post.ts'

const Intent = z.looseObject({ id: z.string(), status: z.string() })

/** The provider of an installation without one: the emulator, which the app's own server passes on to. */
export const simulatedDesk = (publishableKey: string): CardDesk => {
  const post = poster(publishableKey)
  const confirm = async (kind: 'payment_intents' | 'setup_intents', client_secret: string, payment_method: string) => {
    const [id = ''] = client_secret.split('_secret_')
    const { status } = Intent.parse(await post(`v1/${kind}/${id}/confirm`, { client_secret, payment_method }))
    if (status === 'requires_action') await throughTheBank(client_secret)
    else if (status !== 'succeeded' && status !== 'processing') throw new PaymentProblem('Payment failed')
  }

  /** Closed is as if it had not been asked yet: nothing is decided at the provider. */
  const throughTheBank = async (client_secret: string) => {
    const outcome = await askBank()
    if (outcome !== 'close') await post('simulated/authenticate', { client_secret, outcome })
    if (outcome !== 'succeed') throw new PaymentProblem(notCompleted)
  }

  return {
    Fields: simulatedFields(post),
    confirmPayment: (clientSecret, id) => confirm('payment_intents', clientSecret, id),
    confirmSetup: (clientSecret, id) => confirm('setup_intents', clientSecret, id),
  }
}
