import { useState } from 'react'
import type { CampaignFileItem } from '#projections/answers.ts'
import { messageOf } from '../../../app/problem.ts'
import { useRemoveFileMutation, useRestoreFileMutation } from '../../../data/files.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../../ui/stays-in-trash.ts'
import { toast } from '../../../ui/toast.ts'

/** Deleting a file, asked about first, with a way back. `dialog` is to be rendered. */
export const useRemoval = (campaignId: string) => {
  const [asked, setAsked] = useState<CampaignFileItem>()
  const [isOpen, setOpen] = useState(false)
  const [remove] = useRemoveFileMutation()
  const [bringBack] = useRestoreFileMutation()
  const restore = async ({ id, name }: CampaignFileItem) => {
    const { error } = await bringBack({ campaignId, fileId: id })
    if (error) toast.error(messageOf(error, `${name} could not be restored. Please try again.`))
  }
  const run = async () => {
    if (!asked) return
    const { error } = await remove({ campaignId, fileId: asked.id })
    if (error) toast.error(messageOf(error, `${asked.name} could not be deleted. Please try again.`))
    else toast.success(`${asked.name} was deleted`, { undo: () => void restore(asked) })
  }
  return {
    ask(file: CampaignFileItem) {
      setAsked(file)
      setOpen(true)
    },
    restore,
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={`Delete ${asked?.name ?? 'this file'}?`}
        text="Nobody in the campaign can fetch it any more."
        loss={staysInTrash(1)}
        confirm="Delete"
        danger
        onConfirm={run}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
