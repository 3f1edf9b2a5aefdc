import { Modal } from '@mantine/core'
import { useState } from 'react'
import { PaymentProblem } from '../../billing/card-payments.ts'
import { PaymentForm } from '../../billing/PaymentForm.tsx'
import { withFullStop } from '../../billing/payment-message.ts'
import { useCardPayments } from '../../billing/use-card-payments.ts'
import type { Chosen } from '../../billing/use-way-to-pay.ts'
import {
  useDefaultPaymentMethodMutation,
  useSavePaymentMethodMutation,
  useSetupIntentMutation,
} from '../../data/billing.ts'
import { toast } from '../../ui/toast.ts'
import { useIsOverdue } from './use-is-overdue.ts'
import { useRenewalBank } from './use-renewal-bank.ts'

interface Props {
  /** True if the added card becomes the default card. */
  isDefault?: boolean
  onClose: () => void
}

/** Saves a card: the provider requests the bank's permission, and nothing is charged except a pending renewal. */
export const AddCardDialog = ({ isDefault = false, onClose }: Props) => {
  const [setup] = useSetupIntentMutation()
  const [save] = useSavePaymentMethodMutation()
  const [makeDefault] = useDefaultPaymentMethodMutation()
  const isOverdue = useIsOverdue()
  const loadCardPayments = useCardPayments()
  const bank = useRenewalBank()
  const [isBusy, setBusy] = useState(false)

  /** Confirms a pending renewal. Returns null, or the reason why it is not paid; the card stays saved either way. */
  const payRenewal = async (clientSecret: string | null, paymentMethodId: string) => {
    try {
      await bank.confirm(clientSecret, paymentMethodId)
      return null
    } catch (error) {
      if (error instanceof PaymentProblem) return error.message
      throw error
    }
  }

  const add = async ({ paymentMethodId, billingAddress, key }: Chosen) => {
    const { clientSecret } = await setup({ key }).unwrap()
    await (await loadCardPayments()).confirmSetup(clientSecret, paymentMethodId)
    const added = billingAddress && (await save({ paymentMethodId, billingAddress }).unwrap())
    const unpaid = await payRenewal(added?.clientSecret ?? null, paymentMethodId)
    const preferred = isDefault && !isOverdue ? await makeDefault({ paymentMethodId }) : undefined
    if (preferred?.error)
      toast.error('Card added, but it is not your default card yet. Please choose it among your cards.')
    else if (unpaid) toast.error(`Card added, but your renewal is not paid. ${withFullStop(unpaid)}`)
    else toast.success(isOverdue ? 'Card added, and your renewal is paid' : 'Card added successfully')
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title="Add a card" size={480} closeOnEscape={!isBusy} closeOnClickOutside={false}>
      <PaymentForm
        mayBeSaved={false}
        onChosen={add}
        act="Add card"
        otherwise="Failed to add card"
        setupFailure="Failed to setup card form"
        detail={isOverdue ? 'Your renewal is charged at once.' : 'Nothing is charged.'}
        onCancel={onClose}
        onBusy={setBusy}
      />
    </Modal>
  )
}
