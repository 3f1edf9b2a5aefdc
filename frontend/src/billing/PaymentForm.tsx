import { Button, Skeleton } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Choices } from '../ui/Choices.tsx'
import { Delayed } from '../ui/Delayed.tsx'
import { AddressFields } from './AddressFields.tsx'
import { incompleteAddress, missingIn } from './address.ts'
import classes from './billing.module.css'
import type { CardFieldsProps, CardPayments } from './card-payments.ts'
import { paymentMessage } from './payment-message.ts'
import { cardName } from './SavedCard.tsx'
import { SimulatedNote } from './SimulatedNote.tsx'
import { Bank } from './simulated/Bank.tsx'
import { isUncertain } from './use-intention.ts'
import { type Chosen, useWayToPay } from './use-way-to-pay.ts'
import { useWhyNot } from './use-why-not.ts'

interface Props {
  /** Performs the payment with the card; rejects with the error to show. */
  onChosen: (chosen: Chosen) => Promise<void>
  act: string
  /** Shown if an error has no text. */
  otherwise: string
  /** Shown if the card fields fail to load. */
  setupFailure?: string
  /** True if a saved card may be used. */
  mayBeSaved?: boolean
  /** True if a saved card needs an address as well. */
  asksAddress?: boolean
  detail?: ReactNode
  onCancel?: () => void
  /** Called with true when a payment starts, and with false when it ends: until then, the dialog must stay open to show the result. */
  onBusy?: (isBusy: boolean) => void
}

/** A form with a saved or a new card, and the button that pays. Input is preserved after a failure. */
export const PaymentForm = ({ onChosen, act, otherwise, mayBeSaved = true, asksAddress = false, ...props }: Props) => {
  const { setupFailure = 'Failed to setup payment form' } = props
  const way = useWayToPay({ mayBeSaved, asksAddress, setupFailure })
  const whyNot = useWhyNot()
  const { pay, isChecked, isBusy, problem, setProblem } = usePaying({ way, onChosen, otherwise, onBusy: props.onBusy })

  if (whyNot) return <UnavailablePayment reason={whyNot} act={act} detail={props.detail} />
  if (way.isLoading) return null
  return (
    <form className={classes.form} onSubmit={(event) => void pay(event)} noValidate aria-busy={isBusy}>
      <SimulatedNote />
      {way.saved && <CardChoice saved={way.saved} isNew={way.isNew} onNew={way.choose} />}
      {way.isNew && (
        <NewCard open={way.loadCardPayments} onReady={way.setFields} onChange={way.end} onProblem={setProblem} />
      )}
      {way.hasAddress && <AddressFields address={way.address} isChecked={isChecked} onChange={way.setAddress} />}
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <div className={classes.foot}>
        <span className="num">{props.detail}</span>
        {props.onCancel && (
          <Button variant="subtle" onClick={props.onCancel} disabled={isBusy}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="filled" loading={isBusy}>
          {act}
        </Button>
      </div>
      <Bank />
    </form>
  )
}

interface Paying extends Pick<Props, 'onChosen' | 'otherwise'> {
  way: ReturnType<typeof useWayToPay>
  onBusy: Props['onBusy'] | undefined
}

/** Submits the payment if the address is complete, and provides the error to show if it fails. */
const usePaying = ({ way, onChosen, otherwise, onBusy }: Paying) => {
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const wait = (isWaiting: boolean) => {
    setBusy(isWaiting)
    onBusy?.(isWaiting)
  }
  const fail = (error: unknown) => {
    if (!isUncertain(error)) way.end()
    const sentence = paymentMessage(error, otherwise)
    const isOfAddress = !way.hasAddress && /address|tax/i.test(sentence)
    if (isOfAddress) way.askAddress()
    setProblem(isOfAddress ? 'Please add a billing address to complete this purchase.' : sentence)
  }
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(true)
    if (way.hasAddress && missingIn(way.address).length > 0) {
      // All missing fields are marked at once.
      way.checkCard()
      return setProblem(incompleteAddress)
    }
    wait(true)
    setProblem(undefined)
    try {
      await onChosen(await way.chosen())
    } catch (error) {
      fail(error)
    } finally {
      wait(false)
    }
  }
  return { pay, isChecked, isBusy, problem, setProblem }
}

const UnavailablePayment = ({ reason, act, detail }: Pick<Props, 'act' | 'detail'> & { reason: string }) => (
  <div className={classes.form}>
    <p className={classes.note}>{reason}</p>
    <div className={classes.foot}>
      <span className="num">{detail}</span>
      <Button disabled>{act}</Button>
    </div>
  </div>
)

interface CardChoiceProps {
  saved: NonNullable<ReturnType<typeof useWayToPay>['saved']>
  isNew: boolean
  onNew: (isNew: boolean) => void
}

const CardChoice = ({ saved, isNew, onNew }: CardChoiceProps) => (
  <Choices
    label="Pay with"
    choices={[
      { value: 'saved', label: cardName(saved), detail: <small>Default</small> },
      { value: 'other', label: 'Use a different card' },
    ]}
    value={isNew ? 'other' : 'saved'}
    onChange={(value) => onNew(value === 'other')}
  />
)

interface NewCardProps extends CardFieldsProps {
  /** Loads the provider's card fields; rejects if they cannot be loaded. */
  open: () => Promise<CardPayments>
}

/** Fields for a new card. */
const NewCard = ({ open, ...fields }: NewCardProps) => {
  const [payments, setPayments] = useState<CardPayments>()
  const opened = useEffectEvent(() => open())
  const failed = useEffectEvent((error: unknown) => error instanceof Error && fields.onProblem(error.message))
  useEffect(() => {
    let isHere = true
    opened().then(
      (payments) => isHere && setPayments(payments),
      (error: unknown) => isHere && failed(error),
    )
    return () => {
      isHere = false
    }
  }, [])
  if (payments) return <payments.Fields {...fields} />
  return (
    <Delayed>
      <Skeleton height={140} />
    </Delayed>
  )
}
