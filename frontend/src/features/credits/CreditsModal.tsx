import { Modal } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { packs } from '#domain/billing-answers.ts'
import { money } from '../../billing/money.ts'
import { PaymentForm } from '../../billing/PaymentForm.tsx'
import type { Chosen } from '../../billing/use-way-to-pay.ts'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { usePurchaseCreditsMutation, useUnfinishedPaymentsQuery } from '../../data/billing.ts'
import { useMe } from '../../data/me.ts'
import { toast } from '../../ui/toast.ts'
import classes from './credits.module.css'

const pack = 'PACK_250'
const { credits, amount } = packs[pack]

/** Buys a pack of credits: price, resulting balance, and card. */
export const CreditsModal = ({ onClose }: { onClose: () => void }) => {
  const { imageCredits } = useMe()
  const [purchase] = usePurchaseCreditsMutation()
  const [isBusy, setBusy] = useState(false)
  /** Hides the notice about earlier payments after an attempt, whose result `PaymentForm` shows. */
  const [hasTried, setTried] = useState(false)
  const isUnavailable = useWhyNot() !== undefined
  const { data: unfinished } = useUnfinishedPaymentsQuery(undefined, { skip: isUnavailable })

  const buy = async ({ confirm, ...paid }: Chosen) => {
    const { requiresAction, clientSecret } = await purchase({ pack, ...paid }).unwrap()
    if (requiresAction) await confirm(clientSecret)
    toast.success('Credits purchased successfully!')
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Buy credits"
      size={440}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
    >
      <p className={classes.pack}>
        <span>
          <b className="num">{credits} credits</b>
          <small className="num">{money(amount / credits)} per credit</small>
        </span>
        <b className="num">{money(amount)}</b>
      </p>
      {unfinished && unfinished.length > 0 && !hasTried && (
        <p className={classes.unfinished}>
          An earlier payment waits for your bank, and nothing was charged for it.{' '}
          <Link to="/account-settings?tab=payments" onClick={onClose}>
            Continue or cancel it
          </Link>
        </p>
      )}
      <PaymentForm
        onChosen={buy}
        act={`Purchase Now for ${money(amount)}`}
        otherwise="Failed to process payment"
        detail={`${imageCredits.toLocaleString('en')} becomes ${(imageCredits + credits).toLocaleString('en')}`}
        onBusy={(isWaiting) => {
          setBusy(isWaiting)
          setTried(true)
        }}
      />
      <p className={classes.history}>
        <Link to="/account-settings?tab=credits" onClick={onClose}>
          Where your credits went
        </Link>
      </p>
    </Modal>
  )
}
