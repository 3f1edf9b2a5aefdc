import { Button } from '@mantine/core'
import { useState } from 'react'
import { packs, type UnfinishedPayment } from '#domain/billing-answers.ts'
import { newId } from '../../base/ids.ts'
import { openOverlay } from '../../base/overlay.ts'
import { money } from '../../billing/money.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { boughtBy } from '../../billing/payment-words.ts'
import { cardName } from '../../billing/SavedCard.tsx'
import { Bank } from '../../billing/simulated/Bank.tsx'
import { useCardPayments } from '../../billing/use-card-payments.ts'
import { useIntention } from '../../billing/use-intention.ts'
import { useWhyNot } from '../../billing/use-why-not.ts'
import {
  useAbandonPaymentMutation,
  useCancelSubscriptionMutation,
  useSubscriptionQuery,
  useUnfinishedPaymentsQuery,
} from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import { pendingOf } from './paying.ts'
import classes from './unfinished.module.css'

/** Payments that the bank was asked about and that were not confirmed, such as after a reload of the page. */
export const UnfinishedPayments = () => {
  const whyNot = useWhyNot()
  const { data, refetch } = useUnfinishedPaymentsQuery(undefined, { skip: whyNot !== undefined })
  return data?.map((payment) => <Notice key={payment.id} payment={payment} onEnded={() => void refetch()} />)
}

/** `onEnded`: the bank has decided, or the user has left its dialog. */
const Notice = ({ payment, onEnded }: { payment: UnfinishedPayment; onEnded: () => void }) => {
  const { id, pack, plan, interval, amount, card, paymentMethodId, clientSecret } = payment
  const [abandon, { isLoading: isCancelling }] = useAbandonPaymentMutation()
  const [resume] = useCancelSubscriptionMutation()
  const { data: subscription } = useSubscriptionQuery()
  const [isAsking, setAsking] = useState(false)
  const intention = useIntention()
  const loadCardPayments = useCardPayments()
  const what = boughtBy({ plan, interval, credits: pack && packs[pack].credits })

  const proceed = async () => {
    setAsking(true)
    try {
      await (await loadCardPayments()).confirmPayment(clientSecret, paymentMethodId)
      // A scheduled change stays until the new one is paid.
      if (plan && subscription && pendingOf(subscription))
        await resume({ cancelAtPeriodEnd: false, key: newId() }).unwrap()
      if (plan) openOverlay({ kind: 'celebration', plan })
      else toast.success('Credits purchased successfully!')
    } catch (error) {
      toast.error(paymentMessage(error, 'Failed to process payment'))
    } finally {
      setAsking(false)
      onEnded()
    }
  }
  const giveUp = async () => {
    try {
      const { isPaid } = await abandon({ id, key: intention.current().key }).unwrap()
      if (isPaid) toast.info('It was paid before it could be cancelled.')
      else toast.success('Payment cancelled. Nothing was charged.')
    } catch (error) {
      toast.error(paymentMessage(error, 'The payment could not be cancelled. Please try again.'))
    }
  }
  return (
    <section className={classes.unfinished} aria-label={`Unfinished payment of ${what}`}>
      <div className={classes.what}>
        <b>Your bank has not confirmed this payment</b>
        <span className="num">
          {[what, money(amount), card && cardName(card)].filter(Boolean).join(', ')}. Nothing was charged.
        </span>
      </div>
      <div className={classes.acts}>
        <Button variant="subtle" disabled={isAsking} loading={isCancelling} onClick={() => void giveUp()}>
          Cancel payment
        </Button>
        <Button loading={isAsking} disabled={isCancelling} onClick={() => void proceed()}>
          Continue
        </Button>
      </div>
      {isAsking && <Bank />}
    </section>
  )
}
