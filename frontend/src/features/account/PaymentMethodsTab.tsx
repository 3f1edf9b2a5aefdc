import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, useId, useState } from 'react'
import type { PaymentMethod } from '#domain/billing-answers.ts'
import { isRenewing } from '#domain/billing-cover.ts'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { usePaymentMethodsQuery, useSubscriptionQuery } from '../../data/billing.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import classes from './account.module.css'
import { BillingAddress } from './BillingAddress.tsx'
import { CardLine } from './CardLine.tsx'
import { useIsOverdue } from './use-is-overdue.ts'

const AddCardDialog = lazy(async () => ({ default: (await import('./AddCardDialog.tsx')).AddCardDialog }))

/** The saved cards, which of them is the default, and the billing address. */
export const PaymentMethodsTab = () => {
  const whyNot = useWhyNot()
  const { data: cards, isError, refetch } = usePaymentMethodsQuery(undefined, { skip: whyNot !== undefined })
  const { data: subscription } = useSubscriptionQuery()
  const isOverdue = useIsOverdue()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  // Cards are not loaded if the installation has no payment provider, or for an impersonator.
  if (whyNot)
    return (
      <section className={classes.card} aria-label="Payment methods">
        <p className={classes.empty}>{whyNot}</p>
        <AddCard isOff onAdd={() => undefined} />
      </section>
    )
  if (isError && !cards) return <ErrorState text="Failed to load payment methods" onRetry={() => void refetch()} />
  if (!cards)
    return (
      <Delayed>
        <Skeleton height={120} maw={480} />
      </Delayed>
    )
  return (
    <>
      <section className={classes.card} aria-label="Payment methods">
        <SimulatedNote />
        {isOverdue && (
          <p className={classes.sentence}>
            {subscription?.needsConfirmation
              ? 'Your bank asks you to confirm the payment of your renewal. Press “Pay with this” beside your card, and it asks you here. Another card is charged at once.'
              : 'Your renewal could not be charged. It is tried at once with a card that you add or choose.'}
          </p>
        )}
        <Cards cards={cards} isOverdue={isOverdue} isRenewing={isRenewing(subscription ?? null)} />
        <AddCard onAdd={() => setAdding(true)} />
        {isAdding && (
          <Part onFailed={close}>
            <AddCardDialog isDefault={cards.length === 0} onClose={close} />
          </Part>
        )}
      </section>
      <BillingAddress />
    </>
  )
}

const AddCard = ({ isOff = false, onAdd }: { isOff?: boolean; onAdd: () => void }) => (
  <div className={classes.acts}>
    <Button leftSection={<IconPlus size={15} />} disabled={isOff} onClick={onAdd}>
      Add card
    </Button>
  </div>
)

interface CardsProps {
  cards: readonly PaymentMethod[]
  isOverdue: boolean
  /** True if a subscription will renew: the only card cannot be removed then. */
  isRenewing: boolean
}
const Cards = ({ cards, isOverdue, isRenewing }: CardsProps) => {
  const id = useId()
  const stays = isRenewing && cards.length === 1
  if (cards.length === 0)
    return <p className={classes.empty}>No cards yet. One is asked for when you subscribe or buy credits.</p>
  return (
    <>
      <ul className={classes.cards}>
        {cards.map((card) => (
          <CardLine
            key={card.id}
            card={card}
            others={cards.filter((other) => other !== card)}
            isOverdue={isOverdue}
            stayReasonId={stays ? id : undefined}
          />
        ))}
      </ul>
      {stays && (
        <p id={id} className={classes.note}>
          Your subscription renews with this card, so it stays. To remove it, add another card or cancel the
          subscription first.
        </p>
      )}
    </>
  )
}
