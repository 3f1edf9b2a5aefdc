import { Button, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import { useCreateInvitationMutation } from '../../../data/invitations.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './members.module.css'

const lifetimes = [
  { value: '1', label: 'after 1 day' },
  { value: '7', label: 'after 7 days' },
  { value: '30', label: 'after 30 days' },
  { value: 'never', label: 'never' },
]

/** Creates an invitation, whose link then appears in the list. */
export const InviteForm = ({ campaignId }: { campaignId: string }) => {
  const [lifetime, setLifetime] = useState('7')
  const [create, { isLoading }] = useCreateInvitationMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const expiresInDays = lifetime === 'never' ? null : Number(lifetime)
    const { error } = await create({ campaignId, id: newId(), expiresInDays })
    if (error) toast.error(messageOf(error, 'The invitation could not be created. Please try again.'))
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Select
        label="Expires"
        data={lifetimes}
        value={lifetime}
        allowDeselect={false}
        onChange={(value) => setLifetime(value ?? '7')}
      />
      <Button type="submit" variant="filled" loading={isLoading}>
        Create Invitation
      </Button>
    </form>
  )
}
