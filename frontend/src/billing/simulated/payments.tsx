import { z } from 'zod'
import { type CardPayments, notCompleted, PaymentProblem } from '../card-payments.ts'
import { openBank } from './bank.ts'
import { simulatedFields } from './Fields.tsx'
import { poster } from './post.ts'

const Intent = z.looseObject({ id: z.string(), status: z.string(), amount: z.int().optional() })

/** Creates the client for simulated payments: the app's own server forwards its requests to the emulator. */
export const createSimulatedPayments = (publishableKey: string): CardPayments => {
  const post = poster(publishableKey)
  const confirm = async (kind: 'payment_intents' | 'setup_intents', client_secret: string, payment_method: string) => {
    const [id = ''] = client_secret.split('_secret_')
    const { status, amount } = Intent.parse(await post(`v1/${kind}/${id}/confirm`, { client_secret, payment_method }))
    if (status === 'requires_action') await confirmAtBank(client_secret, amount)
    else if (status !== 'succeeded' && status !== 'processing') throw new PaymentProblem('Payment failed')
  }

  /** Reports the user's choice to the provider; throws unless it is a confirmation. A closed dialog leaves the payment undecided there. */
  const confirmAtBank = async (client_secret: string, amount: number | undefined) => {
    const outcome = await openBank(amount)
    if (outcome !== 'close') await post('simulated/authenticate', { client_secret, outcome })
    if (outcome !== 'succeed') throw new PaymentProblem(notCompleted)
  }

  return {
    Fields: simulatedFields(post),
    confirmPayment: (clientSecret, id) => confirm('payment_intents', clientSecret, id),
    confirmSetup: (clientSecret, id) => confirm('setup_intents', clientSecret, id),
  }
}
