import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { useRequestQuoteMutation } from '../../../data/models.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddressStep, NotesStep, OptionsStep, SizeStep } from './QuoteSteps.tsx'
import classes from './quote.module.css'
import { emptyQuote, hintOf, stepCount, toQuoteBody } from './quote.ts'

const steps = [SizeStep, OptionsStep, NotesStep, AddressStep] as const

/** Requests a quote for a printed miniature, in four steps. */
export const QuoteDialog = ({ modelId, onClose }: { modelId: string; onClose: () => void }) => {
  const [form, setForm] = useState(emptyQuote)
  const [step, setStep] = useState(1)
  const [isTried, setTried] = useState(false)
  const [requestQuote, { isLoading }] = useRequestQuoteMutation()
  const hint = hintOf(step, form)
  const Step = steps[step - 1] ?? SizeStep

  const send = async () => {
    const { error } = await requestQuote({ id: modelId, quote: toQuoteBody(form) })
    if (error) return reportFailure(error)
    toast.success('Quote request submitted!', { context: 'You should receive email confirmation shortly.' })
    onClose()
  }
  const go = (to: number) => {
    setTried(false)
    setStep(to)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      classNames={{ title: classes.title }}
      title={
        <>
          Request a Quote
          <small>
            Step {step} of {stepCount}
          </small>
        </>
      }
    >
      <ThreadProgress value={step / stepCount} />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (hint) return
          if (step < stepCount) go(step + 1)
          else void send()
        }}
      >
        <Step form={form} isTried={isTried} onChange={(changes) => setForm({ ...form, ...changes })} />
        <div className={classes.foot}>
          <Button variant="subtle" disabled={step === 1 || isLoading} onClick={() => go(step - 1)}>
            Previous
          </Button>
          <span role="status">{hint}</span>
          <Button type="submit" variant="filled" loading={isLoading}>
            {step < stepCount ? 'Next' : 'Submit Request'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const reportFailure = (error: unknown): void => {
  if (statusOf(error) === 403)
    return void toast.error('Access restricted', {
      context: 'Mini quotes are currently limited to highest tier Kickstarter backers.',
    })
  const isReasoned = [400, 422, 429].includes(statusOf(error))
  toast.error('Something went wrong submitting the quote request. Please try again.', {
    ...(isReasoned && { context: messageOf(error, '') }),
  })
}
