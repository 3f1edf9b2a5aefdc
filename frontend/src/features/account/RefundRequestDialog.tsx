import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Payment } from '#domain/payment-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { money } from '../../billing/money.ts'
import { purchaseName } from '../../billing/payment-words.ts'
import { isUncertain, useIntention } from '../../billing/use-intention.ts'
import { useRequestRefundMutation } from '../../data/billing.ts'
import confirm from '../../ui/confirm.module.css'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'

/** Requests a refund of a payment. Beforehand, it explains which credits are taken back and if the plan ends. */
export const RefundRequestDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [request, { isLoading }] = useRequestRefundMutation()
  const intention = useIntention()
  const what = purchaseName(payment)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { key } = intention.current()
    const { error } = await request({ paymentId: payment.id, reason: reason.trim(), key })
    if (error) {
      if (!isUncertain(error)) intention.end()
      return setProblem(messageOf(error, 'The request could not be sent. Please try again.'))
    }
    toast.success('Your request was sent. You are mailed the decision, and it appears beside the payment.')
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Request a refund of ${what}?`} size={480} withCloseButton={false}>
      <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        <p className={confirm.text}>
          You paid {money(payment.amount)}. Whoever runs this installation decides, and you see the decision beside the
          payment. Credits of this payment are taken back in proportion to the money that you get; spent ones are
          settled from the next that you receive.
        </p>
        {payment.kind === 'plan' && <p className={confirm.loss}>If all of it is refunded, the plan ends at once.</p>}
        <Textarea
          mt={14}
          label="Reason (optional)"
          description="A second request within a year needs a reason."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={400}
          rows={3}
          data-autofocus
          value={reason}
          error={problem}
          onChange={({ currentTarget }) => {
            intention.end()
            setReason(currentTarget.value)
            setProblem(undefined)
          }}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Request refund
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
