import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { useRedeemPreorderMutation } from '../../data/account.ts'
import { toast } from '../../ui/toast.ts'
import classes from './onboarding.module.css'
import { useTurn } from './use-turn.ts'

/** Offers to redeem the user's pre-order. */
export const PreorderDialog = ({ coupon, onClose }: { coupon: string; onClose: () => void }) => {
  const [redeem, { isLoading }] = useRedeemPreorderMutation()
  const isTurn = useTurn()
  const [problem, setProblem] = useState<string>()

  const take = async () => {
    try {
      await redeem({ coupon }).unwrap()
      toast.success('Your pre-order is redeemed.')
      onClose()
    } catch (error) {
      setProblem(messageOf(error, 'Your pre-order could not be redeemed. Please try again.'))
    }
  }

  return (
    <Modal opened={isTurn} onClose={onClose} title="Your pre-order is here" size={440}>
      <p className={classes.lead}>
        You ordered Loreloom before it opened. Redeem your pre-order to begin the plan that came with it, and its
        credits.
      </p>
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <div className={classes.acts}>
        <Button variant="subtle" onClick={onClose}>
          Later
        </Button>
        <Button variant="filled" loading={isLoading} data-autofocus onClick={() => void take()}>
          Redeem
        </Button>
      </div>
    </Modal>
  )
}
