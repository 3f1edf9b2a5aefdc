import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { staysInTrash } from '../../ui/stays-in-trash.ts'
import { useDeletion } from './use-deletion.ts'

interface Props {
  lore: readonly ConjurationItem[]
  campaignId: string
  onClose: () => void
}

/** Deletes lore after a confirmation. */
export const DeleteConjurationDialog = ({ lore, campaignId, onClose }: Props) => {
  const deletion = useDeletion(campaignId)
  const [first, ...others] = lore
  const what = others.length === 0 ? `“${first?.name || untitledConjuration}”` : `${lore.length} lore items`
  return (
    <ConfirmDialog
      opened
      title={others.length === 0 ? 'Delete Lore?' : `Delete ${lore.length} lore items?`}
      text={`${what} will be deleted.`}
      loss={staysInTrash(lore.length)}
      confirm="Delete"
      danger
      onConfirm={() => deletion.lore(lore.map(({ id }) => id))}
      onClose={onClose}
    />
  )
}
