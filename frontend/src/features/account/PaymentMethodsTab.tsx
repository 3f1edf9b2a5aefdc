import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { usePaymentMethodsQuery, useSubscriptionQuery } from '../../data/billing.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import classes from './account.module.css'
import { CardLine } from './CardLine.tsx'
import { useIsOverdue } from './use-is-overdue.ts'

const AddCardDialog = lazy(async () => ({ default: (await import('./AddCardDialog.tsx')).AddCardDialog }))

/** The cards that can be charged, and which of them is. */
export const PaymentMethodsTab = () => {
  const { data: cards, isError, refetch } = usePaymentMethodsQuery()
  const { data: subscription } = useSubscriptionQuery()
  const isOverdue = useIsOverdue()
  const [isAdding, setAdding] = useState(false)
  const whyNot = useWhyNot()
  const close = () => setAdding(false)
  if (isError && !cards) return <ErrorState text="Failed to load payment methods" onRetry={() => void refetch()} />
  if (!cards)
    return (
      <Delayed>
        <Skeleton height={120} maw={480} />
      </Delayed>
    )
  return (
    <section className={classes.card} aria-label="Payment methods">
      {isOverdue && (
        <p className={classes.sentence}>
          {subscription?.needsConfirmation
            ? 'Your bank asks you to confirm the payment of your renewal. Press “Pay with this” beside your card, and it asks you here. Another card is charged at once.'
            : 'Your renewal could not be charged. It is tried at once with a card that you add or choose.'}
        </p>
      )}
      <Cards cards={cards} isOff={whyNot !== undefined} isOverdue={isOverdue} />
      {whyNot && <p className={classes.note}>{whyNot}</p>}
      <div className={classes.acts}>
        <Button leftSection={<IconPlus size={15} />} disabled={whyNot !== undefined} onClick={() => setAdding(true)}>
          Add card
        </Button>
      </div>
      {isAdding && (
        <Part onFailed={close}>
          <AddCardDialog isDefault={cards.length === 0} onClose={close} />
        </Part>
      )}
    </section>
  )
}

interface CardsProps {
  cards: readonly PaymentMethod[]
  isOff: boolean
  isOverdue: boolean
}
const Cards = ({ cards, ...how }: CardsProps) =>
  cards.length === 0 ? (
    <p className={classes.empty}>No cards yet. One is asked for when you subscribe or buy credits.</p>
  ) : (
    <ul className={classes.cards}>
      {cards.map((card) => (
        <CardLine key={card.id} card={card} {...how} />
      ))}
    </ul>
  )
