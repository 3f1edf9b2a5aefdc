import { Button, Modal } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ChangePreview, leastCharge, type PlanChoice } from '#domain/billing-answers.ts'
import { meets } from '#domain/entitlements.ts'
import { codeOf } from '../../base/problem.ts'
import { notCompleted, PaymentProblem } from '../../billing/card-payments.ts'
import { money } from '../../billing/money.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { SavedCard } from '../../billing/SavedCard.tsx'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { Bank } from '../../billing/simulated/Bank.tsx'
import { useCardPayments } from '../../billing/use-card-payments.ts'
import { isUncertain, useIntention } from '../../billing/use-intention.ts'
import {
  useChangeSubscriptionMutation,
  usePaymentMethodsQuery,
  usePreviewChangeMutation,
  useSubscriptionQuery,
} from '../../data/billing.ts'
import { useMe } from '../../data/me.ts'
import { dateOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import classes from './change.module.css'
import { PreviewRows, PreviewSkeleton } from './PreviewRows.tsx'
import { useWithdrawScheduled } from './use-withdraw-scheduled.ts'

interface Props {
  choice: PlanChoice
  /** End of the current period. */
  periodEnd: string | null
  onCard: () => void
  onBack: () => void
  /** Called once the plan is changed and a required payment is confirmed. */
  onDone: () => void
  onScheduled: (at: string) => void
}

/** Returns true if the change takes effect later, at the end of the paid period, and not at once. */
const waits = ({ effectiveAt, prorationDate }: ChangePreview) =>
  Date.parse(effectiveAt) - Date.parse(prorationDate) > 60_000

const actOf = (preview: ChangePreview): string => {
  if (waits(preview)) return `Change on ${dateOf(preview.effectiveAt)}`
  const isUp = preview.newPlan !== preview.currentPlan && meets(preview.newPlan, preview.currentPlan)
  const verb = isUp ? 'upgrade' : 'change'
  return preview.immediateCharge >= leastCharge
    ? `Pay ${money(preview.immediateCharge)} and ${verb}`
    : `Confirm and ${verb}`
}

interface ChangeOptions extends Pick<Props, 'choice' | 'onBack' | 'onDone' | 'onScheduled'> {
  /** The card that pays. */
  card: { id: string } | undefined
}

/** Loads the price of a change, and makes the change at that price. */
const usePreviewedChange = ({ choice, card, onBack, onDone, onScheduled }: ChangeOptions) => {
  const [requestPreview] = usePreviewChangeMutation()
  const [change] = useChangeSubscriptionMutation()
  const withdrawScheduled = useWithdrawScheduled()
  const [preview, setPreview] = useState<ChangePreview>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const intention = useIntention()
  const loadCardPayments = useCardPayments()

  const load = async () => {
    const { data, error } = await requestPreview(choice)
    intention.end()
    setPreview(data)
    if (!error) return
    toast.error('Failed to load subscription preview')
    onBack()
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  const confirm = async (shown: ChangePreview) => {
    const { prorationDate, immediateCharge } = shown
    const { key } = intention.current()
    const { status, clientSecret } = await change({ ...choice, prorationDate, immediateCharge, key }).unwrap()
    if (status === 'scheduled') return onScheduled(shown.effectiveAt)
    if (status === 'incomplete') {
      if (!clientSecret) throw new PaymentProblem('No client secret received')
      if (!card) throw new PaymentProblem(notCompleted)
      await (await loadCardPayments()).confirmPayment(clientSecret, card.id)
      await withdrawScheduled()
    }
    onDone()
  }
  const pay = async (shown: ChangePreview) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await confirm(shown)
    } catch (error) {
      if (!isUncertain(error)) intention.end()
      const isStale = codeOf(error) === 'preview_stale'
      setProblem(paymentMessage(error, 'Failed to update subscription'))
      if (isStale) await load()
    } finally {
      setBusy(false)
    }
  }
  return { preview, isBusy, problem, pay }
}

/** The price of a change before it is made. The button repeats the amount, and can be pressed once. */
export const PreviewDialog = ({ choice, periodEnd, onCard, onBack, onDone, onScheduled }: Props) => {
  const { data: cards } = usePaymentMethodsQuery()
  const { imageCredits: available } = useMe()
  const card = cards?.find(({ isDefault }) => isDefault) ?? cards?.[0]
  const { preview, isBusy, problem, pay } = usePreviewedChange({ choice, card, onBack, onDone, onScheduled })
  const { data: subscription } = useSubscriptionQuery()
  // A changed plan renews even if it was cancelled, which needs a card.
  const needsCard = preview !== undefined && (preview.immediateCharge > 0 || subscription?.cancelAtPeriodEnd === true)
  const lacksCard = needsCard && cards?.length === 0
  return (
    <Modal
      opened
      onClose={onBack}
      title="Change your subscription"
      size={480}
      closeOnEscape={!isBusy}
      closeOnClickOutside={false}
    >
      <SimulatedNote />
      {preview ? (
        <PreviewRows preview={preview} isLater={waits(preview)} periodEnd={periodEnd} available={available} />
      ) : (
        <PreviewSkeleton />
      )}
      {card && (
        <div className={classes.paidWith}>
          <SavedCard {...card} />
          <Button variant="subtle" onClick={onCard} disabled={isBusy}>
            Change card
          </Button>
        </div>
      )}
      {lacksCard && (
        <div className={classes.paidWith}>
          {preview.immediateCharge > 0
            ? 'Please add a payment method before upgrading your subscription'
            : 'There is no card for the renewal of your plan.'}
          <Button onClick={onCard}>Add card</Button>
        </div>
      )}
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <div className={classes.acts}>
        <Button variant="subtle" onClick={onBack} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          variant="filled"
          loading={isBusy}
          disabled={!preview || lacksCard}
          onClick={() => preview && void pay(preview)}
        >
          {preview ? actOf(preview) : 'Pay'}
        </Button>
      </div>
      <Bank />
    </Modal>
  )
}
