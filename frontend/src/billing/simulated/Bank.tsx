import { Button, Group, Modal } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../billing.module.css'
import { money } from '../money.ts'
import { useBank } from './bank.ts'

/** The simulated bank's confirmation dialog, which is also closed when the form unmounts. */
export const Bank = () => {
  const question = useBank()
  useEffect(() => () => question?.answer('close'), [question])
  if (!question) return null
  const { amount, answer } = question
  return (
    <Modal opened onClose={() => answer('close')} title="Your bank asks" size={400} stackId="bank" zIndex={300}>
      <p className={classes.simulated}>Simulated: no bank is asked.</p>
      <p>
        {amount === undefined
          ? 'Is it you who saves this card at Loreloom? Nothing is charged now.'
          : `Is it you who pays ${money(amount)} to Loreloom with this card?`}
      </p>
      <Group justify="flex-end" gap={8} mt={22}>
        <Button onClick={() => answer('fail')}>Fail</Button>
        <Button variant="filled" data-autofocus onClick={() => answer('succeed')}>
          Complete
        </Button>
      </Group>
    </Modal>
  )
}
