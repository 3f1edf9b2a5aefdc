import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { departing } from '../../../base/departures.ts'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useDeleteCampaignMutation } from '../../../data/deleted-campaigns.ts'
import { asAlert } from '../../../ui/as-alert.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './danger.module.css'
import { useRestoring } from './use-restoring.ts'

const membersOf = (count: number) => (count === 1 ? 'you' : `all of its ${count} members`)
/** Collapses white space, so that the typed name may be spaced differently from the campaign's. */
const spaced = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Deletes a campaign after its name was typed as a confirmation. */
export const DeleteDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [deleteCampaign, { isLoading }] = useDeleteCampaignMutation()
  const restore = useRestoring()
  const { id, name, memberCount } = campaign
  const isNamed = spaced(typed) === spaced(name)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isNamed || isLoading) return
    setProblem(undefined)
    await departing(id, async () => {
      const { error } = await deleteCampaign(id)
      if (error) setProblem(messageOf(error, 'The campaign could not be deleted. Please try again.'))
      else toast.success(`${name} was deleted`, { undo: () => void restore(campaign) })
      return !error
    })
  }

  return (
    <Modal opened onClose={onClose} title={`Delete ${name}?`} size={480} withCloseButton={false}>
      <form ref={asAlert} onSubmit={(event) => void submit(event)}>
        <p className={classes.text}>It disappears for {membersOf(memberCount)}, with its lore, images and files.</p>
        <p className={classes.loss}>You can restore it for 30 days.</p>
        <TextInput
          className={classes.typed}
          label={`Type “${spaced(name)}” to delete it`}
          autoComplete="off"
          data-autofocus
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" data-danger disabled={!isNamed} loading={isLoading}>
            Delete Campaign
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
