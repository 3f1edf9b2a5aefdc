import { useState } from 'react'
import type { CampaignFileItem } from '#projections/answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useRemoveFileMutation, useRestoreFileMutation } from '../../../data/files.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../../ui/stays-in-trash.ts'
import { toast } from '../../../ui/toast.ts'

/** Deletes a file after a confirmation, with an undo. Render `dialog`. */
export const useRemoval = (campaignId: string) => {
  const [file, setFile] = useState<CampaignFileItem>()
  const [isOpen, setOpen] = useState(false)
  const [remove] = useRemoveFileMutation()
  const [bringBack] = useRestoreFileMutation()
  const restore = async ({ id, name }: CampaignFileItem) => {
    const { error } = await bringBack({ campaignId, fileId: id })
    if (error) toast.error(messageOf(error, `${name} could not be restored. Please try again.`))
  }
  const run = async () => {
    if (!file) return
    const { error } = await remove({ campaignId, fileId: file.id })
    if (error) toast.error(messageOf(error, `${file.name} could not be deleted. Please try again.`))
    else toast.success(`${file.name} was deleted`, { undo: () => void restore(file) })
  }
  return {
    ask(file: CampaignFileItem) {
      setFile(file)
      setOpen(true)
    },
    restore,
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={`Delete ${file?.name ?? 'this file'}?`}
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
