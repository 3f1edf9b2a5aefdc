import { Button, Group, Modal } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../billing.module.css'
import { useBank } from './bank.ts'

/** The simulated bank's confirmation. Leaving the form closes it as well. */
export const Bank = () => {
  const answer = useBank()
  useEffect(() => () => answer?.('close'), [answer])
  if (!answer) return null
  return (
    <Modal opened onClose={() => answer('close')} title="Your bank asks" size={400} stackId="bank" zIndex={300}>
      <p className={classes.simulated}>Simulated: no bank is asked.</p>
      <p>Is it you who pays Loreloom with this card?</p>
      <Group justify="flex-end" gap={8} mt={22}>
        <Button onClick={() => answer('fail')}>Fail</Button>
        <Button variant="filled" data-autofocus onClick={() => answer('succeed')}>
          Complete
        </Button>
      </Group>
    </Modal>
  )
}
