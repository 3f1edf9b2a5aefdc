import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { cardName, SavedCard } from '../../billing/SavedCard.tsx'
import { Bank } from '../../billing/simulated/Bank.tsx'
import { useDefaultPaymentMethodMutation, useRemovePaymentMethodMutation } from '../../data/billing.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useRenewalBank } from './use-renewal-bank.ts'

interface Props {
  card: PaymentMethod
  isOff: boolean
  /** A renewal waits to be paid: whichever is chosen pays it, also the one that could not. */
  isOverdue: boolean
}

/** One card: whether it is the one that is charged, and the way out. */
export const CardLine = ({ card, isOff, isOverdue }: Props) => {
  const [makeDefault, { isLoading }] = useDefaultPaymentMethodMutation()
  const [remove] = useRemovePaymentMethodMutation()
  const [isAsked, setAsked] = useState(false)
  const bank = useRenewalBank()
  const name = cardName(card)

  const choose = async () => {
    try {
      const { clientSecret } = await makeDefault({ paymentMethodId: card.id }).unwrap()
      await bank.confirm(clientSecret, card.id)
      toast.success(isOverdue ? 'Your renewal is paid' : 'Default payment method updated')
    } catch (error) {
      toast.error(paymentMessage(error, 'Failed to update default payment method'))
    }
  }
  const takeOut = async () => {
    const { error } = await remove(card.id)
    if (error) toast.error(paymentMessage(error, 'Failed to remove payment method'))
    else toast.success('Payment method removed')
  }
  return (
    <li>
      <SavedCard {...card} />
      {card.isDefault && <Badge>Default</Badge>}
      {(isOverdue || !card.isDefault) && (
        <Button
          size="xs"
          variant="subtle"
          loading={isLoading || bank.isAsking}
          disabled={isOff}
          onClick={() => void choose()}
        >
          {isOverdue ? 'Pay with this' : 'Make default'}
        </Button>
      )}
      <Tooltip label={`Remove ${name}`}>
        <ActionIcon aria-label={`Remove ${name}`} disabled={isOff} onClick={() => setAsked(true)}>
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
      {bank.isAsking && <Bank />}
      <ConfirmDialog
        opened={isAsked}
        title={`Remove ${name}?`}
        text="It is not charged any more, and is forgotten here."
        confirm="Remove"
        danger
        onConfirm={takeOut}
        onClose={() => setAsked(false)}
      />
    </li>
  )
}
