import { Button, Checkbox, Modal, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AdminPayment, RefundProposal } from '#domain/payment-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { money } from '../../../billing/money.ts'
import { purchaseName } from '../../../billing/payment-words.ts'
import { isUncertain, useIntention } from '../../../billing/use-intention.ts'
import { useRefundPaymentMutation, useRefundProposalQuery } from '../../../data/admin-payments.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './admin-payments.module.css'

interface Props {
  payment: AdminPayment
  onClose: () => void
}

/** Refunds a payment, with a reason. The initial amount is the part of the price whose credits are unspent. */
export const RefundDialog = ({ payment, onClose }: Props) => {
  const { data, isError, refetch } = useRefundProposalQuery(payment.id)
  const whose = payment.userName ? ` of ${payment.userName}` : ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Refund ${purchaseName(payment)}${whose}?`}
      size={480}
      withCloseButton={false}
    >
      {data && <RefundForm payment={payment} proposal={data} onClose={onClose} />}
      {isError && !data && <ErrorState text="Failed to load what is left" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={180} />}
    </Modal>
  )
}

const centsIn = (typed: string): number | undefined =>
  /^\d{1,7}(\.\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed) * 100) : undefined

type FormProps = Props & { proposal: RefundProposal }

/** Form state of a refund: validates the amount and the reason, and submits them. */
const useRefund = ({ payment, proposal, onClose }: FormProps) => {
  const { left, proposed } = proposal
  const [typed, setTyped] = useState((proposed / 100).toFixed(2))
  const [reason, setReason] = useState('')
  /** The amount that was agreed to, in cents: another one needs another agreement. */
  const [agreedAmount, setAgreedAmount] = useState<number>()
  const [problems, setProblems] = useState<{ amount?: string; reason?: string; more?: string }>({})
  const [refund, { isLoading }] = useRefundPaymentMutation()
  const amount = centsIn(typed)
  const isAgreed = amount !== undefined && agreedAmount === amount
  // The refund is the decision on the user's open request, if there is one, and is mailed to the user with its reason.
  const openRequest = payment.request?.status === 'open' ? payment.request : undefined
  const intention = useIntention()
  // A changed amount or reason is a different refund, which needs a new idempotency key.
  const change = (apply: (text: string) => void) => (text: string) => {
    intention.end()
    apply(text)
  }
  const isMore = amount !== undefined && amount > proposed && amount <= left

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isPossible = amount !== undefined && amount > 0 && amount <= left
    const found = {
      ...(!isPossible && { amount: `Please give an amount from $0.01 to ${money(left)}` }),
      ...(!reason.trim() && { reason: 'Please provide a reason' }),
      ...(isMore && !isAgreed && { more: 'Please confirm that more than the unspent part is refunded' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0 || amount === undefined) return
    const { id: paymentId, userId } = payment
    const { key } = intention.current()
    const { error } = await refund({
      userId,
      paymentId,
      amount,
      reason: reason.trim(),
      requestId: openRequest?.id,
      key,
    })
    if (error) {
      if (!isUncertain(error)) intention.end()
      return setProblems({ reason: messageOf(error, 'The refund failed. Please try again.') })
    }
    toast.success(`${money(amount)} refunded`)
    onClose()
  }
  const type = { amount: change(setTyped), reason: change(setReason) }
  return {
    typed,
    reason,
    amount,
    isMore,
    isAgreed,
    setAgreed: (agrees: boolean) => setAgreedAmount(agrees ? amount : undefined),
    problems,
    isLoading,
    isRequested: openRequest !== undefined,
    type,
    submit,
  }
}

const RefundForm = ({ payment, proposal, onClose }: FormProps) => {
  const { left, proposed, granted, unspent } = proposal
  const refund = useRefund({ payment, proposal, onClose })
  const { amount, isMore, problems } = refund
  const mayEndPlan = payment.kind === 'plan' && amount === left

  return (
    <form onSubmit={(event) => void refund.submit(event)} noValidate autoComplete="off">
      <p className={classes.facts}>
        {granted > 0
          ? `${unspent.toLocaleString('en')} of ${granted.toLocaleString('en')} credits are unspent, which is ${money(proposed)} of the ${money(left)} that ${left < payment.amount ? 'are left' : 'were paid'}. Credits are taken back in proportion; the spent part of them is owed.`
          : `${money(left)} can be refunded.`}
      </p>
      <TextInput
        label="Amount in US dollars"
        inputMode="decimal"
        value={refund.typed}
        error={problems.amount}
        onChange={({ currentTarget }) => refund.type.amount(currentTarget.value)}
      />
      <TextInput
        mt={12}
        label="Reason"
        description={
          refund.isRequested
            ? 'Mailed to the user, and kept in the event log with your name.'
            : 'Kept in the event log, with your name.'
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={400}
        value={refund.reason}
        error={problems.reason}
        onChange={({ currentTarget }) => refund.type.reason(currentTarget.value)}
      />
      {isMore && amount !== undefined && (
        <Checkbox
          mt={12}
          label={`Refund ${money(amount)}, which is more than the unspent ${money(proposed)}`}
          checked={refund.isAgreed}
          error={problems.more}
          onChange={({ currentTarget }) => refund.setAgreed(currentTarget.checked)}
        />
      )}
      {mayEndPlan && (
        <p className={classes.loss}>
          All of it goes back. If this is the last payment for the plan, the plan ends at once.
        </p>
      )}
      <DialogFoot onCancel={onClose}>
        <Button type="submit" variant="filled" data-danger loading={refund.isLoading}>
          {amount === undefined ? 'Refund' : `Refund ${money(amount)}`}
        </Button>
      </DialogFoot>
    </form>
  )
}
