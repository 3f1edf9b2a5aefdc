import { Button } from '@mantine/core'
import { useState } from 'react'
import { packs, type UnfinishedPayment } from '#domain/billing-answers.ts'
import { openOverlay } from '../../base/overlay.ts'
import { money } from '../../billing/money.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { purchaseName } from '../../billing/payment-words.ts'
import { cardName } from '../../billing/SavedCard.tsx'
import { Bank } from '../../billing/simulated/Bank.tsx'
import { useCardPayments } from '../../billing/use-card-payments.ts'
import { isUncertain, useIntention } from '../../billing/use-intention.ts'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { useCancelPaymentMutation, useUnfinishedPaymentsQuery } from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import classes from './unfinished.module.css'
import { useWithdrawScheduled } from './use-withdraw-scheduled.ts'

/** Payments that await confirmation at the user's bank, for instance after a page reload. */
export const UnfinishedPayments = () => {
  const whyNot = useWhyNot()
  const { data, refetch } = useUnfinishedPaymentsQuery(undefined, { skip: whyNot !== undefined })
  return data?.map((payment) => <Notice key={payment.id} payment={payment} onEnded={() => void refetch()} />)
}

const outcomes = {
  paid: 'It was paid before it could be cancelled.',
  undecided: 'Your bank is deciding about this payment. Please look again in a few minutes.',
} as const

/** `onEnded` is called once the bank has decided, or the user has closed the bank's dialog. */
const Notice = ({ payment, onEnded }: { payment: UnfinishedPayment; onEnded: () => void }) => {
  const { id, pack, plan, interval, amount, card, paymentMethodId, clientSecret } = payment
  const [cancelPayment, { isLoading: isCancelling }] = useCancelPaymentMutation()
  const withdrawScheduled = useWithdrawScheduled()
  const [isAsking, setAsking] = useState(false)
  const intention = useIntention()
  const loadCardPayments = useCardPayments()
  const what = purchaseName({ plan, interval, credits: pack && packs[pack].credits })

  const proceed = async () => {
    setAsking(true)
    try {
      await (await loadCardPayments()).confirmPayment(clientSecret, paymentMethodId)
      if (plan) {
        await withdrawScheduled()
        openOverlay({ kind: 'celebration', plan })
      } else toast.success('Credits purchased successfully!')
    } catch (error) {
      toast.error(paymentMessage(error, 'Failed to process payment'))
    } finally {
      setAsking(false)
      onEnded()
    }
  }
  const cancel = async () => {
    try {
      const { outcome } = await cancelPayment({ id, key: intention.current().key }).unwrap()
      intention.end()
      if (outcome === 'cancelled') toast.success('Payment cancelled. Nothing was charged.')
      else toast.info(outcomes[outcome])
    } catch (error) {
      if (!isUncertain(error)) intention.end()
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
        <Button variant="subtle" disabled={isAsking} loading={isCancelling} onClick={() => void cancel()}>
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
