import { Switch } from '@mantine/core'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useChangeConjurationMutation } from '../../data/conjurations.ts'
import { toast } from '../../ui/toast.ts'
import classes from './rail.module.css'
import '@mantine/core/styles/Switch.layer.css'

/** The setting that lets all members write: a switch for editors, a line of text for everyone else while it is on. */
export const Writers = ({ row, editable }: { row: ConjurationItem; editable: boolean }) => {
  const [change, { isLoading }] = useChangeConjurationMutation()
  const isOpen = row.writers === 'MEMBERS'
  if (row.campaignId === null) return null
  if (!editable) return isOpen ? <p className={classes.quiet}>Every member may write here</p> : null

  const choose = async (isChecked: boolean) => {
    const { error } = await change({ id: row.id, changes: { writers: isChecked ? 'MEMBERS' : 'EDITORS' } })
    if (error) toast.error(messageOf(error, 'Who may write here could not be changed. Please try again.'))
  }
  return (
    <Switch
      className={classes.writers}
      size="xs"
      label="Members may write here"
      disabled={isLoading || (row.visibility !== 'CAMPAIGN' && !isOpen)}
      description={row.visibility === 'CAMPAIGN' ? undefined : 'Members do not see it yet.'}
      checked={isOpen}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
