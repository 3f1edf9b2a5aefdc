import { useState } from 'react'
import type { CampaignFileItem } from '#projections/answers.ts'
import { messageOf } from '../../../app/problem.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRemoveFileMutation } from './api.ts'

/** Deleting a file, asked about first. `dialog` is to be rendered. */
export const useRemoval = (campaignId: string) => {
  const [asked, setAsked] = useState<CampaignFileItem>()
  const [isOpen, setOpen] = useState(false)
  const [remove] = useRemoveFileMutation()
  const run = async () => {
    if (!asked) return
    const { error } = await remove({ campaignId, fileId: asked.id })
    if (error) toast.error(messageOf(error, `${asked.name} could not be deleted. Please try again.`))
    else toast.success(`${asked.name} was deleted`)
  }
  return {
    ask(file: CampaignFileItem) {
      setAsked(file)
      setOpen(true)
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={`Delete ${asked?.name ?? 'this file'}?`}
        text="Nobody in the campaign can fetch it any more."
        confirm="Delete"
        danger
        onConfirm={run}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
