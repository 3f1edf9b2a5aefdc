import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { paymentMessage } from '../../billing/payment-message.ts'
import { cardName, SavedCard } from '../../billing/SavedCard.tsx'
import { Bank } from '../../billing/simulated/Bank.tsx'
import { useDefaultPaymentMethodMutation } from '../../data/billing.ts'
import { Badge } from '../../ui/Badge.tsx'
import { toast } from '../../ui/toast.ts'
import { RemoveCardDialog } from './RemoveCardDialog.tsx'
import { useRenewalBank } from './use-renewal-bank.ts'

interface Props {
  card: PaymentMethod
  others: readonly PaymentMethod[]
  /** True if a renewal is unpaid: the chosen card is charged for it, even the one that failed before. */
  isOverdue: boolean
  /** Id of the element that explains why the card cannot be removed; undefined if it can. */
  stayReasonId: string | undefined
}

/** A saved card, with buttons that make it the default card and remove it. */
export const CardLine = ({ card, others, isOverdue, stayReasonId }: Props) => {
  const [makeDefault, { isLoading }] = useDefaultPaymentMethodMutation()
  const [isRemoving, setRemoving] = useState(false)
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
  return (
    <li>
      <SavedCard {...card} />
      {card.isDefault && <Badge>Default</Badge>}
      {card.isDisputed && <Badge colour="madder">Disputed</Badge>}
      {(isOverdue || !card.isDefault) && (
        <Button size="xs" variant="subtle" loading={isLoading || bank.isAsking} onClick={() => void choose()}>
          {isOverdue ? 'Pay with this' : 'Make default'}
        </Button>
      )}
      <Tooltip label={`Remove ${name}`}>
        <ActionIcon
          aria-label={`Remove ${name}`}
          aria-describedby={stayReasonId}
          disabled={stayReasonId !== undefined}
          onClick={() => setRemoving(true)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
      {bank.isAsking && <Bank />}
      {isRemoving && <RemoveCardDialog card={card} others={others} onClose={() => setRemoving(false)} />}
    </li>
  )
}
