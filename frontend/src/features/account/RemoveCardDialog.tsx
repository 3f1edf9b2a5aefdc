import { useState } from 'react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { cardName, isExpired } from '../../billing/SavedCard.tsx'
import { useRemovePaymentMethodMutation } from '../../data/billing.ts'
import { today } from '../../data/me.ts'
import { Choices } from '../../ui/Choices.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './account.module.css'

interface Props {
  card: PaymentMethod
  others: readonly PaymentMethod[]
  onClose: () => void
}

/** Removes a card after a confirmation; for the default card, the user also chooses the next default. */
export const RemoveCardDialog = ({ card, others, onClose }: Props) => {
  const [remove] = useRemovePaymentMethodMutation()
  const asksNext = card.isDefault && others.length > 0
  const [next, setNext] = useState<string>()
  const name = cardName(card)

  const run = async () => {
    const { error } = await remove({ id: card.id, ...(asksNext && { next }) })
    if (error) toast.error(paymentMessage(error, 'Failed to remove payment method'))
    else toast.success('Payment method removed')
  }
  return (
    <ConfirmDialog
      opened
      title={`Remove ${name}?`}
      text={
        <>
          It is not charged any more, and is forgotten here.
          {asksNext && (
            <div className={classes.next}>
              <Choices
                label="Which card is charged instead?"
                choices={others.map((other) => ({ value: other.id, label: cardName(other), detail: detailOf(other) }))}
                value={next ?? null}
                onChange={setNext}
              />
            </div>
          )}
        </>
      }
      confirm="Remove"
      danger
      isReady={!asksNext || next !== undefined}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

const detailOf = (card: PaymentMethod) => {
  if (card.isDisputed) return <small>A payment was disputed</small>
  return isExpired(card, today()) && <small>Expired</small>
}
